"""The work of `conquian ratings`."""

from pathlib import Path

from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import screen
from conquian_tournaments.ledger import Ledger
from conquian_tournaments.overview import overview
from conquian_tournaments.report.tables import (
    crosstable,
    footnotes,
    ratings_object,
    ratings_table,
)
from conquian_tournaments.tournament_file import ledger_path

_SQLITE = b"SQLite format 3\0"


def show_ratings(path: Path, *, json: bool, no_color: bool) -> None:
    """Show the tables of a ledger, which may be named by its tournament's file."""
    with Ledger.open(path if _is_database(path) else ledger_path(path)) as ledger:
        show(ledger, json=json, no_color=no_color)


def show(ledger: Ledger, *, json: bool, no_color: bool) -> None:
    """Show the tables of an open ledger."""
    state = overview(ledger)
    if json:
        print_json(ratings_object(state))
        return
    console = screen(no_color=no_color)
    console.print(ratings_table(state))
    console.print(crosstable(state))
    for note in footnotes(state):
        console.print(note, soft_wrap=True, markup=False)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False  # what is wrong is told where the file is read as TOML
