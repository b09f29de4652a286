"""The sequential test: when it decides, and how often wrongly."""

import random
from math import inf, log, nan

import pytest
from conquian_tournaments.rating.sequential import Hypotheses, Verdict
from conquian_tournaments.rating.sprt import EloModel

FAIR = (0.1, 0.2, 0.4, 0.2, 0.1)


def test_bounds_are_walds() -> None:
    """The test ends where Wald's bounds for its two errors are."""
    bounds = Hypotheses(0, 10, alpha=0.05, beta=0.1).bounds
    assert bounds == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))


@pytest.mark.parametrize("model", [EloModel.NORMALIZED, EloModel.LOGISTIC])
def test_verdicts(model: EloModel) -> None:
    """Wins lead to the higher hypothesis, losses to the lower, few pairs to neither."""
    test = Hypotheses(0, 10, model=model)
    assert test.verdict([10, 50, 200, 150, 90]) is Verdict.H1
    assert test.verdict([90, 150, 200, 50, 10]) is Verdict.H0
    assert test.verdict([1, 2, 3, 2, 1]) is None
    assert test.verdict([0] * 5) is None


def test_errors_are_as_promised() -> None:
    """Between equals the higher hypothesis is hardly ever accepted, and nearly always refused."""
    rng = random.Random(5)
    test = Hypotheses(0, 60, alpha=0.1, beta=0.1)
    verdicts = [_played(test, rng) for _ in range(60)]
    # 6 of 60 are expected at most; 13 or more have a chance of 1 in 200.
    assert verdicts.count(Verdict.H1) <= 12
    assert verdicts.count(None) == 0


def _played(test: Hypotheses, rng: random.Random) -> Verdict | None:
    counts = [0] * 5
    for _ in range(150):
        for place in rng.choices(range(5), FAIR, k=16):
            counts[place] += 1
        if verdict := test.verdict(counts):
            return verdict
    return None


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ((10, 10), "elo0: must be less"),
        ((nan, 10), "elo0: must be a number"),
        ((0, inf), "elo1: must be a number"),
        ((0, 10, 0.0), "alpha, beta"),
        ((0, 10, 0.5, 0.5), "alpha, beta"),
        ((0, 10, nan), "alpha: must be a number"),
        ((0, 5000), "elo0, elo1: no two bots"),
    ],
)
def test_hypotheses_out_of_range(values: tuple[float, ...], complaint: str) -> None:
    """Hypotheses that can't be tested are refused by the field."""
    with pytest.raises(ValueError, match=complaint):
        Hypotheses(*values)
