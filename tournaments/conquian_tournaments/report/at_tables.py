"""A tournament at tables of three or four, for people and for programs."""

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Group

from conquian_tournaments.opening import Listed, Opening
from conquian_tournaments.overview import TableOverview
from conquian_tournaments.report.frame import (
    about_object,
    faults_object,
    head_note,
    name_and_version,
    new_table,
    points_cell,
    record_cell,
    record_object,
    settled_notes,
    state_notes,
    titled,
)
from conquian_tournaments.report.names import printable
from conquian_tournaments.table_matches import TableMatch
from conquian_tournaments.table_standings import TableRow

_PLACES = ("1st", "2nd", "3rd", "4th")

# --- for people -------------------------------------------------------------------------------


def ratings_table(overview: TableOverview) -> Group:
    """The ratings, best first, with what they rest on; it fits a terminal of 80 columns."""
    table = new_table()
    table.add_column("#", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in ("μ−3σ", "μ", "σ", _places_heading(overview), "points", "faults", "ms"):
        table.add_column(heading, justify="right")
    for place, entrant in enumerate(overview.entrants, 1):
        table.add_row(str(place), name_and_version(entrant), *_rating_cells(overview, entrant))
    return titled(f"{overview.opening.name}: ratings ({_pool(overview.opening)})", table)


def standings_table(overview: TableOverview) -> Group:
    """The standings, most points first; it fits a terminal of 80 columns."""
    table = new_table()
    table.add_column("#", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in (_places_heading(overview), "deals +/=/−", "points", "faults", "time (s)"):
        table.add_column(heading, justify="right")
    for place, entrant in _placed(overview):
        row = overview.row(entrant)
        table.add_row(
            str(place),
            name_and_version(entrant),
            _places_cell(overview, row),
            record_cell(row.deals),
            points_cell([row.points]),
            str(row.faults.total()),
            f"{row.seconds:.1f}",
        )
    return titled(f"{overview.opening.name}: standings ({_pool(overview.opening)})", table)


def sum_notes(overview: TableOverview) -> list[str]:
    """What must be said with tables of sums."""
    unit = _unit(overview.opening)
    return [
        f"{overview.deal_count} deals; places are by the points of {unit}.",
        *state_notes(overview),
    ]


def footnotes(overview: TableOverview) -> list[str]:
    """What must be said with the ratings."""
    count, *others = sum_notes(overview)
    fitted = f"Probability of a tie of two, fitted: {overview.draw_probability:.3f}."
    columns = f"Points and charged time (ms) are a deal's. {fitted}"
    return [count, columns, *settled_notes(overview), *others]


def matches_table(opening: Opening, matches: Iterable[TableMatch]) -> Group:
    """A line for each match; all is in the order of its bots."""
    table = new_table()
    table.add_column("match", no_wrap=True)
    table.add_column("bots", overflow="fold")
    for heading in ("decks", "1st", "points", "faults", ""):
        table.add_column(heading, justify="right")
    names = opening.names
    for match in matches:
        table.add_row(
            match.pairing,
            printable(", ".join(names[each] for each in match.entrants)),
            str(match.decks),
            "/".join(map(str, match.firsts)),
            points_cell(match.points),
            "/".join(str(faults.total()) for faults in match.faults),
            match.state.value,
        )
    return titled(f"{opening.name}: matches ({_pool(opening)})", table)


def match_notes(opening: Opening, head: str, matches: list[TableMatch]) -> list[str]:
    """What must be said with the matches."""
    deals = sum(match.deals for match in matches)
    count = "1 match has" if len(matches) == 1 else f"{len(matches)} matches have"
    what = f"1st counts who had the most points of {_unit(opening)}, or as many as another"
    return [f"{count} begun, with {deals} deals; {what}.", head_note(head)]


# --- for programs -----------------------------------------------------------------------------


def ratings_object(overview: TableOverview) -> dict[str, Any]:
    """The ratings as a JSON object."""
    return {
        **about_object(overview.opening, overview.head),
        "commitment": overview.opening.commitment,
        "seed": overview.seed,
        "seed_given": overview.opening.seed_given,
        "deals": overview.deal_count,
        "draw_probability": overview.draw_probability,
        "unplayable": overview.unplayable,
        "ratings": [_rated_object(overview, entrant) for entrant in overview.entrants],
    }


def standings_object(overview: TableOverview) -> dict[str, Any]:
    """The standings as a JSON object."""
    return {
        **about_object(overview.opening, overview.head),
        "deals": overview.deal_count,
        "unplayable": overview.unplayable,
        "standings": [
            {"place": place, **_entrant_object(entrant), **_sums_object(overview, entrant)}
            for place, entrant in _placed(overview)
        ],
    }


def matches_object(opening: Opening, head: str, matches: Iterable[TableMatch]) -> dict[str, Any]:
    """The list of matches as a JSON object."""
    return {**about_object(opening, head), "matches": [_match_object(each) for each in matches]}


def _match_object(match: TableMatch) -> dict[str, Any]:
    return {
        "id": match.pairing,
        "entrants": list(match.entrants),
        "state": match.state.value,
        "deals": match.deals,
        "decks": match.decks,
        "firsts": match.firsts,
        "points": match.points,
        "faults": [faults_object(faults) for faults in match.faults],
    }


def _rated_object(overview: TableOverview, entrant: Listed) -> dict[str, Any]:
    rating = overview.ratings[entrant.id]
    return {
        **_entrant_object(entrant),
        "mu": rating.mu,
        "sigma": rating.sigma,
        "conservative": rating.conservative,
        **_sums_object(overview, entrant),
    }


def _entrant_object(entrant: Listed) -> dict[str, Any]:
    return {"id": entrant.id, "name": entrant.name, "version": entrant.version}


def _sums_object(overview: TableOverview, entrant: Listed) -> dict[str, Any]:
    row = overview.row(entrant)
    return {
        "places": _places(overview, row),
        "deals": record_object(row.deals),
        "points": row.points,
        "faults": faults_object(row.faults),
        "seconds": row.seconds,
    }


# --- both -------------------------------------------------------------------------------------


def _placed(overview: TableOverview) -> Iterator[tuple[int, Listed]]:
    """Who has the most points is first; who has as many shares the place."""
    points = {entrant.id: overview.row(entrant).points for entrant in overview.entrants}
    for entrant in sorted(overview.entrants, key=lambda each: (-points[each.id], each.id)):
        yield 1 + sum(other > points[entrant.id] for other in points.values()), entrant


def _places(overview: TableOverview, row: TableRow) -> list[int]:
    return [row.ranks[rank] for rank in range(overview.opening.seats)]


def _places_cell(overview: TableOverview, row: TableRow) -> str:
    return "/".join(map(str, _places(overview, row)))


def _places_heading(overview: TableOverview) -> str:
    return "/".join(_PLACES[: overview.opening.seats])


def _pool(opening: Opening) -> str:
    return f"{opening.ruleset.name}, tables of {opening.seats}"


def _unit(opening: Opening) -> str:
    return "a deck, played in all rotations of the seats" if opening.mirrored else "a deal"


def _rating_cells(overview: TableOverview, entrant: Listed) -> list[str]:
    rating, row = overview.ratings[entrant.id], overview.row(entrant)
    deals = row.deals.total
    return [
        f"{rating.conservative:.2f}",
        f"{rating.mu:.2f}",
        f"{rating.sigma:.2f}",
        _places_cell(overview, row),
        "" if row.points_per_deal is None else f"{row.points_per_deal:+.3f}",
        str(row.faults.total()),
        f"{row.seconds / deals * 1000:.1f}" if deals else "",
    ]
