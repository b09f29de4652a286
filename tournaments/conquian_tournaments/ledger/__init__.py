"""The ledger: what happened in a tournament, in a chain that can't be changed unseen."""

from conquian_tournaments.ledger.chain import GENESIS, next_head, verify_chain
from conquian_tournaments.ledger.entry import Entry, Fold, Link
from conquian_tournaments.ledger.errors import LedgerError
from conquian_tournaments.ledger.store import Ledger
from conquian_tournaments.ledger.view import View

__all__ = [
    "GENESIS",
    "Entry",
    "Fold",
    "Ledger",
    "LedgerError",
    "Link",
    "View",
    "next_head",
    "verify_chain",
]
