"""Auditing a ledger: whether all that it says follows from what was committed to and played."""

from conquian_tournaments.audit.findings import Audit, Finding
from conquian_tournaments.audit.whole import audit

__all__ = ["Audit", "Finding", "audit"]
