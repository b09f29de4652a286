"""Scores, intervals and sequential tests, beyond the published values."""

import random
from math import inf, log

import pytest
from conquian_tournaments.rating.sprt import EloModel, bounds, log_likelihood_ratio
from conquian_tournaments.rating.statistics import elo, estimate_from_clusters, summarize
from hypothesis import given
from hypothesis import strategies as st

counts = st.sampled_from([3, 5]).flatmap(
    lambda length: st.lists(st.integers(0, 50), min_size=length, max_size=length)
)
filled_counts = counts.filter(any)


@given(filled_counts)
def test_sides_exchanged(counts: list[int]) -> None:
    """The other side's summary is the mirror image."""
    ours, theirs = summarize(counts), summarize(counts[::-1])
    assert ours.estimate.score == pytest.approx(1 - theirs.estimate.score)
    assert ours.estimate.low == pytest.approx(1 - theirs.estimate.high)
    assert ours.estimate.superiority == pytest.approx(1 - theirs.estimate.superiority)
    assert ours.normalized_elo == pytest.approx(-theirs.normalized_elo)


@given(filled_counts)
def test_interval_holds_the_score(counts: list[int]) -> None:
    """The interval is within 0 to 1 and holds the score."""
    estimate = summarize(counts).estimate
    assert 0 <= estimate.low <= estimate.score <= estimate.high <= 1


@pytest.mark.parametrize("times", [1, 3, 100])
@pytest.mark.parametrize("place", range(5))
def test_results_all_alike_are_not_certain(place: int, times: int) -> None:
    """When all units ended alike the interval is the exact one, and more units narrow it."""
    counts = [times if at == place else 0 for at in range(5)]
    estimate = summarize(counts).estimate
    width = 1 - 0.025 ** (1 / times)
    assert estimate.high - estimate.low == pytest.approx(width)
    assert estimate.superiority == {0: 0.0, 1: 0.0, 2: 0.5}.get(place, 1.0)


def test_elo_of_a_clean_sweep_is_infinite() -> None:
    """A side that won everything is infinitely better, by an infinite margin of error."""
    summary = summarize([0, 0, 10])
    assert (summary.elo, summary.elo_error, summary.normalized_elo) == (inf, inf, inf)
    assert elo(0.0) == -inf
    assert elo(10 / 11) == pytest.approx(400)


@given(filled_counts)
def test_clusters_of_one_are_independent_units(counts: list[int]) -> None:
    """A clustered estimate in which each unit stands alone is the plain one."""
    top = len(counts) - 1
    units = [[place / top] for place, count in enumerate(counts) for _ in range(count)]
    ours, plain = estimate_from_clusters(units), summarize(counts).estimate
    assert ours.score == pytest.approx(plain.score)
    assert ours.error == pytest.approx(plain.error, abs=1e-12)


@given(st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0])), min_size=1), st.integers())
def test_order_of_clusters_does_not_matter(clusters: list[list[float]], seed: int) -> None:
    """Clusters in any order give the same bits."""
    if not any(clusters):
        with pytest.raises(ValueError, match="no unit"):
            estimate_from_clusters(clusters)
        return
    shuffled = random.Random(seed).sample(clusters, len(clusters))
    assert estimate_from_clusters(shuffled) == estimate_from_clusters(clusters)


def test_what_goes_together_counts_once() -> None:
    """Units that repeat each other within a cluster leave the standard error as it was."""
    once = [[1.0], [0.0], [0.5], [1.0]]
    often = [cluster * 9 for cluster in once]
    assert estimate_from_clusters(often).error == pytest.approx(estimate_from_clusters(once).error)


@given(counts, st.sampled_from(EloModel))
def test_ratio_has_no_favourite(counts: list[int], model: EloModel) -> None:
    """The ratio changes its sign when the hypotheses are exchanged, and when the sides are."""
    if model is EloModel.BAYESIAN:
        counts = counts[:3]
    ratio = log_likelihood_ratio(counts, -5, 5, model)
    assert log_likelihood_ratio(counts, 5, -5, model) == pytest.approx(-ratio, abs=1e-6)
    assert log_likelihood_ratio(counts[::-1], -5, 5, model) == pytest.approx(-ratio, abs=1e-5)


@pytest.mark.parametrize("model", EloModel)
def test_empty_counts_are_taken_for_a_thousandth(model: EloModel) -> None:
    """A count of zero speaks as a thousandth of a unit would."""
    thousandfold = log_likelihood_ratio([1, 5000, 9000], 0, 5, model)
    assert log_likelihood_ratio([0, 5, 9], 0, 5, model) == pytest.approx(thousandfold / 1000)


def test_bounds() -> None:
    """The bounds are Wald's; rates that are no rates are refused."""
    assert bounds(0.05, 0.1) == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))
    for alpha, beta in ((0, 0.05), (0.05, 0), (0.5, 0.5)):
        with pytest.raises(ValueError, match="alpha, beta"):
            bounds(alpha, beta)


def test_bad_counts() -> None:
    """Counts of another length, of nothing, or five for the bayesian model are refused."""
    with pytest.raises(ValueError, match="three or five"):
        summarize([1, 2, 3, 4])
    with pytest.raises(ValueError, match="no unit"):
        summarize([0, 0, 0])
    with pytest.raises(ValueError, match="bayesian"):
        log_likelihood_ratio([1, 2, 3, 2, 1], 0, 5, EloModel.BAYESIAN)
    with pytest.raises(ValueError, match="so great a difference"):
        log_likelihood_ratio([1, 2, 1], 0, 5000, EloModel.NORMALIZED)
    with pytest.raises(ValueError, match="from 0 to 1"):
        elo(1.5)
