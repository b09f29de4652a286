"""Which kind of place an address is."""

from pathlib import Path

from conquian_tournaments.ledger.place import Place, Where
from conquian_tournaments.ledger.sqlite import SqliteFile


def place_of(where: Where) -> Place:
    """The place at an address.

    Raises:
        LedgerError: its kind of database is not known.
    """
    if isinstance(where, Path):
        return SqliteFile(where)
    from conquian_tournaments.ledger.postgres import PostgresDatabase  # noqa: PLC0415 - seldom used

    return PostgresDatabase(where)
