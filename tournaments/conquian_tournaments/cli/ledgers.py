"""Finding the ledger that a command is about."""

from pathlib import Path

from conquian_tournaments.ledger import Ledger, Where
from conquian_tournaments.tournament_file import ledger_path

_SQLITE = b"SQLite format 3\0"


def open_ledger_of(file: Path) -> Ledger:
    """The ledger that a file is, or that a tournament's file names, open for reading.

    Raises:
        LedgerError: there is none, or it can't be read.
        FileError: the file is neither a ledger nor a tournament's.
    """
    return Ledger.open(ledger_of(file))


def ledger_of(file: Path) -> Where:
    """Where the ledger is that a file is, or that a tournament's file names.

    Raises:
        FileError: the file is neither a ledger nor a tournament's.
    """
    return file if _is_database(file) else ledger_path(file)


def _is_database(path: Path) -> bool:
    try:
        if not path.is_file():  # a pipe would keep us waiting
            return False
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False  # what is wrong is told where the file is read as TOML
