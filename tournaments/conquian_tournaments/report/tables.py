"""A tournament's tables for people, and the same as values for programs."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from conquian_tournaments.opening import Listed
from conquian_tournaments.overview import Overview
from conquian_tournaments.rating.statistics import ScoreEstimate
from conquian_tournaments.report.names import printable
from conquian_tournaments.standings import Record


def ratings_table(overview: Overview) -> Group:
    """The ratings, best first, with what they rest on; it fits a terminal of 80 columns."""
    table = _table()
    table.add_column("#", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in ("μ−3σ", "μ", "σ", "+/=/−", "score ±95 %", "points", "faults", "ms"):
        table.add_column(heading, justify="right")
    for place, entrant in enumerate(overview.entrants, 1):
        table.add_row(str(place), *_cells(overview, entrant))
    return _titled(f"{overview.opening.name}: ratings ({overview.opening.ruleset.name})", table)


def crosstable(overview: Overview) -> Group:
    """Each entrant's score against each other, in the order of the ratings."""
    table = _table()
    table.add_column("bot", overflow="fold")
    for number, _ in enumerate(overview.entrants, 1):
        table.add_column(str(number), justify="right")
    for number, entrant in enumerate(overview.entrants, 1):
        scores = [_score_against(overview, entrant, other) for other in overview.entrants]
        table.add_row(f"{number} {printable(entrant.name)}", *scores)
    return _titled(f"{overview.opening.name}: score of row against column", table)


def footnotes(overview: Overview) -> list[str]:
    """What must be said with the tables: what a unit is, and what they were computed from."""
    notes = [
        f"{overview.deal_count} deals; +/=/− count decks, each played in both seatings.",
        f"Points and charged time (ms) are a deal's. Draw probability, fitted: "
        f"{overview.draw_probability:.3f}.",
        f"Ledger head: {overview.head}",
    ]
    if overview.opening.seed_given:
        notes.append("The decks' seed was given in the tournament's file.")
    notes += [
        printable(f"Set aside, not played: {leg}: {why}")
        for leg, why in overview.unplayable.items()
    ]
    return notes


def ratings_object(overview: Overview) -> dict[str, Any]:
    """The ratings and the crosstable as a JSON object."""
    return {
        "tournament": overview.opening.name,
        "ruleset": overview.opening.ruleset.reference(),
        "head": overview.head,
        "commitment": overview.opening.commitment,
        "seed": overview.seed,
        "seed_given": overview.opening.seed_given,
        "deals": overview.deal_count,
        "draw_probability": overview.draw_probability,
        "unplayable": overview.unplayable,
        "ratings": [_entrant_object(overview, entrant) for entrant in overview.entrants],
        "crosstable": [
            {"entrant": entrant, "opponent": opponent, "units": _record_object(cell.units)}
            for (entrant, opponent), cell in sorted(overview.standings.crosstable.items())
        ],
    }


def _table() -> Table:
    return Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))


def _titled(title: str, table: Table) -> Group:
    # A title of the table's own is folded where the table is narrower.
    return Group(Text(printable(title)), table)


def _cells(overview: Overview, entrant: Listed) -> list[str]:
    rating, row = overview.ratings[entrant.id], overview.row(entrant)
    units, deals = row.units, row.deals.total
    return [
        printable(f"{entrant.name} {entrant.version}"),
        f"{rating.conservative:.2f}",
        f"{rating.mu:.2f}",
        f"{rating.sigma:.2f}",
        f"{units.wins}/{units.draws}/{units.losses}",
        _estimate_cell(row.score),
        "" if row.points_per_deal is None else f"{row.points_per_deal:+.3f}",
        str(row.faults.total()),
        f"{row.seconds / deals * 1000:.1f}" if deals else "",
    ]


def _estimate_cell(estimate: ScoreEstimate | None) -> str:
    if estimate is None:
        return ""
    margin = max(estimate.high - estimate.score, estimate.score - estimate.low)
    return f"{estimate.score:.3f} ±{margin:.3f}"


def _score_against(overview: Overview, entrant: Listed, other: Listed) -> str:
    cell = overview.standings.crosstable.get((entrant.id, other.id))
    if cell is None or cell.units.score is None:
        return "·" if entrant is other else ""
    return f"{cell.units.score:.3f}"


def _entrant_object(overview: Overview, entrant: Listed) -> dict[str, Any]:
    rating, row = overview.ratings[entrant.id], overview.row(entrant)
    estimate = row.score
    return {
        "id": entrant.id,
        "name": entrant.name,
        "version": entrant.version,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "conservative": rating.conservative,
        "units": _record_object(row.units),
        "deals": _record_object(row.deals),
        "score": None if estimate is None else estimate.score,
        "score_low": None if estimate is None else estimate.low,
        "score_high": None if estimate is None else estimate.high,
        "superiority": None if estimate is None else estimate.superiority,
        "points": row.points,
        "faults": dict(sorted(row.faults.items())),
        "seconds": row.seconds,
    }


def _record_object(record: Record) -> dict[str, int]:
    return {"wins": record.wins, "draws": record.draws, "losses": record.losses}
