"""The ledger: what happened in a tournament, in a chain that can't be changed unseen."""

from conquian_tournaments.ledger.chain import GENESIS, next_head, verify_chain
from conquian_tournaments.ledger.entry import Entry, Fold, Link
from conquian_tournaments.ledger.errors import LedgerError
from conquian_tournaments.ledger.format import upgrade
from conquian_tournaments.ledger.place import Where
from conquian_tournaments.ledger.schema import FORMAT
from conquian_tournaments.ledger.store import Ledger
from conquian_tournaments.ledger.view import View

__all__ = [
    "FORMAT",
    "GENESIS",
    "Entry",
    "Fold",
    "Ledger",
    "LedgerError",
    "Link",
    "View",
    "Where",
    "next_head",
    "upgrade",
    "verify_chain",
]
