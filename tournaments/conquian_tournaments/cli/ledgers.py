"""Finding the ledger that a command is about."""

from pathlib import Path

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.ledger import Ledger, View, Where
from conquian_tournaments.opening import read_opening
from conquian_tournaments.tournament_file import ledger_path

_SEATS = 2
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


def at_tables(view: View) -> bool:
    """Whether a ledger's deals are of three or four entrants.

    Raises:
        LedgerError: it holds no tournament.
    """
    return read_opening(view).seats > _SEATS


def refuse_tables(file: Path, view: View, command: str) -> None:
    """Refuse what is only said of two entrants.

    Raises:
        BadInput: the ledger's deals are of three or four.
    """
    if at_tables(view):
        seats = read_opening(view).seats
        raise BadInput(f"{file}: `conquian {command}` is for deals of two; these are of {seats}")


def _is_database(path: Path) -> bool:
    try:
        if not path.is_file():  # a pipe would keep us waiting
            return False
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False  # what is wrong is told where the file is read as TOML
