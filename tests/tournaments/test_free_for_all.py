"""Ratings of tables of three and four: what they may depend on, and that they are TrueSkill."""

import random
from collections.abc import Iterable
from itertools import combinations, pairwise

import pytest
import trueskill
from conquian_tournaments.rating import PoolRating, Rating, Tally, rate
from conquian_tournaments.rating.free_for_all import (
    RankingTally,
    TablePool,
    rate_tables,
    table_pools,
)
from conquian_tournaments.rating.model import environment
from conquian_tournaments.rotated import TableUnit
from hypothesis import given
from hypothesis import strategies as st

Result = tuple[tuple[str, ...], tuple[int, ...]]
"""Entrants and their ranks."""


@st.composite
def rankings(draw: st.DrawFn) -> Result:
    """A table of two to four out of six entrants, and their ranks."""
    seats = draw(st.integers(2, 4))
    entrants = draw(st.permutations("abcdef"))[:seats]
    return tuple(entrants), tuple(draw(st.integers(0, seats - 1)) for _ in range(seats))


results = st.lists(rankings(), max_size=12)


def _tally(results: Iterable[Result], entrants: Iterable[str] = ()) -> RankingTally:
    tally = RankingTally(entrants)
    for seated, ranks in results:
        tally.add(seated, ranks)
    return tally


def _by_entrant(rated: PoolRating) -> dict[str, Rating]:
    return {rating.entrant: rating for rating in rated.ratings}


def _of_the_package(ranks: tuple[int, ...], probability: float) -> list[tuple[float, float]]:
    env = environment(probability)
    fresh = [(env.create_rating(),) for _ in ranks]
    rated = env.rate(fresh, ranks=ranks, min_delta=1e-10)
    return [(each.mu, each.sigma) for (each,) in rated]


@pytest.mark.parametrize("ranks", [(0, 1, 2), (2, 0, 1), (0, 1, 2, 3), (3, 1, 0, 2)])
@pytest.mark.parametrize("probability", [0.001, 0.1, 0.6])
def test_one_ranking_without_ties_is_the_packages(
    ranks: tuple[int, ...], probability: float
) -> None:
    """Three or four ranked apart are rated as by the package's `rate`, to 1e-6 of a point."""
    rated = rate_tables(_tally([("abcd"[: len(ranks)], ranks)]), draw_probability=probability)
    for ours, theirs in zip(rated.ratings, _of_the_package(ranks, probability), strict=True):
        assert (ours.mu, ours.sigma) == pytest.approx(theirs, abs=1e-6)


@pytest.mark.parametrize("ranks", [(0, 1, 1), (0, 0, 1), (0, 0, 0), (0, 1, 1, 1), (0, 0, 0, 1)])
def test_tied_entrants_are_rated_alike(ranks: tuple[int, ...]) -> None:
    """The tied get one rating, within .6 of all those that the package gives them by seat."""
    rated = rate_tables(_tally([("abcd"[: len(ranks)], ranks)]), draw_probability=0.3)
    theirs = _of_the_package(ranks, 0.3)
    for rank in set(ranks):
        tied = [place for place, other in enumerate(ranks) if other == rank]
        assert len({round(rated.ratings[place].mu, 9) for place in tied}) == 1
        assert len({round(rated.ratings[place].sigma, 9) for place in tied}) == 1
    for ours, (mu, sigma) in zip(rated.ratings, theirs, strict=True):
        assert (ours.mu, ours.sigma) == pytest.approx((mu, sigma), abs=0.6)
    assert len(set(theirs)) > len(set(ranks)), "the package treats the tied alike by now"


@given(st.lists(st.tuples(st.sampled_from(["ab", "ba", "bc", "ca"]), st.booleans()), max_size=8))
def test_tables_of_two_are_duels(duels: list[tuple[str, bool]]) -> None:
    """Rankings of two entrants are rated as their results are."""
    two, tally = Tally("abc"), RankingTally("abc")
    for (winner, loser), drawn in duels:
        two.add(winner, loser, drawn=drawn)
        tally.add((winner, loser), (0, 0 if drawn else 1))
    expected = _by_entrant(rate(two, draw_probability=0.25))
    for rating in rate_tables(tally, draw_probability=0.25).ratings:
        theirs = expected[rating.entrant]
        assert (rating.mu, rating.sigma) == pytest.approx((theirs.mu, theirs.sigma), abs=1e-6)


@given(results, st.randoms(use_true_random=False))
def test_order_does_not_matter(results: list[Result], rng: random.Random) -> None:
    """The same rankings in any order, their entrants named in any order, give the same bits."""
    shuffled = []
    for entrants, ranks in rng.sample(results, len(results)):
        pairs = list(zip(entrants, ranks, strict=True))
        rng.shuffle(pairs)
        shuffled.append(tuple(zip(*pairs, strict=True)))
    assert rate_tables(_tally(shuffled)) == rate_tables(_tally(results))


