"""The table of a tournament, folded from its deals."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from conquian_tournaments.rating import Tally
from conquian_tournaments.rating.statistics import (
    MatchSummary,
    ScoreEstimate,
    estimate_from_totals,
    summarize,
)
from conquian_tournaments.results import DealResult, EntrantId
from conquian_tournaments.units import UnitResult, units


@dataclass(slots=True)
class Record:
    """How often one side won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def total(self) -> int:
        """How many there are."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The share won, a draw being half; None when there is nothing yet."""
        return (self.wins + self.draws / 2) / self.total if self.total else None

    def add(self, margin: int) -> None:
        """Counts a win when the margin is positive, a loss when it is negative."""
        self.wins += margin > 0
        self.draws += margin == 0
        self.losses += margin < 0


@dataclass(slots=True)
class DealSums:
    """One entrant's deals.

    Attributes:
        deals: all ended deals, those of unfinished units among them.
        points: won less lost, with multipliers (rules section 7).
        faults: how many deals the entrant forfeited, by cause.
        microseconds: the time charged, counted in whole ones so that every order adds up alike.
    """

    entrant: EntrantId
    deals: Record = field(default_factory=Record)
    points: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    microseconds: int = 0

    @property
    def seconds(self) -> float:
        """The time charged."""
        return self.microseconds / 1_000_000

    @property
    def points_per_deal(self) -> float | None:
        """None before the first deal."""
        return self.points / self.deals.total if self.deals.total else None


@dataclass(slots=True)
class Row(DealSums):
    """One entrant's line of the standings.

    Attributes:
        units: mirrored pairs, and deals that are not mirrored.
        deck_units: how many units the entrant played with each deck.
        deck_halves: what it scored with each deck, in halves of a unit.
    """

    units: Record = field(default_factory=Record)
    deck_units: Counter[int] = field(default_factory=Counter)
    deck_halves: Counter[int] = field(default_factory=Counter)

    @property
    def score(self) -> ScoreEstimate | None:
        """The score in units with its interval; None before the first unit.

        Its standard error takes the deck as the unit: what an entrant makes of one deck against
        several others is not independent.
        """
        if not self.units.total:
            return None
        totals = ((units, self.deck_halves[deck] / 2) for deck, units in self.deck_units.items())
        return estimate_from_totals(totals)

    def add_deal(self, deal: DealResult, side: int) -> None:
        """Adds the deal as seen by the pairing's first (0) or second (1) entrant."""
        self.deals.add(-deal.margin if side else deal.margin)
        self.points += deal.points[side]
        self.microseconds += round(deal.seconds[side] * 1_000_000)
        if deal.fault is not None and deal.fault.offender == self.entrant:
            self.faults[deal.fault.cause] += 1

    def add_unit(self, deck: int, margin: int) -> None:
        """Adds a unit that the entrant won by `margin` deals."""
        self.units.add(margin)
        self.deck_units[deck] += 1
        self.deck_halves[deck] += 1 + (margin > 0) - (margin < 0)


@dataclass(slots=True)
class Cell:
    """One entrant's units against one other.

    Attributes:
        units: won, drawn and lost.
        pairs: mirrored pairs by their margin, from two deals lost to two deals won.
    """

    units: Record = field(default_factory=Record)
    pairs: list[int] = field(default_factory=lambda: [0] * 5)

    @property
    def summary(self) -> MatchSummary | None:
        """Of the mirrored pairs; None before the first."""
        return summarize(self.pairs) if any(self.pairs) else None

    def add(self, margin: int, deals: int) -> None:
        """Adds a unit of so many deals that was won by `margin` deals."""
        self.units.add(margin)
        if deals > 1:
            self.pairs[margin + deals] += 1


@dataclass(frozen=True, slots=True)
class Standings:
    """All rows, and the crosstable: of entrant and opponent, only where they have met."""

    rows: dict[EntrantId, Row]
    crosstable: dict[tuple[EntrantId, EntrantId], Cell]

    @property
    def deal_count(self) -> int:
        """How many deals there are, each of which two entrants played."""
        return sum(row.deals.total for row in self.rows.values()) // 2

    @property
    def tally(self) -> Tally:
        """The units as a rating takes them."""
        tally = Tally(self.rows)
        for (entrant, opponent), cell in self.crosstable.items():
            if entrant < opponent:
                tally.add(entrant, opponent, times=cell.units.wins)
                tally.add(opponent, entrant, times=cell.units.losses)
                tally.add(entrant, opponent, drawn=True, times=cell.units.draws)
        return tally

    def add(self, deals: Iterable[DealResult]) -> None:
        """Adds deals; a pair of which only one deal is among them is no unit.

        Raises:
            ValueError: two deals are no pair though they have a pairing and a deck in common.
        """
        for unit in units(self._counted(deals)):
            self._add_unit(unit)

    def _counted(self, deals: Iterable[DealResult]) -> Iterator[DealResult]:
        for deal in deals:
            for side, entrant in enumerate(deal.entrants):
                self.rows.setdefault(entrant, Row(entrant)).add_deal(deal, side)
            yield deal

    def _add_unit(self, unit: UnitResult) -> None:
        first, second = unit.entrants
        for one, other, margin in ((first, second, unit.margin), (second, first, -unit.margin)):
            self.rows[one].add_unit(unit.deck, margin)
            self.crosstable.setdefault((one, other), Cell()).add(margin, unit.deals)


def standings(deals: Iterable[DealResult], entrants: Iterable[EntrantId] = ()) -> Standings:
    """Folds deals into standings; `entrants` get a row even if they have no deal.

    The order of the deals plays no part.

    Raises:
        ValueError: two deals are no pair though they have a pairing and a deck in common.
    """
    table = Standings({entrant: Row(entrant) for entrant in entrants}, {})
    table.add(deals)
    return table
