"""Batch ratings of deals at tables of three and four, as free-for-alls.

The machinery is that of results between two (see `propagation`); what differs is what one result
says (see `joint`). The draw probability is fitted here too: it is that of two equals at a table,
and how often they tie depends on the ruleset and the number of seats, so no constant would do.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple, Self

from conquian_tournaments.rating.factor import Factor
from conquian_tournaments.rating.joint import Ranking, comparisons_of
from conquian_tournaments.rating.pool import PoolRating
from conquian_tournaments.rating.propagation import propagate
from conquian_tournaments.results import EntrantId
from conquian_tournaments.rotated import TableUnit


class TablePool(NamedTuple):
    """Results that may be compared.

    Attributes:
        ruleset: the ruleset's name.
        seats: how many entrants a result has.
        rotated: whether the unit is a deck in all rotations; if not, a deal.
    """

    ruleset: str
    seats: int
    rotated: bool


class RankingKey(NamedTuple):
    """Rankings that are equal for a rating: who, by rank and then by id, and with which ranks."""

    entrants: tuple[EntrantId, ...]
    ranks: tuple[int, ...]


class RankingTally:
    """The rankings of a pool with their multiplicity, and its entrants.

    Nothing in it depends on the order in which they were added.
    """

    def __init__(self, entrants: Iterable[EntrantId] = ()) -> None:
        self._entrants = set(entrants)
        self._counts: Counter[RankingKey] = Counter()

    @classmethod
    def of(cls, units: Iterable[TableUnit], entrants: Iterable[EntrantId] = ()) -> Self:
        """Counts units; `entrants` are rated even if they have no result."""
        tally = cls(entrants)
        for unit in units:
            tally.add(unit.entrants, unit.ranks)
        return tally

    def add(self, entrants: Iterable[EntrantId], ranks: Iterable[int], *, times: int = 1) -> None:
        """Adds equal rankings; ranks that are equal are tied, and the lowest is the best.

        Raises:
            ValueError: there are fewer than two entrants, an entrant has no rank or comes twice,
                or `times` is negative.
        """
        pairs = sorted(zip(ranks, entrants, strict=True))
        key = RankingKey(tuple(entrant for _, entrant in pairs), _dense(rank for rank, _ in pairs))
        if len(set(key.entrants)) < max(2, len(pairs)):
            raise ValueError(f"entrants: {key.entrants} are no two or more different ones")
        if times < 0:
            raise ValueError(f"times: must not be negative, but is {times}")
        self._entrants.update(key.entrants)
        self._counts[key] += times

    @property
    def entrants(self) -> list[EntrantId]:
        """Everyone in the pool, by id."""
        return sorted(self._entrants)

    @property
    def counts(self) -> list[tuple[RankingKey, int]]:
        """The different rankings with how often each came, in one order for all."""
        return sorted((key, times) for key, times in self._counts.items() if times)

    @property
    def draw_share(self) -> float | None:
        """The part of the comparisons in all rankings that are ties; None without a ranking."""
        compared: Counter[bool] = Counter()
        for key, times in self._counts.items():
            for versus in comparisons_of(key.ranks):
                compared[versus.drawn] += times
        return compared[True] / compared.total() if compared.total() else None


def rate_tables(tally: RankingTally, *, draw_probability: float | None = None) -> PoolRating:
    """Rates every entrant of a pool; see `batch.rate`, whose words hold here too.

    Raises:
        ValueError: `draw_probability` is not from 0 up to but without 1, or too low for a pool
            with ties.
    """
    place = {entrant: place for place, entrant in enumerate(tally.entrants)}
    factors = [
        Factor(tuple(place[entrant] for entrant in key.entrants), Ranking(key.ranks), times)
        for key, times in tally.counts
    ]
    return propagate(
        tally.entrants, factors, draw_share=tally.draw_share, draw_probability=draw_probability
    )


def table_pools(units: Iterable[tuple[str, TableUnit]]) -> dict[TablePool, RankingTally]:
    """Sorts units into the pools in which they are rated.

    Args:
        units: each with its ruleset's name.
    """
    pools: defaultdict[TablePool, RankingTally] = defaultdict(RankingTally)
    for ruleset, unit in units:
        seats = len(unit.entrants)
        pools[TablePool(ruleset, seats, unit.deals > 1)].add(unit.entrants, unit.ranks)
    return dict(pools)


def _dense(ranks: Iterable[int]) -> tuple[int, ...]:
    """The ranks in their order as 0, 1, 2 …, so that equal rankings are written alike."""
    listed = list(ranks)
    number = {rank: number for number, rank in enumerate(sorted(set(listed)))}
    return tuple(number[rank] for rank in listed)
