"""Batch ratings: what they may depend on, and that they are TrueSkill."""

import random
from collections.abc import Iterable
from itertools import combinations
from math import log
from statistics import NormalDist

import pytest
import trueskill
from conquian_tournaments.rating import PoolRating, Rating, Tally, rate
from conquian_tournaments.rating.draws import LOWEST
from conquian_tournaments.rating.gaussian import Gaussian
from conquian_tournaments.rating.model import (
    Duel,
    draw_margin,
    draw_probability_of,
    environment,
    win_probability,
)
from hypothesis import given
from hypothesis import strategies as st

Result = tuple[str, str, bool]
"""Winner, loser, drawn."""

PRIOR = (trueskill.MU, trueskill.SIGMA)
results = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"), st.booleans()).filter(
        lambda result: result[0] != result[1]
    ),
    max_size=40,
)


def _tally(results: Iterable[Result], entrants: Iterable[str] = ()) -> Tally:
    tally = Tally(entrants)
    for winner, loser, drawn in results:
        tally.add(winner, loser, drawn=drawn)
    return tally


def _by_entrant(rated: PoolRating) -> dict[str, Rating]:
    return {rating.entrant: rating for rating in rated.ratings}


def _played(count: int, draw_probability: float, times: int, seed: int) -> Tally:
    """A round robin between entrants whose skills come from the prior."""
    rng = random.Random(seed)
    skill = {f"e{number}": rng.gauss(*PRIOR) for number in range(count)}
    margin, deviation = draw_margin(draw_probability), 2**0.5 * trueskill.BETA
    tally = Tally()
    for one, other in combinations(skill, 2):
        for _ in range(times):
            lead = rng.gauss(skill[one] - skill[other], deviation)
            winner, loser = (one, other) if lead > 0 else (other, one)
            tally.add(winner, loser, drawn=abs(lead) < margin)
    return tally


@given(results, st.randoms(use_true_random=False))
def test_order_does_not_matter(results: list[Result], rng: random.Random) -> None:
    """The same results in any order, a draw's sides exchanged, give the same bits."""
    shuffled = [
        (loser, winner, drawn) if drawn and rng.random() < 0.5 else (winner, loser, drawn)
        for winner, loser, drawn in rng.sample(results, len(results))
    ]
    assert rate(_tally(shuffled)) == rate(_tally(results))


@given(results, st.integers(1, 5))
def test_multiplicity_is_repetition(results: list[Result], times: int) -> None:
    """A result added many times at once counts like as many results."""
    at_once = Tally()
    for winner, loser, drawn in results:
        at_once.add(winner, loser, drawn=drawn, times=times)
    assert rate(at_once) == rate(_tally(results * times))


@given(results)
def test_ids_do_not_matter(results: list[Result]) -> None:
    """Entrants under other ids, in another order, get the same ratings."""
    other = dict(zip("abcdef", "zkyxmb", strict=True))
    renamed = [(other[winner], other[loser], drawn) for winner, loser, drawn in results]
    ours, theirs = _by_entrant(rate(_tally(results))), _by_entrant(rate(_tally(renamed)))
    for entrant, rating in ours.items():
        assert rating.mu == pytest.approx(theirs[other[entrant]].mu, abs=1e-5)
        assert rating.sigma == pytest.approx(theirs[other[entrant]].sigma, abs=1e-5)


@given(results)
def test_pools_converge(results: list[Result]) -> None:
    """Any pool converges, within the prior's deviation and around its mean."""
    rated = rate(_tally(results, entrants="abcdef"))
    assert rated.converged
    assert all(0 < rating.sigma <= trueskill.SIGMA + 1e-9 for rating in rated.ratings)
    mean = sum(rating.mu for rating in rated.ratings) / len(rated.ratings)
    assert mean == pytest.approx(trueskill.MU, abs=1e-6)


@given(results.filter(bool))
def test_one_more_win_raises_the_winner(results: list[Result]) -> None:
    """A win more puts the winner further ahead of the loser, at one draw probability."""
    winner, loser, _ = results[0]
    before = _by_entrant(rate(_tally(results), draw_probability=0.2))
    more = [*results, (winner, loser, False)]
    after = _by_entrant(rate(_tally(more), draw_probability=0.2))
    assert after[winner].mu - after[loser].mu > before[winner].mu - before[loser].mu
    assert after[winner].sigma < before[winner].sigma


def test_one_result_is_the_packages_update() -> None:
    """A pool of one result is rated as the package's `rate_1vs1` does."""
    for drawn in (False, True):
        rated = rate(_tally([("a", "b", drawn)]), draw_probability=0.3)
        env = environment(0.3)
        fresh = env.create_rating()
        expected = trueskill.rate_1vs1(fresh, fresh, drawn=drawn, env=env)
        for ours, theirs in zip(rated.ratings, expected, strict=True):
            assert (ours.mu, ours.sigma) == pytest.approx((theirs.mu, theirs.sigma), abs=1e-6)


