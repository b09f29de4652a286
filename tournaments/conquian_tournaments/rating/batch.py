"""Batch TrueSkill: ratings as a function of all results at once, whatever their order.

Expectation propagation (Minka 2001) run to its fixed point: every result sends each of its two
entrants a message, and an entrant's rating is the prior times all messages to it. Equal results
share one message, raised to their number, so that the work grows with the number of different
results only. Everything runs in the order of entrants' ids: the same tally, the same bits.
"""

from collections.abc import Sequence
from math import inf

from trueskill import DRAW_PROBABILITY, MU, TrueSkill

from conquian_tournaments.rating import draws
from conquian_tournaments.rating.factor import Factor
from conquian_tournaments.rating.gaussian import Gaussian
from conquian_tournaments.rating.groups import Group, connected
from conquian_tournaments.rating.model import (
    PRIOR,
    Duel,
    draw_margin,
    draw_probability_of,
    environment,
)
from conquian_tournaments.rating.pool import PoolRating, Rating, Tally

TOLERANCE = 1e-9
"""The work is done when a sweep changes no mean, deviation or draw margin by more."""
MOST_SWEEPS = 1000


def rate(tally: Tally, *, draw_probability: float | None = None) -> PoolRating:
    """Rates every entrant of a pool; one without results keeps the prior.

    Entrants whom no chain of results connects are rated apart, each group around the prior's
    mean. A `draw_probability` that is not given is fitted by maximum likelihood (see `draws`).

    Raises:
        ValueError: `draw_probability` is not from 0 up to but without 1, or too low for a pool
            with draws.
    """
    if draw_probability is not None:
        _check(draw_probability, tally)
    pool = _Pool(tally, draw_probability)
    sweeps, change = 0, inf
    while change > TOLERANCE and sweeps < MOST_SWEEPS:
        change = pool.sweep()
        sweeps += 1
    ratings = tuple(
        Rating(entrant, belief.mean, belief.deviation)
        for entrant, belief in zip(tally.entrants, pool.beliefs, strict=True)
    )
    probability = draw_probability_of(pool.margin) if draw_probability is None else draw_probability
    return PoolRating(ratings, probability, sweeps, converged=change <= TOLERANCE)


def _check(draw_probability: float, tally: Tally) -> None:
    if not 0 <= draw_probability < 1:
        raise ValueError(f"draw_probability: must be from 0 up to 1, not {draw_probability}")
    if tally.draw_count and draw_probability < draws.LOWEST:
        raise ValueError(
            f"draw_probability: {draw_probability} can't be, the pool has draws "
            f"(at least {draws.LOWEST})"
        )


class _Pool:
    """A belief for each entrant, by place in the order of ids, and a factor for each key."""

    def __init__(self, tally: Tally, draw_probability: float | None) -> None:
        place = {entrant: place for place, entrant in enumerate(tally.entrants)}
        self.beliefs = [PRIOR] * len(place)
        self._factors = [
            Factor(place[key.winner], place[key.loser], key.drawn, times)
            for key, times in tally.counts
        ]
        self._groups = connected(self._factors)
        self._fits = draw_probability is None and bool(self._factors)
        chance = _share_of_draws(tally) if draw_probability is None else draw_probability
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
            duel = Duel(
                self._env,
                self.beliefs[factor.winner] / factor.to_winner,
                self.beliefs[factor.loser] / factor.to_loser,
                self.margin,
                drawn=factor.drawn,
            )
            factor.renew(duel, self.beliefs)
            if self._fits:
                slope.add(duel, factor.times)
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


def _share_of_draws(tally: Tally) -> float:
    """Where the fit begins; the package's default where there is nothing to fit."""
    if not tally.result_count:
        return float(DRAW_PROBABILITY)
    return min(max(tally.draw_count / tally.result_count, draws.LOWEST), draws.HIGHEST)


def _largest_change(old: Sequence[Gaussian], new: Sequence[Gaussian]) -> float:
    return max(
        (
            max(abs(one.mean - other.mean), abs(one.deviation - other.deviation))
            for one, other in zip(old, new, strict=True)
        ),
        default=0.0,
    )
