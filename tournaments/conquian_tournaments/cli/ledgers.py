"""Finding the ledger that a command is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.ledger import Ledger, View, Where, verify_chain
from conquian_tournaments.opening import Listed, Opening, read_opening
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


@contextmanager
def verified_view_of(file: Path) -> Iterator[View]:
    """The ledger that a file is or names as it is now, its chain verified.

    Raises:
        LedgerError: there is none, it can't be read, or an entry is not as it was written.
        FileError: the file is neither a ledger nor a tournament's.
    """
    with open_ledger_of(file) as ledger, ledger.view() as view:
        verify_chain(view)
        yield view


def entrant_named(opening: Opening, argument: str, text: str) -> Listed:
    """The entrant that a user names, by its name or id.

    Args:
        opening: what is played.
        argument: where it was named, for the error.
        text: what was typed.

    Raises:
        BadInput: there is no such entrant.
    """
    for entrant in opening.entrants:
        if text in (entrant.name, entrant.id):
            return entrant
    known = ", ".join(entrant.name for entrant in opening.entrants)
    raise BadInput(f"{argument}: there is no {text!r}; there are {known}")


def ledger_of(file: Path) -> Where:
    """Where the ledger is that a file is, or that a tournament's file names.

    Raises:
        FileError: the file is neither a ledger nor a tournament's.
    """
    return file if _is_database(file) else ledger_path(file)


def is_of_tournament(file: Path) -> bool:
    """Whether a file is a ledger, or by its name a tournament's."""
    return (file.suffix == ".toml" and file.is_file()) or _is_database(file)


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
