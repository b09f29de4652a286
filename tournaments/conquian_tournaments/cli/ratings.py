"""The work of `conquian ratings`."""

from pathlib import Path

from conquian_tournaments.cli.ledgers import at_tables, open_ledger_of
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import print_tables
from conquian_tournaments.ledger import Ledger
from conquian_tournaments.overview import TableOverview, overview_of, table_overview_of
from conquian_tournaments.report import at_tables as at
from conquian_tournaments.report.tables import (
    crosstable,
    footnotes,
    ratings_object,
    ratings_table,
)


def show_ratings(path: Path, *, json: bool, no_color: bool) -> None:
    """Show the tables of a ledger, which may be named by its tournament's file."""
    with open_ledger_of(path) as ledger:
        show(ledger, json=json, no_color=no_color)


def show(ledger: Ledger, *, json: bool, no_color: bool, tell_seed: bool = True) -> None:
    """Show the tables of an open ledger.

    Args:
        ledger: the ledger.
        json: whether they are shown as one object.
        no_color: whether they are shown without colours.
        tell_seed: whether people are told that the seed was given.
    """
    with ledger.view() as view:
        if at_tables(view):
            _show_at_tables(table_overview_of(view), json=json, no_color=no_color)
            return
        state = overview_of(view)
    if json:
        print_json(ratings_object(state))
        return
    notes = footnotes(state, tell_seed=tell_seed)
    print_tables([ratings_table(state), crosstable(state)], notes, no_color=no_color)


def _show_at_tables(state: TableOverview, *, json: bool, no_color: bool) -> None:
    if json:
        print_json(at.ratings_object(state))
    else:
        print_tables([at.ratings_table(state)], at.footnotes(state), no_color=no_color)
