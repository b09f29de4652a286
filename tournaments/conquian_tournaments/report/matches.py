"""The list of matches, for people and for programs."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group

from conquian_tournaments.matches import Match
from conquian_tournaments.opening import Opening
from conquian_tournaments.report.frame import (
    about_object,
    faults_object,
    new_table,
    points_cell,
    record_cell,
    record_object,
    titled,
)
from conquian_tournaments.report.names import printable


def matches_table(opening: Opening, matches: Iterable[Match]) -> Group:
    """A line for each match, as its first entrant sees it."""
    table = new_table()
    table.add_column("match", no_wrap=True)
    table.add_column("bots", overflow="fold")
    for heading in ("decks", "+/=/-", "score", "points", "faults", ""):
        table.add_column(heading, justify="right")
    names = opening.names
    for match in matches:
        table.add_row(match.pairing, *_cells(match, [names[each] for each in match.entrants]))
    return titled(f"{opening.name}: matches ({opening.ruleset.name})", table)


def match_notes(opening: Opening, matches: list[Match]) -> list[str]:
    """What must be said with the table."""
    deals = sum(match.deals for match in matches)
    units = "decks that were played in both seatings" if opening.mirrored else "deals"
    count = "1 match has" if len(matches) == 1 else f"{len(matches)} matches have"
    return [f"{count} begun, with {deals} deals; +/=/- counts {units}, for the first bot."]


def matches_object(opening: Opening, head: str, matches: Iterable[Match]) -> dict[str, Any]:
    """The list of matches as a JSON object."""
    return {**about_object(opening, head), "matches": [match_object(each) for each in matches]}


def match_object(match: Match) -> dict[str, Any]:
    """A match as a JSON object."""
    return {
        "id": match.pairing,
        "entrants": list(match.entrants),
        "state": match.state.value,
        "deals": match.deals,
        "decks": match.decks,
        "units": record_object(match.units),
        "score": match.units.score,
        "points": list(match.points),
        "faults": [faults_object(faults) for faults in match.faults],
    }


def _cells(match: Match, names: Iterable[str]) -> list[str]:
    score = match.units.score
    return [
        printable(", ".join(names)),
        str(match.decks),
        record_cell(match.units),
        "" if score is None else f"{score:.3f}",
        points_cell(match.points),
        "/".join(str(faults.total()) for faults in match.faults),
        match.state.value,
    ]
