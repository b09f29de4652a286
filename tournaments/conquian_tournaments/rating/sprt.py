"""The sequential probability ratio test between two hypotheses of Elo.

The generalized test of "Comments on Normalized Elo" (Van den Bergh 2020): the likelihoods are
those of the most likely distribution of units under each hypothesis.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from math import log, log10, sqrt
from typing import NamedTuple

from conquian_tournaments.rating.statistics import ELO_SCALE, deals_in_unit, moments, unit_scores

EMPTY_COUNT = 0.001
"""Stands for a count of zero, whose likelihood would have no logarithm."""
MOST_ROUNDS = 1000
SAME_CHANCE = 1e-12


class EloModel(StrEnum):
    """What the hypotheses are measured in."""

    LOGISTIC = "logistic"
    NORMALIZED = "normalized"
    BAYESIAN = "bayesian"


class Bounds(NamedTuple):
    """Where the test ends: at `lower` for the first hypothesis, at `upper` for the second."""

    lower: float
    upper: float


def bounds(alpha: float = 0.05, beta: float = 0.05) -> Bounds:
    """Wald's bounds for errors of the first and second kind.

    Raises:
        ValueError: the errors are not positive, or are 1 or more together.
    """
    if alpha <= 0 or beta <= 0 or alpha + beta >= 1:
        raise ValueError(f"alpha, beta: {alpha} and {beta} are no error rates of a test")
    return Bounds(log(beta / (1 - alpha)), log((1 - beta) / alpha))


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float, model: EloModel) -> float:
    """How much the counts (worst to best, three or five) speak for `elo1` against `elo0`.

    Raises:
        ValueError: there are neither three counts nor five, the bayesian model is given five, or
            a hypothesis is so far out that no distribution of units has it.
    """
    filled = [count or EMPTY_COUNT for count in counts]
    observed = _Observed(unit_scores(counts), [count / sum(filled) for count in filled])
    if model is EloModel.NORMALIZED:
        scale = sqrt(deals_in_unit(counts)) / ELO_SCALE
        under0, under1 = (_most_likely_with_lead(observed, elo * scale) for elo in (elo0, elo1))
    else:
        scores = (_expected_score(elo, observed, model) for elo in (elo0, elo1))
        under0, under1 = (_most_likely_with_mean(observed, score) for score in scores)
    ratios = (log(chance1 / chance0) for chance0, chance1 in zip(under0, under1, strict=True))
    return sum(count * ratio for count, ratio in zip(filled, ratios, strict=True))


class _Observed(NamedTuple):
    scores: list[float]
    chances: list[float]


def _expected_score(elo: float, observed: _Observed, model: EloModel) -> float:
    if model is EloModel.LOGISTIC:
        return _logistic(elo)
    if deals_in_unit(observed.chances) > 1:
        raise ValueError("model: the bayesian one is for three counts only")
    loss, _, win = observed.chances
    draw_elo = 200 * log10((1 - loss) / loss * (1 - win) / win)
    return (1 + _logistic(elo - draw_elo) - _logistic(-elo - draw_elo)) / 2


def _logistic(elo: float) -> float:
    return float(1 / (1 + 10 ** (-elo / 400)))


def _most_likely_with_mean(observed: _Observed, mean: float) -> list[float]:
    """The most likely distribution whose expected score is `mean` (proposition 1.1)."""
    return _tilted(observed, [score - mean for score in observed.scores])


def _most_likely_with_lead(observed: _Observed, lead: float) -> list[float]:
    """The most likely distribution whose mean is `lead` deviations above one half (section 4.1).

    The condition is not linear in the chances: it is made so about the last solution, until that
    stays.
    """
    chances = [1 / len(observed.chances)] * len(observed.chances)
    for _ in range(MOST_ROUNDS):
        mean, variance = moments(observed.scores, chances)
        deviation = sqrt(variance)
        condition = [
            score - 0.5 - lead * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
            for score in observed.scores
        ]
        previous, chances = chances, _tilted(observed, condition)
        if (
            max(abs(one - other) for one, other in zip(previous, chances, strict=True))
            < SAME_CHANCE
        ):
            break
    return chances


def _tilted(observed: _Observed, condition: Sequence[float]) -> list[float]:
    """The most likely distribution under which `condition` is zero on average."""
    if not min(condition) < 0 < max(condition):
        raise ValueError("elo: no distribution of units has so great a difference")

    def mean_condition(weight: float) -> float:
        return sum(
            chance * value / (1 + weight * value)
            for chance, value in zip(observed.chances, condition, strict=True)
        )

    weight = _root_of_falling(mean_condition, -1 / max(condition), -1 / min(condition))
    return [
        chance / (1 + weight * value)
        for chance, value in zip(observed.chances, condition, strict=True)
    ]


def _root_of_falling(function: Callable[[float], float], low: float, high: float) -> float:
    """Bisects an interval, without its ends, to the last bit."""
    while low < (middle := (low + high) / 2) < high:
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return middle
