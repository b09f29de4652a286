"""How much better one side is, and how sure that is.

Counts run from the worst unit to the best: three are units lost, drawn and won; five are
mirrored pairs of deals by the points -2 to +2 of two deals won, drawn or lost. Scores run from 0
to 1. The unit is what is independent: a mirrored pair counts once, with its variance as observed.
The formulas are those of "Comments on Normalized Elo" (Van den Bergh 2020).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import copysign, fsum, inf, log, log10, sqrt
from statistics import NormalDist

_NORMAL = NormalDist()
Z_95 = _NORMAL.inv_cdf(0.975)
ELO_SCALE = 800 / log(10)
"""Normalized Elo of a lead of one standard deviation of a deal's score."""


@dataclass(frozen=True, slots=True)
class ScoreEstimate:
    """A mean score with its 95 % interval.

    Attributes:
        score: the mean over the units.
        error: its standard error.
        low: the lower end of the interval.
        high: the upper end.
        superiority: the likelihood that the true score is above one half.
    """

    score: float
    error: float
    low: float
    high: float
    superiority: float


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What a match says of its first side.

    Attributes:
        units: how many there are.
        estimate: the score.
        variance: of one unit's score.
        elo: the difference in logistic Elo; infinite for a score of 0 or 1.
        elo_error: half the width of its 95 % interval.
        normalized_elo: the lead in standard deviations of a deal, on the scale of Elo.
        normalized_elo_error: half the width of its 95 % interval.
    """

    units: int
    estimate: ScoreEstimate
    variance: float
    elo: float
    elo_error: float
    normalized_elo: float
    normalized_elo_error: float


def summarize(counts: Sequence[int], *, widening: float = 1.0) -> MatchSummary:
    """Summarizes a match.

    Args:
        counts: from the worst unit to the best.
        widening: how many times the standard error is that of independent units.

    Raises:
        ValueError: there are neither three counts nor five, or they are all zero.
    """
    units = sum(counts)
    if units == 0:
        raise ValueError("counts: there is no unit")
    score, variance = moments(unit_scores(counts), [count / units for count in counts])
    estimate = _estimate(score, sqrt(variance / units) * widening, units)
    lead_in_deviations = ELO_SCALE / sqrt(deals_in_unit(counts))
    return MatchSummary(
        units=units,
        estimate=estimate,
        variance=variance,
        elo=elo(score),
        elo_error=(elo(estimate.high) - elo(estimate.low)) / 2,
        normalized_elo=_ratio(score - 0.5, sqrt(variance)) * lead_in_deviations,
        normalized_elo_error=Z_95 / sqrt(units) * widening * lead_in_deviations,
    )


def estimate_from_clusters(clusters: Iterable[Sequence[float]]) -> ScoreEstimate:
    """The mean of all units' scores when those of one cluster (say, one deck) go together.

    The standard error is the cluster-robust one of a mean (Liang and Zeger 1986), which is that
    of independent units when each cluster has one.

    Raises:
        ValueError: there is no unit.
    """
    return estimate_from_totals((len(cluster), fsum(cluster)) for cluster in clusters)


def estimate_from_totals(totals: Iterable[tuple[int, float]]) -> ScoreEstimate:
    """The same of clusters of which only the number of units and the sum of scores are known.

    Raises:
        ValueError: there is no unit.
    """
    filled = [(units, total) for units, total in totals if units]
    units = sum(units for units, _ in filled)
    if units == 0:
        raise ValueError("clusters: there is no unit")
    # fsum gives the same bits whatever the order of the clusters.
    score = fsum(total for _, total in filled) / units
    squares = fsum((total - its * score) ** 2 for its, total in filled)
    return _estimate(score, sqrt(squares) / units, len(filled))


def elo(score: float) -> float:
    """The Elo difference at which this score is expected.

    Raises:
        ValueError: the score is not between 0 and 1.
    """
    if not 0 <= score <= 1:
        raise ValueError(f"score: must be from 0 to 1, not {score}")
    if score in (0, 1):
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


def unit_scores(counts: Sequence[float]) -> list[float]:
    """The score of a unit in each place of the counts.

    Raises:
        ValueError: there are neither three counts nor five.
    """
    return [place / (2 * deals_in_unit(counts)) for place in range(len(counts))]


def deals_in_unit(counts: Sequence[float]) -> int:
    """How many deals a unit of these counts has, 1 or 2.

    Raises:
        ValueError: there are neither three counts nor five.
    """
    deals = {3: 1, 5: 2}.get(len(counts))
    if deals is None:
        raise ValueError(f"counts: there must be three or five, not {len(counts)}")
    return deals


def moments(values: Sequence[float], chances: Sequence[float]) -> tuple[float, float]:
    """The mean and the variance of a discrete distribution."""
    mean = sum(value * chance for value, chance in zip(values, chances, strict=True))
    squares = ((value - mean) ** 2 * chance for value, chance in zip(values, chances, strict=True))
    return mean, sum(squares)


def _estimate(score: float, error: float, observations: int) -> ScoreEstimate:
    if error > 0:
        low, high = max(0.0, score - Z_95 * error), min(1.0, score + Z_95 * error)
    else:
        low, high = _interval_without_variance(score, observations)
    superiority = _NORMAL.cdf(_ratio(score - 0.5, error))
    return ScoreEstimate(score, error, low, high, superiority)


def _interval_without_variance(score: float, observations: int) -> tuple[float, float]:
    """When all observations agree: what share of others might they have missed?

    That is Clopper and Pearson's exact bound, and the others might have been at either end.
    """
    missed = 1 - 0.025 ** (1 / observations)
    return score - missed * score, score + missed * (1 - score)


def _ratio(value: float, deviation: float) -> float:
    if deviation > 0:
        return value / deviation
    return copysign(inf, value) if value else 0.0
