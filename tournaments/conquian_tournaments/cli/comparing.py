"""The work of `conquian compare`."""

from pathlib import Path

from conquian_tournaments import deals
from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.ledgers import entrant_named, refuse_tables, verified_view_of
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import print_tables
from conquian_tournaments.head_to_head import HeadToHead, head_to_head
from conquian_tournaments.ledger import View
from conquian_tournaments.opening import Listed, Opening, read_opening
from conquian_tournaments.report.frame import about_object, head_note, name_and_version
from conquian_tournaments.report.head_to_head import (
    head_to_head_lines,
    head_to_head_object,
    lines_table,
)


def compare(file: Path, first: str, second: str, *, json: bool, no_color: bool) -> None:
    """Show what two entrants of a ledger made of each other.

    Raises:
        BadInput: the ledger has no such entrants, or they are one, or more sit at a table.
    """
    with verified_view_of(file) as view:
        refuse_tables(file, view, "compare")
        opening, head = read_opening(view), view.head
        entrants = entrant_named(opening, "A", first), entrant_named(opening, "B", second)
        if entrants[0] == entrants[1]:
            raise BadInput(f"B: {second!r} is the same bot as A")
        both = _fold(view, opening, entrants)
    if json:
        about = about_object(opening, head)
        listed = [{"id": each.id, "name": each.name, "version": each.version} for each in entrants]
        print_json({**about, "entrants": listed, **head_to_head_object(both)})
        return
    title = f"{opening.name}: {' against '.join(map(name_and_version, entrants))}"
    table = lines_table(f"{title} ({opening.ruleset.name})", head_to_head_lines(both))
    print_tables([table], [head_note(head)], no_color=no_color)


def _fold(view: View, opening: Opening, entrants: tuple[Listed, Listed]) -> HeadToHead:
    ids = [entrant.id for entrant in entrants]
    theirs = (deal for deal in deals.read_deals(view) if set(deal.seats) == set(ids))
    results = deals.results(opening.ruleset, theirs, mirrored=opening.mirrored)
    return head_to_head(results, *ids)
