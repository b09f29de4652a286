"""What a ledger is made of."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
        """The body as it is stored and hashed: JSON in ASCII with sorted keys and no spaces."""
        return json.dumps(self.body, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """What was folded from a ledger's first entries, kept for speed.

    Attributes:
        version: of the way in which it was folded.
        number: the last of those entries.
        head: the hash of the ledger up to it.
        text: what came out.
    """

    version: int
    number: int
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """An entry as it is stored.

    Attributes:
        number: its place in the ledger, counted from 1.
        kind: the entry's kind.
        key: the entry's key.
        text: the entry's text.
        head: the hash of the ledger up to it.
    """

    number: int
    kind: str
    key: str
    text: str
    head: str
