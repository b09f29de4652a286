"""The chain of hashes that ties each entry to all before it."""

import hashlib
from typing import TYPE_CHECKING

from conquian_tournaments.ledger.errors import LedgerError

if TYPE_CHECKING:
    from conquian_tournaments.ledger.view import View

GENESIS = "0" * 64
"""The head of a ledger without entries."""


def next_head(head: str, kind: str, key: str, text: str) -> str:
    """The head after an entry: SHA-256 over the head before it, kind, key and text, a line each."""
    return hashlib.sha256("\n".join((head, kind, key, text)).encode()).hexdigest()


def verify_chain(
    view: "View", head: str | None = None, *, after: tuple[int, str] = (0, GENESIS)
) -> str:
    """Compute the heads of entries again and compare them with those that are stored.

    Args:
        view: the ledger.
        head: where it must end, as published; None takes any end, and then entries that were
            taken away from the end are not missed.
        after: the number of an entry and the head after it, which are taken for true.

    Returns:
        the last head.

    Raises:
        LedgerError: an entry is not as it was written, or the end is another.
    """
    number, last = after
    seen: set[tuple[str, str]] = set()
    for place, link in enumerate(view.links(after=number), number + 1):
        last = next_head(last, link.kind, link.key, link.text)
        if (link.kind, link.key) in seen:
            raise LedgerError(f"{view.path}: {link.kind} {link.key} stands in the ledger twice")
        seen.add((link.kind, link.key))
        if (link.number, link.head) != (place, last):
            raise LedgerError(
                f"{view.path}: entry {place} ({link.kind} {link.key}) is not as it was written;"
                " restore a copy of the ledger, or see what `conquian audit` finds in this one"
            )
    if head not in (None, last):
        raise LedgerError(f"{view.path}: the ledger ends with head {last}, not {head}")
    return last
