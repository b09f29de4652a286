"""Entries, and the chain of hashes that ties each to all before it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact of a tournament.

    Attributes:
        kind: what it is about, such as `deal`.
        key: says which one; with the kind unique in a ledger, so that a fact stands in it once.
        body: the fact, as values that JSON has.
    """

    kind: str
    key: str
    body: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The body as it is stored and hashed: JSON with sorted keys and no spaces."""
        return json.dumps(self.body, sort_keys=True, separators=(",", ":"), allow_nan=False)


def next_head(head: str, kind: str, key: str, text: str) -> str:
    """The head after an entry: SHA-256 over the head before it, kind, key and body, a line each."""
    return hashlib.sha256("\n".join((head, kind, key, text)).encode()).hexdigest()
