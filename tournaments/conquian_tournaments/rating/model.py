"""TrueSkill's model of a result between two entrants.

Each performs with its skill plus a normal error of deviation beta; the better performance wins
if it is better by more than the draw margin (Herbrich, Minka and Graepel 2007).
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from trueskill import BETA, MU, SIGMA, TrueSkill

from conquian_tournaments.rating.gaussian import Gaussian
from conquian_tournaments.rating.pool import Rating

PRIOR = Gaussian.of(MU, SIGMA**2)
PERFORMANCE_VARIANCE = 2 * BETA**2
"""Of the difference of two performances when the skills are known."""

_NORMAL = NormalDist()


def environment(draw_probability: float) -> TrueSkill:
    """TrueSkill without its global state; a bot's version does not learn, so tau is 0."""
    return TrueSkill(MU, SIGMA, BETA, tau=0.0, draw_probability=draw_probability, backend=None)


def draw_margin(draw_probability: float) -> float:
    """By how much one performance must beat the other so that two equals draw this often."""
    return _NORMAL.inv_cdf((draw_probability + 1) / 2) * sqrt(PERFORMANCE_VARIANCE)


def draw_probability_of(margin: float) -> float:
    """The inverse of `draw_margin`."""
    return 2 * _NORMAL.cdf(margin / sqrt(PERFORMANCE_VARIANCE)) - 1


def win_probability(one: Rating, other: Rating, draw_probability: float) -> float:
    """The chance that `one` wins a unit against `other`, their uncertainty included."""
    spread = sqrt(PERFORMANCE_VARIANCE + one.sigma**2 + other.sigma**2)
    return _NORMAL.cdf((one.mu - other.mu - draw_margin(draw_probability)) / spread)


@dataclass(frozen=True, slots=True)
class Truncation:
    """What a result does to the difference of two performances, in units of its deviation.

    Attributes:
        shift: added to the mean; TrueSkill's v.
        shrink: the part of the variance that goes; TrueSkill's w.
    """

    shift: float
    shrink: float


def truncation(env: TrueSkill, gap: float, margin: float, *, drawn: bool) -> Truncation:
    """What a win, or a draw, says when the winner was ahead by `gap`.

    The package gives up at gaps of some 38 deviations, where its normal density is zero. In that
    limit an expected win says nothing, and any other result puts the difference right at the
    nearer edge of the draw margin.
    """
    try:
        if drawn:
            return Truncation(env.v_draw(gap, margin), env.w_draw(gap, margin))
        return Truncation(env.v_win(gap, margin), env.w_win(gap, margin))
    except FloatingPointError:
        if gap > margin and not drawn:
            return Truncation(0.0, 0.0)
        edge = -margin if drawn and gap < 0 else margin
        return Truncation(edge - gap, 1.0)


class Comparison:
    """The difference of two performances and what a result says of it.

    Attributes:
        drawn: whether it was within the draw margin; if not, it was beyond.
        reach: how many draw margins that is, more than one where several are tied.
        spread: the deviation of the difference.
        gap: the difference before the result, in spreads.
        edge: the draw margin times the reach, in spreads.
        change: what the result says.
    """

    __slots__ = ("change", "drawn", "edge", "gap", "reach", "spread")

    def __init__(
        self,
        env: TrueSkill,
        lead: float,
        variance: float,
        margin: float,
        *,
        drawn: bool,
        reach: float = 1.0,
    ) -> None:
        self.drawn, self.reach = drawn, reach
        self.spread = sqrt(variance)
        self.gap = lead / self.spread
        self.edge = reach * margin / self.spread
        self.change = truncation(env, self.gap, self.edge, drawn=drawn)


class Duel(Comparison):
    """One result between two skills as they are known without it.

    The messages are those of the package's `rate_1vs1` with tau 0, from the same v and w; going
    straight to them is some twenty times faster than building its factor graph for each.
    """

    __slots__ = ("_loser", "_winner")

    def __init__(
        self, env: TrueSkill, winner: Gaussian, loser: Gaussian, margin: float, *, drawn: bool
    ) -> None:
        self._winner, self._loser = winner, loser
        variance = PERFORMANCE_VARIANCE + winner.variance + loser.variance
        super().__init__(env, winner.mean - loser.mean, variance, margin, drawn=drawn)

    @property
    def to_winner(self) -> Gaussian:
        """The message to the winner: its skill with the result over its skill without."""
        return self._message(self._winner, self.change.shift)

    @property
    def to_loser(self) -> Gaussian:
        """The message to the loser."""
        return self._message(self._loser, -self.change.shift)

    @property
    def messages(self) -> tuple[Gaussian, Gaussian]:
        """Those to the winner and to the loser."""
        return self.to_winner, self.to_loser

    @property
    def comparisons(self) -> "tuple[Comparison, ...]":
        """The duel itself."""
        return (self,)

    def _message(self, skill: Gaussian, shift: float) -> Gaussian:
        # The quotient of the two distributions, written so that nothing is lost by subtracting.
        precision = self.change.shrink / self.spread**2
        kept = 1 - precision * skill.variance
        return Gaussian(precision / kept, (precision * skill.mean + shift / self.spread) / kept)
