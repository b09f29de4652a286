"""The ledger: what happened in a tournament, in a chain that can't be changed unseen."""

from conquian_tournaments.ledger.chain import Entry
from conquian_tournaments.ledger.errors import LedgerError
from conquian_tournaments.ledger.store import Ledger

__all__ = ["Entry", "Ledger", "LedgerError"]
