"""Batch TrueSkill: ratings as a function of all results at once, whatever their order.

Expectation propagation (Minka 2001) run to its fixed point: every result sends each of its
entrants a message, and an entrant's rating is the prior times all messages to it. Equal results
share one message, raised to their number, so that the work grows with the number of different
results only. Everything runs in the order in which it is given: the same factors, the same bits.
"""

from collections.abc import Sequence
from math import inf

from trueskill import DRAW_PROBABILITY, MU, TrueSkill

from conquian_tournaments.rating import draws
from conquian_tournaments.rating.factor import Factor
from conquian_tournaments.rating.gaussian import Gaussian
from conquian_tournaments.rating.groups import Group, connected
from conquian_tournaments.rating.model import PRIOR, draw_margin, draw_probability_of, environment
from conquian_tournaments.rating.pool import PoolRating, Rating
from conquian_tournaments.results import EntrantId

TOLERANCE = 1e-9
"""The work is done when a sweep changes no mean, deviation or draw margin by more."""
MOST_SWEEPS = 1000


def propagate(
    entrants: Sequence[EntrantId],
    factors: Sequence[Factor],
    *,
    draw_share: float | None,
    draw_probability: float | None,
) -> PoolRating:
    """Rates the entrants of a pool; one without results keeps the prior.

    Args:
        entrants: everyone, in the places that the factors name.
        factors: the results.
        draw_share: the part of them that is drawn, None when there are none.
        draw_probability: of two equals; if not given it is fitted.

    Raises:
        ValueError: `draw_probability` is not from 0 up to but without 1, or too low for a pool
            with draws.
    """
    if draw_probability is not None:
        _check(draw_probability, draw_share or 0.0)
    pool = _Pool(len(entrants), factors, draw_share, draw_probability)
    sweeps, change = 0, inf
    while change > TOLERANCE and sweeps < MOST_SWEEPS:
        change = pool.sweep()
        sweeps += 1
    ratings = tuple(
        Rating(entrant, belief.mean, belief.deviation)
        for entrant, belief in zip(entrants, pool.beliefs, strict=True)
    )
    probability = draw_probability_of(pool.margin) if draw_probability is None else draw_probability
    return PoolRating(ratings, probability, sweeps, converged=change <= TOLERANCE)


def _check(draw_probability: float, draw_share: float) -> None:
    if not 0 <= draw_probability < 1:
        raise ValueError(f"draw_probability: must be from 0 up to 1, not {draw_probability}")
    if draw_share and draw_probability < draws.LOWEST:
        raise ValueError(
            f"draw_probability: {draw_probability} can't be, the pool has draws "
            f"(at least {draws.LOWEST})"
        )


class _Pool:
    """A belief for each entrant, by place, and a factor for each different result."""

    def __init__(
        self,
        entrant_count: int,
        factors: Sequence[Factor],
        draw_share: float | None,
        draw_probability: float | None,
    ) -> None:
        self.beliefs = [PRIOR] * entrant_count
        self._factors = factors
        self._groups = connected(factors)
        self._fits = draw_probability is None and bool(factors)
        chance = _first_guess(draw_share) if draw_probability is None else draw_probability
        self.margin = draw_margin(chance)
        # Its own draw probability is not used: the margin is passed along.
        self._env: TrueSkill = environment(chance)

    def sweep(self) -> float:
        """Renews every message once; returns the largest change."""
        old_beliefs, old_margin = list(self.beliefs), self.margin
        slope = self._renew()
        for group in self._groups:
            self._recentre(group)
        self._collect()
        if self._fits:
            self.margin = draws.better_margin(self.margin, slope)
        return max(_largest_change(old_beliefs, self.beliefs), abs(self.margin - old_margin))

    def _renew(self) -> draws.Slope:
        slope = draws.Slope()
        for factor in self._factors:
            evidence = factor.weigh(self._env, self.beliefs, self.margin)
            factor.renew(evidence, self.beliefs)
            if self._fits:
                for comparison in evidence.comparisons:
                    slope.add(comparison, factor.times)
        return slope

    def _recentre(self, group: Group) -> None:
        """Moves the mean of a connected group to the prior's.

        That is where it is at the fixed point, since results speak of differences only; by
        itself it gets there slowly.
        """
        missing = sum(MU - self.beliefs[place].mean for place in group.places)
        given = sum(1 - PRIOR.precision / self.beliefs[place].precision for place in group.places)
        if given > 0:
            for factor in group.factors:
                factor.shift(missing / given)

    def _collect(self) -> None:
        """Multiplies the beliefs anew, so that no rounding piles up."""
        self.beliefs[:] = [PRIOR] * len(self.beliefs)
        for factor in self._factors:
            factor.send(self.beliefs)


def _first_guess(draw_share: float | None) -> float:
    """Where the fit begins; the package's default where there is nothing to fit."""
    if draw_share is None:
        return float(DRAW_PROBABILITY)
    return min(max(draw_share, draws.LOWEST), draws.HIGHEST)


def _largest_change(old: Sequence[Gaussian], new: Sequence[Gaussian]) -> float:
    return max(
        (
            max(abs(one.mean - other.mean), abs(one.deviation - other.deviation))
            for one, other in zip(old, new, strict=True)
        ),
        default=0.0,
    )
