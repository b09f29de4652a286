"""Two bots against each other, for people and for programs."""

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from conquian_tournaments.head_to_head import HeadToHead
from conquian_tournaments.rating.statistics import MatchSummary
from conquian_tournaments.report.frame import (
    estimate_cell,
    estimate_object,
    points_cell,
    record_cell,
    record_object,
)
from conquian_tournaments.report.names import printable

Line = tuple[str, str]
"""What is said, and of what."""


# --- for people -------------------------------------------------------------------------------


def lines_table(title: str, lines: Iterable[Line]) -> Group:
    """A title and a line for each thing said."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in lines:
        table.add_row(name, value)
    return Group(Text(printable(title)), table)


def head_to_head_lines(both: HeadToHead) -> Iterator[Line]:
    """What the first bot made of the second; it fits a terminal of 80 columns."""
    pairs, deals = both.cell.pairs, both.first.deals
    yield ("decks" if any(pairs) else "units") + " +/=/-", record_cell(both.cell.units)
    if any(pairs):
        yield "pairs 0/½/1/1½/2", "/".join(map(str, pairs))
    yield "deals +/=/-", record_cell(deals)
    if both.summary is not None:
        yield from _summary_lines(both.summary)
    if both.first.points_per_deal is not None:
        yield "points a deal", f"{both.first.points_per_deal:+.3f}"
        yield "points", points_cell(row.points for row in both.rows)
    yield "faults", "/".join(str(row.faults.total()) for row in both.rows)


def _summary_lines(summary: MatchSummary) -> Iterator[Line]:
    yield "score ±95 %", estimate_cell(summary.estimate)
    yield "Elo ±95 %", _with_error(summary.elo, summary.elo_error)
    yield "normalized Elo", _with_error(summary.normalized_elo, summary.normalized_elo_error)
    yield "superiority", f"{summary.estimate.superiority:.1%}"


def _with_error(value: float, error: float) -> str:
    if not isfinite(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:+.1f} ±{error:.1f}" if isfinite(error) else f"{value:+.1f}"


# --- for programs -----------------------------------------------------------------------------


def head_to_head_object(both: HeadToHead) -> dict[str, Any]:
    """The fields of what two bots made of each other."""
    summary = both.summary
    return {
        "units": record_object(both.cell.units),
        "pairs": list(both.cell.pairs),
        "deals": record_object(both.first.deals),
        **estimate_object(None if summary is None else summary.estimate),
        "elo": None if summary is None else _finite(summary.elo),
        "elo_error": None if summary is None else _finite(summary.elo_error),
        "normalized_elo": None if summary is None else _finite(summary.normalized_elo),
        "normalized_elo_error": None if summary is None else summary.normalized_elo_error,
        "points": [row.points for row in both.rows],
        "faults": [dict(sorted(row.faults.items())) for row in both.rows],
        "seconds": [row.seconds for row in both.rows],
    }


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
