"""Swiss systems: no rematch, like scores, even seats, and the same draw every time."""

import random
from collections import Counter
from itertools import combinations
from typing import TypeAlias

import pytest
from conquian_tournaments.schedule import Outcome, Pairing, Swiss, most_rounds, usual_rounds
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.schedule.playing import Referee, flat, leads, play, referees

Pair: TypeAlias = tuple[int, int]


@st.composite
def systems(draw: st.DrawFn) -> Swiss:
    """Swiss systems of up to thirteen entrants and any number of rounds."""
    count = draw(st.integers(2, 13))
    return Swiss(count, draw(st.integers(1, most_rounds(count))), str(draw(st.integers(0, 99))))


def _scores(count: int, waves: list[list[Outcome]]) -> list[int]:
    """In halves of a win, with a win for a round off."""
    scores = [0] * count
    for wave in waves:
        for entrant in _off(count, wave):
            scores[entrant] += 2
        for outcome in wave:
            score = (outcome.margin > 0) + (outcome.margin >= 0)
            scores[outcome.pairing.first] += score
            scores[outcome.pairing.second] += 2 - score
    return scores


def _off(count: int, wave: list[Outcome]) -> set[int]:
    playing = {one for outcome in wave for one in _pair(outcome)}
    return set(range(count)) - playing


@given(systems(), referees())
def test_everyone_plays_each_round_and_nobody_meets_again(swiss: Swiss, referee: Referee) -> None:
    """A round has everyone once but for the one who is off, and no two meet twice."""
    waves = play(swiss, referee)
    pairs = [frozenset(_pair(outcome)) for outcome in flat(waves)]
    assert len(set(pairs)) == len(pairs) == swiss.pairing_count
    assert all(len(_off(swiss.entrant_count, wave)) == swiss.entrant_count % 2 for wave in waves)
    assert [out.pairing.round for wave in waves for out in wave] == [
        number for number, wave in enumerate(waves) for _ in wave
    ]


@given(systems(), referees())
def test_nobody_is_off_twice(swiss: Swiss, referee: Referee) -> None:
    """An entrant has one round off at most."""
    waves = play(swiss, referee)
    off = Counter(entrant for wave in waves for entrant in _off(swiss.entrant_count, wave))
    assert set(off.values()) <= {1}


@given(st.integers(2, 6).map(lambda half: 2 * half + 1), referees())
def test_the_round_off_goes_to_the_lowest(count: int, referee: Referee) -> None:
    """In the second round it goes to one of the lowest score of those who had none."""
    first, second = play(Swiss(count, 2, "s"), referee)
    scores = _scores(count, [first])
    (had,), (has,) = _off(count, first), _off(count, second)
    assert scores[has] == min(scores[entrant] for entrant in range(count) if entrant != had)


@given(systems(), referees())
def test_seats_are_balanced(swiss: Swiss, referee: Referee) -> None:
    """Nobody is first more than twice more often than second, or the other way round."""
    lead = leads(outcome.pairing for outcome in flat(play(swiss, referee)))
    assert all(abs(ahead) <= 2 for ahead in lead.values())


def test_even_seats_come_before_like_scores() -> None:
    """Two who were first twice don't meet, though they alone have won all their matches."""
    pairs = [[(0, 2), (1, 3), (4, 5)], [(0, 4), (1, 5), (2, 3)]]
    before = [Outcome(Pairing(number, *two), 1) for number in (0, 1) for two in pairs[number]]
    wave = list(Swiss(6, 3, "s").wave(2, before))
    assert len(wave) == 3
    assert {0, 1} not in [{one.first, one.second} for one in wave]


@given(systems(), referees())
def test_who_was_first_less_often_is_first(swiss: Swiss, referee: Referee) -> None:
    """In each match, the first entrant's lead in being first is not the greater one."""
    lead = [0] * swiss.entrant_count
    for outcome in flat(play(swiss, referee)):
        first, second = _pair(outcome)
        assert lead[first] <= lead[second]
        lead[first] += 1
        lead[second] -= 1


@given(st.sampled_from([4, 6, 8]), referees())
def test_a_round_is_the_best_of_all_draws(count: int, referee: Referee) -> None:
    """Of all draws without a rematch, a round is one of the best by the reasons in their order."""
    waves = play(Swiss(count, most_rounds(count), "s"), referee)
    for number, wave in enumerate(waves):
        before = flat(waves[:number])
        scores, lead = _scores(count, waves[:number]), leads(out.pairing for out in before)
        met = _sets([_pair(outcome) for outcome in before])
        draws = [pairs for pairs in _draws(list(range(count))) if met.isdisjoint(_sets(pairs))]
        drawn = _reasons([_pair(outcome) for outcome in wave], scores, lead)
        assert drawn == min(_reasons(pairs, scores, lead) for pairs in draws)


def _reasons(pairs: list[Pair], scores: list[int], lead: Counter[int]) -> tuple[int, int, int]:
    """Pairs that put one of them three ahead, squared differences, and how far both lean alike."""
    clashes = [
        min(abs(lead[one]), abs(lead[other])) for one, other in pairs if lead[one] * lead[other] > 0
    ]
    gaps = [scores[one] - scores[other] for one, other in pairs]
    return sum(clash >= 2 for clash in clashes), sum(gap**2 for gap in gaps), sum(clashes)


def _pair(outcome: Outcome) -> Pair:
    return outcome.pairing.first, outcome.pairing.second


