"""What goes into a rating and what comes out: values of one pool.

A pool is the results that may be compared: one ruleset, number of seats and kind of unit.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self

from conquian_tournaments.results import EntrantId
from conquian_tournaments.units import UnitResult


class ResultKey(NamedTuple):
    """Results that are equal for a rating. A draw's entrants are in the order of their ids."""

    winner: EntrantId
    loser: EntrantId
    drawn: bool


class Tally:
    """The results of a pool with their multiplicity, and its entrants.

    Nothing in it depends on the order in which results were added.
    """

    def __init__(self, entrants: Iterable[EntrantId] = ()) -> None:
        self._entrants = set(entrants)
        self._counts: Counter[ResultKey] = Counter()

    @classmethod
    def of(cls, units: Iterable[UnitResult], entrants: Iterable[EntrantId] = ()) -> Self:
        """Counts units; `entrants` are rated even if they have no result."""
        tally = cls(entrants)
        for unit in units:
            first, second = unit.entrants
            if unit.margin < 0:
                first, second = second, first
            tally.add(first, second, drawn=unit.margin == 0)
        return tally

    def add(
        self, winner: EntrantId, loser: EntrantId, *, drawn: bool = False, times: int = 1
    ) -> None:
        """Adds equal results of two entrants; when drawn, their order doesn't matter.

        Raises:
            ValueError: an entrant meets itself, or `times` is negative.
        """
        if winner == loser:
            raise ValueError(f"entrant {winner!r} can't have a result against itself")
        if times < 0:
            raise ValueError(f"times: must not be negative, but is {times}")
        if drawn:
            winner, loser = sorted((winner, loser))
        self._entrants.update((winner, loser))
        self._counts[ResultKey(winner, loser, drawn)] += times

    @property
    def entrants(self) -> list[EntrantId]:
        """Everyone in the pool, by id."""
        return sorted(self._entrants)

    @property
    def counts(self) -> list[tuple[ResultKey, int]]:
        """The different results with how often each came, in one order for all."""
        return sorted((key, times) for key, times in self._counts.items() if times)

    @property
    def result_count(self) -> int:
        """How many results there are."""
        return self._counts.total()

    @property
    def draw_count(self) -> int:
        """How many of them are drawn."""
        return sum(times for key, times in self._counts.items() if key.drawn)


@dataclass(frozen=True, slots=True)
class Rating:
    """An entrant's skill as a normal distribution, in TrueSkill's units.

    Results speak of differences only: 25 is the mean of the entrants whom results connect, and
    sigma is the doubt about an entrant's distance from it.
    """

    entrant: EntrantId
    mu: float
    sigma: float

    @property
    def conservative(self) -> float:
        """Mu less three sigma: the skill is very probably higher."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A pool's ratings.

    Attributes:
        ratings: one for each entrant, by id.
        draw_probability: of two equal entrants, as fitted or as given.
        sweeps: how many passes over the results it took.
        converged: False if the bound on sweeps ended the work; the ratings still depend on the
            results alone, but are not exact in their last digits.
    """

    ratings: tuple[Rating, ...]
    draw_probability: float
    sweeps: int
    converged: bool
