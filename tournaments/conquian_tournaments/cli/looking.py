"""The work of the commands that look at a ledger."""

from dataclasses import dataclass
from pathlib import Path

from conquian_server.rules import BadRecord, read_record

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.ledgers import (
    at_tables,
    entrant_named,
    refuse_tables,
    verified_view_of,
)
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import print_lines, print_tables
from conquian_tournaments.deals import leg_id
from conquian_tournaments.kinds import DEAL
from conquian_tournaments.ledger import View
from conquian_tournaments.matches import read_matches
from conquian_tournaments.opening import Opening, read_opening
from conquian_tournaments.overview import TableOverview, overview_of, table_overview_of
from conquian_tournaments.report import at_tables as at
from conquian_tournaments.report.deals import deal_notes, deals_object, deals_table
from conquian_tournaments.report.frame import head_note, sum_notes
from conquian_tournaments.report.matches import match_notes, matches_object, matches_table
from conquian_tournaments.report.standings import standings_object, standings_table
from conquian_tournaments.report.tables import crosstable, crosstable_object
from conquian_tournaments.report.whole_deal import whole_deal_lines, whole_deal_object
from conquian_tournaments.selection import Selection, read_selected
from conquian_tournaments.table_matches import read_table_matches
from conquian_tournaments.whole_deals import WholeDeal, read_whole_deal


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of `conquian deals`, as they were given."""

    entrant: str | None
    match: str | None
    faults: bool
    limit: int


def show_standings(file: Path, *, json: bool, no_color: bool) -> None:
    """Show the standings."""
    with verified_view_of(file) as view:
        if at_tables(view):
            _show_table_standings(table_overview_of(view), json=json, no_color=no_color)
            return
        state = overview_of(view)
    if json:
        print_json(standings_object(state))
    else:
        print_tables([standings_table(state)], sum_notes(state), no_color=no_color)


def show_crosstable(file: Path, *, json: bool, no_color: bool) -> None:
    """Show the crosstable.

    Raises:
        BadInput: more than two sit at a table.
    """
    with verified_view_of(file) as view:
        refuse_tables(file, view, "crosstable")
        state = overview_of(view)
    if json:
        print_json(crosstable_object(state))
    else:
        print_tables([crosstable(state)], sum_notes(state), no_color=no_color)


def list_matches(file: Path, *, json: bool, no_color: bool) -> None:
    """List the matches."""
    with verified_view_of(file) as view:
        opening, head = read_opening(view), view.head
        if at_tables(view):
            _list_table_matches(view, opening, json=json, no_color=no_color)
            return
        matches = read_matches(view, opening)
    if json:
        print_json(matches_object(opening, head, matches))
        return
    notes = [*match_notes(opening, matches), head_note(head)]
    print_tables([matches_table(opening, matches)], notes, no_color=no_color)


def list_deals(file: Path, wanted: Wanted, *, json: bool, no_color: bool) -> None:
    """List deals.

    Raises:
        BadInput: an option names what the ledger does not have.
    """
    with verified_view_of(file) as view:
        opening, head = read_opening(view), view.head
        _check_match(view, wanted.match)
        found = read_selected(view, opening, _selection(opening, wanted))
    listed = found[: wanted.limit]
    if json:
        print_json(deals_object(opening, head, listed, len(found)))
        return
    notes = [*deal_notes(len(listed), len(found)), head_note(head)]
    print_tables([deals_table(opening, listed)], notes, no_color=no_color)


def show_deal(file: Path, key: str, seat: int | None, *, json: bool, no_color: bool) -> None:
    """Tell a deal.

    Raises:
        BadInput: it has no such seat, or its record is not valid.
    """
    with verified_view_of(file) as view:
        opening, head, deal = read_opening(view), view.head, read_whole_deal(view, key)
    _check_seat(seat, deal)
    try:
        record = read_record(deal.record)
        lines = whole_deal_lines(opening, head, deal, record, seat)
        if json:
            print_json(whole_deal_object(opening, head, deal, seat, lines))
        else:
            print_lines(lines, no_color=no_color)
    except BadRecord as fault:
        raise BadInput(f"{file}: deal {key}: {fault}") from None


def _show_table_standings(state: TableOverview, *, json: bool, no_color: bool) -> None:
    if json:
        print_json(at.standings_object(state))
    else:
        print_tables([at.standings_table(state)], at.sum_notes(state), no_color=no_color)


def _list_table_matches(view: View, opening: Opening, *, json: bool, no_color: bool) -> None:
    matches = read_table_matches(view, opening)
    if json:
        print_json(at.matches_object(opening, view.head, matches))
    else:
        notes = at.match_notes(opening, view.head, matches)
        print_tables([at.matches_table(opening, matches)], notes, no_color=no_color)


def _selection(opening: Opening, wanted: Wanted) -> Selection:
    entrant = (
        None if wanted.entrant is None else entrant_named(opening, "--entrant", wanted.entrant).id
    )
    return Selection(entrant, wanted.match, wanted.faults)


def _check_match(view: View, match: str | None) -> None:
    if match is None:
        return
    legs = [leg_id(match, leg) for leg in range(read_opening(view).seats)]
    if not any(view.has(DEAL, prefix=f"{leg}/") for leg in legs):
        raise BadInput(f"--match: no match {match!r} has begun; `conquian matches` lists them")


def _check_seat(seat: int | None, deal: WholeDeal) -> None:
    last = len(deal.charges) - 1
    if seat is not None and seat > last:
        raise BadInput(f"--seat: there is no seat {seat}; seats are 0 to {last}")