def _sets(pairs: list[Pair]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


def _draws(entrants: list[int]) -> list[list[Pair]]:
    """All ways to pair an even number of entrants."""
    if not entrants:
        return [[]]
    one, *others = entrants
    return [
        [(one, other), *rest]
        for other in others
        for rest in _draws([entrant for entrant in others if entrant != other])
    ]


def test_the_best_has_won_all_after_the_usual_rounds() -> None:
    """Where the stronger one always wins, the strongest of 100 alone has won all usual rounds."""
    swiss = Swiss(100, usual_rounds(100), "s")
    waves = play(swiss, lambda one: Outcome(one, margin=one.second - one.first))
    scores = _scores(100, waves)
    assert [entrant for entrant in range(100) if scores[entrant] == 2 * swiss.rounds] == [0]


def test_large_fields_are_drawn_in_blocks() -> None:
    """In a field of several blocks, too, nobody meets again and scores differ by a win at most."""
    swiss = Swiss(131, 5, "s")
    waves = play(swiss, lambda one: Outcome(one, margin=one.second - one.first))
    pairs = _sets([_pair(outcome) for outcome in flat(waves)])
    assert len(pairs) == swiss.pairing_count == 65 * 5
    for number in range(1, 5):
        scores = _scores(131, waves[:number])
        gaps = [abs(scores[o.pairing.first] - scores[o.pairing.second]) for o in waves[number]]
        assert max(gaps) <= 2


@given(st.integers(8, 16), referees())
def test_the_smallest_blocks_can_be_paired(count: int, referee: Referee) -> None:
    """Blocks just large enough for their round find a new opponent for everyone in the longest."""
    swiss = Swiss(count, most_rounds(count), "s")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conquian_tournaments.schedule.swiss._LEAST_BLOCK", 2)
        waves = play(swiss, referee)
    pairs = _sets([_pair(outcome) for outcome in flat(waves)])
    assert len(pairs) == swiss.pairing_count


@given(systems(), referees(), st.randoms(use_true_random=False))
def test_a_round_depends_on_the_rounds_before_alone(
    swiss: Swiss, referee: Referee, shuffler: random.Random
) -> None:
    """Whatever the order of the outcomes, and with later ones or without, a round is the same."""
    waves = play(swiss, referee)
    shuffled = flat(waves)
    shuffler.shuffle(shuffled)
    for number, wave in enumerate(waves):
        planned = [outcome.pairing for outcome in wave]
        assert list(swiss.wave(number, flat(waves[:number]))) == planned
        assert list(swiss.wave(number, shuffled)) == planned


def test_the_seed_draws_the_rounds() -> None:
    """Another seed draws other first rounds; each pair of six comes up."""
    firsts = [list(Swiss(6, 1, f"{seed}").wave(0)) for seed in range(100)]
    pairs = {frozenset((one.first, one.second)) for wave in firsts for one in wave}
    assert pairs == set(map(frozenset, combinations(range(6), 2)))


def test_a_draw_never_changes() -> None:
    """The draw that a seed gives is part of the ledger's truth: this one is pinned."""
    swiss = Swiss(7, 3, "pinned")
    waves = play(swiss, lambda one: Outcome(one, margin=one.second - one.first))
    assert [[out.pairing.id for out in wave] for wave in waves] == [
        ["r0-3v4", "r0-1v6", "r0-2v5"],
        ["r1-0v1", "r1-3v2", "r1-5v4"],
        ["r2-2v0", "r2-4v1", "r2-6v3"],
    ]


@given(systems().filter(lambda swiss: swiss.rounds > 1), st.data())
def test_missing_outcomes_are_named(swiss: Swiss, data: st.DataObject) -> None:
    """A round can't be drawn while one before it is not over, and the error names that round."""
    outcomes = flat(play(swiss, Outcome)[:-1])
    missing = data.draw(st.sampled_from(outcomes))
    outcomes.remove(missing)
    with pytest.raises(ValueError, match=f"^outcomes: round {missing.pairing.round} "):
        swiss.wave(swiss.rounds - 1, outcomes)


def test_outcomes_count_once() -> None:
    """An outcome that is given twice is one outcome."""
    swiss = Swiss(4, 2, "s")
    outcomes = [Outcome(pairing, 1) for pairing in swiss.wave(0)]
    assert list(swiss.wave(1, outcomes * 2)) == list(swiss.wave(1, outcomes))


@pytest.mark.parametrize(
    ("count", "usual", "most"),
    [(2, 1, 1), (3, 2, 2), (5, 3, 3), (8, 3, 4), (9, 4, 5), (1000, 10, 64)],
)
def test_numbers_of_rounds(count: int, usual: int, most: int) -> None:
    """The usual number of rounds is the knockout's; at most it is half the field, and 64."""
    assert (usual_rounds(count), most_rounds(count)) == (usual, most)


@pytest.mark.parametrize(
    ("count", "rounds", "named"),
    [(1, 1, "entrant_count"), (4, 0, "rounds"), (4, 3, "rounds"), (1000, 65, "rounds")],
)
def test_impossible_systems(count: int, rounds: int, named: str) -> None:
    """Numbers that can't be are refused by name."""
    with pytest.raises(ValueError, match=f"^{named}:"):
        Swiss(count, rounds, "s")


def test_there_is_no_round_after_the_last() -> None:
    """A round that is not played is refused."""
    for number in (-1, 2):
        with pytest.raises(ValueError, match=r"^number:"):
            Swiss(4, 2, "s").wave(number, [Outcome(Pairing(0, 0, 1))])