@given(results)
def test_ids_do_not_matter(results: list[Result]) -> None:
    """Entrants under other ids, in another order, get the same ratings, the tied ones too."""
    other = dict(zip("abcdef", "zkyxmb", strict=True))
    renamed = [(tuple(other[one] for one in seated), ranks) for seated, ranks in results]
    ours = _by_entrant(rate_tables(_tally(results), draw_probability=0.3))
    theirs = _by_entrant(rate_tables(_tally(renamed), draw_probability=0.3))
    for entrant, rating in ours.items():
        assert rating.mu == pytest.approx(theirs[other[entrant]].mu, abs=1e-5)
        assert rating.sigma == pytest.approx(theirs[other[entrant]].sigma, abs=1e-5)


@given(results, st.sampled_from([1, 3, 1000]))
def test_pools_converge(results: list[Result], times: int) -> None:
    """Any pool converges, however often its rankings came, around the prior's mean."""
    tally = RankingTally("abcdef")
    for entrants, ranks in results:
        tally.add(entrants, ranks, times=times)
    rated = rate_tables(tally)
    assert rated.converged
    assert all(0 < rating.sigma <= trueskill.SIGMA + 1e-9 for rating in rated.ratings)
    mean = sum(rating.mu for rating in rated.ratings) / len(rated.ratings)
    assert mean == pytest.approx(trueskill.MU, abs=1e-6)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("margin", [1e-3, 2.0, 5.0])
def test_skills_are_found(seats: int, margin: float) -> None:
    """Skills by which rankings were made lie where the ratings say, give or take four sigma."""
    rng = random.Random(seats)
    skill = {name: rng.gauss(trueskill.MU, trueskill.SIGMA) for name in "abcdef"}
    tally = RankingTally()
    for table in combinations(skill, seats):
        for _ in range(30):
            tally.add(*_performed(table, skill, margin, rng))
    shift = sum(skill.values()) / len(skill) - trueskill.MU
    for rating in rate_tables(tally).ratings:
        assert abs(rating.mu - skill[rating.entrant] + shift) < 4 * rating.sigma


def _performed(
    table: tuple[str, ...], skill: dict[str, float], margin: float, rng: random.Random
) -> Result:
    """A ranking as the model has it: neighbours within the margin are tied."""
    performance = {name: rng.gauss(skill[name], trueskill.BETA) for name in table}
    order = sorted(table, key=lambda name: -performance[name])
    ranks = [0]
    for better, worse in pairwise(order):
        ranks.append(ranks[-1] + (performance[better] - performance[worse] > margin))
    return tuple(order), tuple(ranks)


def test_ranks_count_by_their_order_only() -> None:
    """Ranks with gaps, as points give them, are those without."""
    gaps, dense = _tally([(("a", "b", "c"), (0, 2, 2))]), _tally([(("c", "a", "b"), (1, 0, 1))])
    assert gaps.counts == dense.counts


def test_units_are_rated_by_their_points() -> None:
    """A unit's ranking is that of its points, the same as if it were added by hand."""
    unit = TableUnit(("a", "b", "c"), deck=0, deals=3, points=(-2, 4, -2))
    assert RankingTally.of([unit]).counts == _tally([("bac", (0, 1, 1))]).counts


def test_pools_are_kept_apart() -> None:
    """Rulesets, numbers of seats, and kinds of unit are each a pool of their own."""
    three = TableUnit(("a", "b", "c"), deck=0, deals=3, points=(2, -1, -1))
    single = TableUnit(("a", "b", "c"), deck=0, deals=1, points=(2, -1, -1))
    four = TableUnit(("a", "b", "c", "d"), deck=0, deals=4, points=(0, 0, 0, 0))
    nine_card = [("nine-card", unit) for unit in (three, single, four, three)]
    pools = table_pools([*nine_card, ("other", three)])
    assert {pool: tally.counts[0][1] for pool, tally in pools.items()} == {
        TablePool("nine-card", 3, rotated=True): 2,
        TablePool("other", 3, rotated=True): 1,
        TablePool("nine-card", 3, rotated=False): 1,
        TablePool("nine-card", 4, rotated=True): 1,
    }


def test_a_gap_beyond_all_numbers() -> None:
    """A hopeless entrant's wins over a strong one, however unlikely, are rated."""
    tally = RankingTally()
    tally.add("abc", (0, 1, 2), times=1_000_000)
    tally.add("cba", (0, 1, 2))
    rated = rate_tables(tally, draw_probability=0.001)
    assert rated.converged
    assert rated.ratings[0].mu > rated.ratings[1].mu > rated.ratings[2].mu


def test_bad_rankings() -> None:
    """An entrant alone or twice at a table, or a negative number of rankings, is refused."""
    for entrants in ("a", "aa", "aba"):
        with pytest.raises(ValueError, match="entrants"):
            RankingTally().add(entrants, range(len(entrants)))
    with pytest.raises(ValueError, match="times"):
        RankingTally().add("abc", (0, 1, 2), times=-1)
    with pytest.raises(ValueError, match="zip"):
        RankingTally().add("abc", (0, 1))


def test_ties_where_none_can_be() -> None:
    """A pool with a tie is refused where ties are taken for impossible."""
    with pytest.raises(ValueError, match="draw_probability"):
        rate_tables(_tally([("abc", (0, 1, 1))]), draw_probability=0.0)