@given(
    st.tuples(st.floats(-10, 60), st.floats(0.1, 9)),
    st.tuples(st.floats(-10, 60), st.floats(0.1, 9)),
    st.floats(0.05, 0.9),
    st.booleans(),
)
def test_messages_are_the_packages(
    winner: tuple[float, float], loser: tuple[float, float], probability: float, drawn: bool
) -> None:
    """A skill times its message is the skill that the package's `rate_1vs1` gives."""
    env = environment(probability)
    skills = [Gaussian.of(mu, sigma**2) for mu, sigma in (winner, loser)]
    duel = Duel(env, skills[0], skills[1], draw_margin(probability), drawn=drawn)
    expected = trueskill.rate_1vs1(
        env.create_rating(*winner), env.create_rating(*loser), drawn=drawn, env=env
    )
    messages = (duel.to_winner, duel.to_loser)
    for skill, message, theirs in zip(skills, messages, expected, strict=True):
        ours = skill * message
        assert (ours.mean, ours.deviation) == pytest.approx((theirs.mu, theirs.sigma), rel=1e-4)


@given(results.map(lambda results: results[:8]))
def test_batch_is_expectation_propagation(results: list[Result]) -> None:
    """Sharing messages, recentring and damping lead where a message for each result leads."""
    rated = rate(_tally(results, entrants="abcdef"), draw_probability=0.25)
    expected = _plain_expectation_propagation(results, environment(0.25))
    for rating in rated.ratings:
        theirs = expected[rating.entrant]
        assert (rating.mu, rating.sigma) == pytest.approx((theirs.mean, theirs.deviation), abs=1e-4)


def _plain_expectation_propagation(
    results: list[Result], env: trueskill.TrueSkill
) -> dict[str, Gaussian]:
    skill = dict.fromkeys("abcdef", Gaussian.of(PRIOR[0], PRIOR[1] ** 2))
    messages = [(Gaussian(), Gaussian()) for _ in results]
    for _ in range(60):
        for place, (winner, loser, drawn) in enumerate(results):
            rest = [
                skill[entrant] / message
                for entrant, message in zip((winner, loser), messages[place], strict=True)
            ]
            before = [env.create_rating(one.mean, one.deviation) for one in rest]
            after = trueskill.rate_1vs1(*before, drawn=drawn, env=env)
            skill[winner], skill[loser] = (Gaussian.of(one.mu, one.sigma**2) for one in after)
            messages[place] = (skill[winner] / rest[0], skill[loser] / rest[1])
    return skill


@pytest.mark.parametrize("times", [1, 2, 10, 100, 10_000, 1_000_000])
@pytest.mark.parametrize("probability", [0.0, 0.3, 0.999])
def test_only_wins_between_two(times: int, probability: float) -> None:
    """However often one beats the other, the ratings converge, and more wins lead further."""
    tally = Tally()
    tally.add("a", "b", times=times)
    rated = rate(tally, draw_probability=probability)
    tally.add("a", "b", times=times)
    more = rate(tally, draw_probability=probability)
    assert rated.converged
    assert trueskill.MU < rated.ratings[0].mu < more.ratings[0].mu
    assert more.ratings[0].sigma < rated.ratings[0].sigma


def test_few_sweeps_are_enough() -> None:
    """Leagues with many results, two of them in one pool, take a few dozen sweeps."""
    tally = _played(8, 0.3, times=1000, seed=2)
    for key, times in _played(8, 0.3, times=1000, seed=4).counts:
        tally.add(f"x{key.winner}", f"x{key.loser}", drawn=key.drawn, times=times)
    rated = rate(tally)
    assert rated.converged
    assert rated.sweeps < 60


def test_strict_order() -> None:
    """Where everyone beats all below them, every time, the ratings have that order."""
    tally = Tally()
    for winner, loser in combinations("abcdefgh", 2):
        tally.add(winner, loser, times=1000)
    rated = rate(tally)
    assert rated.converged
    assert [rating.mu for rating in rated.ratings] == sorted(
        (rating.mu for rating in rated.ratings), reverse=True
    )


@pytest.mark.parametrize("drawn", [False, True])
def test_gaps_where_the_package_gives_up(drawn: bool) -> None:
    """At any gap an expected win says nothing, another result moves both towards each other."""
    strong, weak = Gaussian.of(1000, 1), Gaussian.of(0, 1)
    env, margin = environment(0.1), draw_margin(0.1)
    if not drawn:
        expected = Duel(env, strong, weak, margin, drawn=False)
        assert (expected.to_winner, expected.to_loser) == (Gaussian(), Gaussian())
    upset = Duel(env, weak, strong, margin, drawn=drawn)
    assert 0 < (weak * upset.to_winner).mean < 100
    assert 900 < (strong * upset.to_loser).mean < 1000
    if drawn:
        exchanged = Duel(env, strong, weak, margin, drawn=True)
        assert (exchanged.to_loser, exchanged.to_winner) == (upset.to_winner, upset.to_loser)
    with pytest.raises(FloatingPointError):
        trueskill.rate_1vs1(
            env.create_rating(0, 1), env.create_rating(1000, 1), drawn=drawn, env=env
        )


