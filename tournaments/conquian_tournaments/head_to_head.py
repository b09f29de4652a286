"""Two entrants against each other, folded from their deals."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conquian_tournaments.rating.statistics import (
    MatchSummary,
    estimate_from_clusters,
    summarize,
)
from conquian_tournaments.results import DealResult, EntrantId
from conquian_tournaments.standings import Cell, Row, standings
from conquian_tournaments.units import UnitResult, units


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What two entrants made of each other, and nobody else.

    Attributes:
        first: the first one's line of the standings.
        second: the other's.
        cell: the first one's units against the other.
        summary: how much better the first one is, with the deck as what is independent. A score
            is the part of the deals won, a drawn one being half. None before the first unit.
    """

    first: Row
    second: Row
    cell: Cell
    summary: MatchSummary | None

    @property
    def rows(self) -> tuple[Row, Row]:
        """Both lines."""
        return self.first, self.second


def head_to_head(deals: Iterable[DealResult], first: EntrantId, second: EntrantId) -> HeadToHead:
    """Folds the deals that the two played with each other; others are looked over.

    Where some of their deals are mirrored and others are not, the summary is of the mirrored ones.

    Raises:
        ValueError: two deals are no pair though they have a pairing and a deck in common.
    """
    both = [deal for deal in deals if set(deal.entrants) == {first, second}]
    table = standings(both, (first, second))
    cell = table.crosstable.get((first, second), Cell())
    summary = _summary(_counts(cell), units(both), first) if cell.units.total else None
    return HeadToHead(table.rows[first], table.rows[second], cell, summary)


def _counts(cell: Cell) -> Sequence[int]:
    record = cell.units
    return cell.pairs if any(cell.pairs) else (record.losses, record.draws, record.wins)


def _summary(counts: Sequence[int], played: Iterable[UnitResult], first: EntrantId) -> MatchSummary:
    deals = len(counts) // 2
    by_deck: defaultdict[int, list[float]] = defaultdict(list)
    for unit in played:
        if unit.deals == deals:
            margin = unit.margin if unit.entrants[0] == first else -unit.margin
            by_deck[unit.deck].append((margin / deals + 1) / 2)
    error = summarize(counts).estimate.error
    # Entrants who meet again do so with the same decks; that tells little new of them.
    widening = estimate_from_clusters(by_deck.values()).error / error if error else 1.0
    return summarize(counts, widening=widening or 1.0)
