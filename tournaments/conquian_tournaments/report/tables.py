"""A tournament's tables for people, and the same as values for programs."""

from typing import Any

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
    settled_notes,
    sum_notes,
    titled,
)
from conquian_tournaments.report.names import printable

_COLUMNS = (
    "μ: strength, σ: its uncertainty (TrueSkill); score: wins and half the draws;",
    "points, ms (time charged): a deal's; faults: deals forfeited.",
)


def ratings_table(overview: Overview) -> Group:
    """The ratings, best first, with what they rest on; it fits a terminal of 80 columns."""
    table = new_table()
    table.add_column("#", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in ("μ-3σ", "μ", "σ", "+/=/-", "score ±95 %", "points", "faults", "ms"):
        table.add_column(heading, justify="right")
    for place, entrant in enumerate(overview.entrants, 1):
        table.add_row(str(place), *_cells(overview, entrant))
    return titled(f"{overview.opening.name}: ratings ({overview.opening.ruleset.name})", table)


def crosstable(overview: Overview) -> Group:
    """Each entrant's score against each other, in the order of the ratings."""
    table = new_table()
    table.add_column("bot", overflow="fold")
    for number, _ in enumerate(overview.entrants, 1):
        table.add_column(str(number), justify="right")
    for number, entrant in enumerate(overview.entrants, 1):
        scores = [_score_against(overview, entrant, other) for other in overview.entrants]
        table.add_row(f"{number} {printable(entrant.name)}", *scores)
    return titled(f"{overview.opening.name}: score of row against column", table)


def footnotes(overview: Overview, *, tell_seed: bool = True) -> list[str]:
    """What must be said with the tables: what they count, and what they were computed from.

    Args:
        overview: what they show.
        tell_seed: whether to say that the seed was given, where it was.
    """
    count, *others = sum_notes(overview, tell_seed=tell_seed)
    drawn = f"Two equal bots draw with probability {overview.draw_probability:.3f}, as fitted."
    return [count, *_COLUMNS, drawn, *settled_notes(overview), *others]


def ratings_object(overview: Overview) -> dict[str, Any]:
    """The ratings and the crosstable as a JSON object."""
    return {
        **about_object(overview.opening, overview.head),
        "commitment": overview.opening.commitment,
        "seed": overview.seed,
        "seed_given": overview.opening.seed_given,
        "deals": overview.deal_count,
        "draw_probability": overview.draw_probability,
        "unplayable": overview.unplayable,
        "ratings": [_entrant_object(overview, entrant) for entrant in overview.entrants],
        "crosstable": crosstable_rows(overview),
    }


def crosstable_object(overview: Overview) -> dict[str, Any]:
    """The crosstable as a JSON object, the entrants in the order of their ratings."""
    return {
        **about_object(overview.opening, overview.head),
        "entrants": [{"id": entrant.id, "name": entrant.name} for entrant in overview.entrants],
        "crosstable": crosstable_rows(overview),
    }


def crosstable_rows(overview: Overview) -> list[dict[str, Any]]:
    """What each entrant made of each other that it has met, by their ids."""
    return [
        {"entrant": entrant, "opponent": opponent, "units": record_object(cell.units)}
        for (entrant, opponent), cell in sorted(overview.standings.crosstable.items())
    ]


def _cells(overview: Overview, entrant: Listed) -> list[str]:
    rating, row = overview.ratings[entrant.id], overview.row(entrant)
    deals = row.deals.total
    return [
        name_and_version(entrant),
        f"{rating.conservative:.2f}",
        f"{rating.mu:.2f}",
        f"{rating.sigma:.2f}",
        record_cell(row.units),
        estimate_cell(row.score),
        "" if row.points_per_deal is None else f"{row.points_per_deal:+.3f}",
        str(row.faults.total()),
        f"{row.seconds / deals * 1000:.1f}" if deals else "",
    ]


def _score_against(overview: Overview, entrant: Listed, other: Listed) -> str:
    cell = overview.standings.crosstable.get((entrant.id, other.id))
    if cell is None or cell.units.score is None:
        return "·" if entrant is other else ""
    return f"{cell.units.score:.3f}"


def _entrant_object(overview: Overview, entrant: Listed) -> dict[str, Any]:
    rating, row = overview.ratings[entrant.id], overview.row(entrant)
    return {
        "id": entrant.id,
        "name": entrant.name,
        "version": entrant.version,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "conservative": rating.conservative,
        "units": record_object(row.units),
        "deals": record_object(row.deals),
        **estimate_object(row.score),
        "points": row.points,
        "faults": dict(sorted(row.faults.items())),
        "seconds": row.seconds,
    }
