"""The standings, for people and for programs."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.console import Group

from conquian_tournaments.opening import Listed
from conquian_tournaments.overview import Overview
from conquian_tournaments.report.frame import (
    about_object,
    estimate_cell,
    estimate_object,
    name_and_version,
    new_table,
    record_cell,
    record_object,
    titled,
)
from conquian_tournaments.standings import Row


class Placed(NamedTuple):
    """An entrant's line; entrants that have done equally well share a place."""

    place: int
    entrant: Listed
    row: Row


def placed(overview: Overview) -> Iterator[Placed]:
    """The lines of the standings: the best score first, then the most points."""
    before, place = None, 0
    by_merit = sorted(overview.entrants, key=lambda each: (_merit(overview.row(each)), each.id))
    for number, entrant in enumerate(by_merit, 1):
        row = overview.row(entrant)
        place = place if _merit(row) == before else number
        before = _merit(row)
        yield Placed(place, entrant, row)


def standings_table(overview: Overview) -> Group:
    """The standings, best first; it fits a terminal of 80 columns."""
    table = new_table()
    table.add_column("#", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in ("+/=/-", "score ±95 %", "deals +/=/-", "points", "faults", "time (s)"):
        table.add_column(heading, justify="right")
    for place, entrant, row in placed(overview):
        table.add_row(str(place), name_and_version(entrant), *_cells(row))
    return titled(f"{overview.opening.name}: standings ({overview.opening.ruleset.name})", table)


def standings_object(overview: Overview) -> dict[str, Any]:
    """The standings as a JSON object."""
    return {
        **about_object(overview.opening, overview.head),
        "deals": overview.deal_count,
        "unplayable": overview.unplayable,
        "standings": [_line_object(line) for line in placed(overview)],
    }


def _merit(row: Row) -> tuple[float, int]:
    """Less is better."""
    score = row.units.score
    return (1.0 if score is None else -score, -row.points)


def _cells(row: Row) -> list[str]:
    return [
        record_cell(row.units),
        estimate_cell(row.score),
        record_cell(row.deals),
        f"{row.points:+d}" if row.points else "0",
        str(row.faults.total()),
        f"{row.seconds:.1f}",
    ]


def _line_object(line: Placed) -> dict[str, Any]:
    row = line.row
    return {
        "place": line.place,
        "id": line.entrant.id,
        "name": line.entrant.name,
        "version": line.entrant.version,
        "units": record_object(row.units),
        "deals": record_object(row.deals),
        **estimate_object(row.score),
        "points": row.points,
        "faults": dict(sorted(row.faults.items())),
        "seconds": row.seconds,
    }
