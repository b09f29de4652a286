"""The ledger's errors."""


class LedgerError(Exception):
    """A ledger that can't be used; the text names the file and what is wrong with it."""
