"""What a ranking says, when all its performances are looked at together.

The model is TrueSkill's: every entrant performs once, whatever is compared with it. A ranking is
a set of comparisons of these performances, each a win or a draw. For a ranking without ties the
comparisons are those of the package's factor graph, a chain of neighbours, and so is the fixed
point. Ties are where we differ: the chain compares a winner with one of those tied after it only,
so they get different ratings by their order. Here all of them are compared with it and with each
other, which treats them alike. In a tie of k the chain's margins add up, to (k - 1) margins
between the best and the worst: as pairs they are given the reach with which a tie of k equals is
as probable, to first order, as in the chain.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial
from typing import NamedTuple

from trueskill import BETA, TrueSkill

from conquian_tournaments.rating.gaussian import Gaussian
from conquian_tournaments.rating.model import Comparison

TOLERANCE = 1e-11
"""Of precisions and pulls, each in its natural size of some hundredths."""
MOST_ROUNDS = 1
LEAST_VARIANCE_KEPT = 1e-6
"""A comparison never takes all: of a difference known for sure nothing could be taken back."""


class Versus(NamedTuple):
    """Two of a ranking's entrants, by number; `ahead` won if it is not drawn.

    For `reach` see `Comparison`.
    """

    ahead: int
    behind: int
    drawn: bool
    reach: float = 1.0


def comparisons_of(ranks: Sequence[int]) -> Iterator[Versus]:
    """All pairs that share a rank or have neighbouring ones; the rest follows from these.

    Args:
        ranks: of each entrant, the best first.
    """
    order = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    for ahead, behind in combinations(range(len(ranks)), 2):
        distance = order[ranks[behind]] - order[ranks[ahead]]
        if distance == 0:
            yield Versus(ahead, behind, drawn=True, reach=_reach(ranks.count(ranks[ahead])))
        elif distance == 1:
            yield Versus(ahead, behind, drawn=False)


def _reach(tied: int) -> float:
    """The half-width of pairwise differences for which these fill the volume of the chain's.

    Sorted, the chain's gaps fill a cube of side 1, and gaps that sum to at most c, a corner of
    volume c ** (k - 1) / (k - 1)!.
    """
    return float(factorial(tied - 1) ** (1 / (tied - 1)))


class Joint:
    """Performances as one normal distribution, which comparisons narrow."""

    def __init__(self, skills: Sequence[Gaussian]) -> None:
        self.means = [skill.mean for skill in skills]
        self._covariance = [
            [skill.variance + BETA**2 if row == column else 0.0 for column in range(len(skills))]
            for row, skill in enumerate(skills)
        ]

    def variance(self, number: int) -> float:
        """Of one performance."""
        return self._covariance[number][number]

    def difference(self, versus: Versus) -> Gaussian:
        """The performance of `ahead` less that of `behind`."""
        ahead, behind = versus.ahead, versus.behind
        toward = self._toward(versus)
        return Gaussian.of(self.means[ahead] - self.means[behind], toward[ahead] - toward[behind])

    def multiply(self, versus: Versus, message: Gaussian) -> None:
        """Multiplies in what a message says of a difference (Sherman and Morrison 1950)."""
        toward, known = self._toward(versus), self.difference(versus)
        size = 1 + message.precision * known.variance
        step = (message.pull - message.precision * known.mean) / size
        self.means = [mean + step * one for mean, one in zip(self.means, toward, strict=True)]
        for row, one in zip(self._covariance, toward, strict=True):
            factor = one * message.precision / size
            row[:] = [value - factor * other for value, other in zip(row, toward, strict=True)]

    def _toward(self, versus: Versus) -> list[float]:
        """The covariance of each performance with the difference."""
        return [row[versus.ahead] - row[versus.behind] for row in self._covariance]


class Ranking:
    """How three or more entrants came out: a `factor.Outcome`, and the evidence of it.

    Each weighing renews what every comparison says once and keeps it for the next one. To go on
    until nothing changes, within each sweep over the pool, leads to the same fixed point in as
    many sweeps and takes three times as long.

    Attributes:
        messages: as `factor.Evidence` has them, after `weigh`.
        comparisons: likewise.
    """

    def __init__(self, ranks: Sequence[int]) -> None:
        """Takes the rank of each entrant, the best first."""
        self._versus = list(comparisons_of(ranks))
        self._sites = [Gaussian() for _ in self._versus]
        self.messages: list[Gaussian] = []
        self.comparisons: list[Comparison] = []

    def weigh(self, env: TrueSkill, skills: Sequence[Gaussian], margin: float) -> "Ranking":
        """See `factor.Outcome.weigh`."""
        joint = Joint(skills)
        for versus, site in zip(self._versus, self._sites, strict=True):
            joint.multiply(versus, site)
        self.comparisons = [
            self._renew(env, joint, margin, number) for number, _ in enumerate(self._versus)
        ]
        self.messages = [_message(joint, number, skill) for number, skill in enumerate(skills)]
        return self

    def _renew(self, env: TrueSkill, joint: Joint, margin: float, number: int) -> Comparison:
        versus, old = self._versus[number], self._sites[number]
        rest = joint.difference(versus) / old
        comparison = Comparison(
            env, rest.mean, rest.variance, margin, drawn=versus.drawn, reach=versus.reach
        )
        self._sites[number] = _site(rest, comparison)
        joint.multiply(versus, self._sites[number] / old)
        return comparison


def _site(rest: Gaussian, comparison: Comparison) -> Gaussian:
    """The message to a difference: what is known of it with the comparison over without."""
    shift, shrink = comparison.change.shift, comparison.change.shrink
    kept = max(1 - shrink, LEAST_VARIANCE_KEPT)
    precision = (1 - kept) * rest.precision
    return Gaussian(
        precision / kept,
        (precision * rest.mean + shift * rest.precision * comparison.spread) / kept,
    )


def _message(joint: Joint, number: int, skill: Gaussian) -> Gaussian:
    """The message to a skill: what is known of the performance besides, less sharp by its error."""
    variance = skill.variance + BETA**2
    told = Gaussian.of(joint.means[number], joint.variance(number)) / Gaussian.of(
        skill.mean, variance
    )
    blurred = 1 + BETA**2 * told.precision
    return Gaussian(told.precision / blurred, told.pull / blurred)