def test_parts_without_a_result_between_them_are_apart() -> None:
    """A disconnected part of a pool is rated as if it were alone, around the prior's mean."""
    one = [("a", "b", False), ("a", "b", False), ("b", "a", True)]
    other = [("x", "y", False), ("y", "z", False)]
    together = _by_entrant(rate(_tally(one + other), draw_probability=0.2))
    alone = _by_entrant(rate(_tally(one), draw_probability=0.2))
    for entrant, rating in alone.items():
        assert together[entrant].mu == pytest.approx(rating.mu, abs=1e-6)
        assert together[entrant].sigma == pytest.approx(rating.sigma, abs=1e-6)


def test_entrants_without_results() -> None:
    """No entrant, one entrant, or one that has not played: the prior, and no fault."""
    assert rate(Tally()).ratings == ()
    (only,) = rate(Tally(["a"])).ratings
    assert (only.mu, only.sigma) == pytest.approx(PRIOR)
    assert only.conservative == pytest.approx(0)
    rated = _by_entrant(rate(_tally([("a", "b", False)], entrants=["c"])))
    assert (rated["c"].mu, rated["c"].sigma) == pytest.approx(PRIOR)


@pytest.mark.parametrize("truth", [0.05, 0.3, 0.6, 0.9])
def test_draw_probability_is_found(truth: float) -> None:
    """The fitted draw probability is near that by which the results were made."""
    rated = rate(_played(8, truth, times=300, seed=7))
    assert rated.draw_probability == pytest.approx(truth, abs=0.03)


@given(results)
def test_fitted_draw_probability_is_kept_within_bounds(results: list[Result]) -> None:
    """The fitted draw probability is at least 0.001, even where nothing or all is drawn."""
    assert LOWEST == 0.001
    for drawn in (False, True):
        same = [(winner, loser, drawn) for winner, loser, _ in results]
        assert LOWEST <= rate(_tally(same)).draw_probability + 1e-12 < 1


def test_fitted_draw_probability_is_most_likely() -> None:
    """For many results the fit agrees with the likelihood at the rated skills, tried out."""
    tally = _played(4, 0.4, times=2000, seed=3)
    rated = rate(tally)
    skill = {rating.entrant: rating.mu for rating in rated.ratings}

    def log_likelihood(probability: float) -> float:
        margin, normal = draw_margin(probability), NormalDist(sigma=2**0.5 * trueskill.BETA)
        total = 0.0
        for key, times in tally.counts:
            gap = skill[key.winner] - skill[key.loser]
            won, lost = normal.cdf(gap - margin), normal.cdf(-gap - margin)
            total += times * log(1 - won - lost if key.drawn else won)
        return total

    best = max((step / 1000 for step in range(300, 500)), key=log_likelihood)
    assert rated.draw_probability == pytest.approx(best, abs=0.002)


def test_draw_margin_has_an_inverse() -> None:
    """The draw probability of a draw probability's margin is the same."""
    for probability in (0.001, 0.3, 0.999):
        assert draw_probability_of(draw_margin(probability)) == pytest.approx(probability)


def test_win_probability() -> None:
    """Chances to win and lose leave the draw's; of equals, as often as said."""
    known, same = Rating("a", 25, 1e-9), Rating("b", 25, 1e-9)
    either = win_probability(known, same, 0.3) + win_probability(same, known, 0.3)
    assert 1 - either == pytest.approx(0.3)
    strong, unsure = Rating("c", 35, 1), Rating("c", 35, 8)
    assert win_probability(strong, known, 0.3) > win_probability(unsure, known, 0.3) > 0.5


@pytest.mark.parametrize("probability", [-0.1, 1.0, float("nan")])
def test_draw_probability_out_of_range(probability: float) -> None:
    """A draw probability outside of its range is refused by name."""
    with pytest.raises(ValueError, match="draw_probability"):
        rate(Tally(), draw_probability=probability)


@pytest.mark.parametrize("probability", [0.0, 0.0009])
def test_draws_where_none_can_be(probability: float) -> None:
    """A pool with a draw is refused where draws are taken for impossible, or as good as."""
    with pytest.raises(ValueError, match="draw_probability"):
        rate(_tally([("a", "b", True)]), draw_probability=probability)


def test_bad_results() -> None:
    """A result against oneself, or a negative number of results, is refused."""
    with pytest.raises(ValueError, match="against itself"):
        Tally().add("a", "a")
    with pytest.raises(ValueError, match="times"):
        Tally().add("a", "b", times=-1)
