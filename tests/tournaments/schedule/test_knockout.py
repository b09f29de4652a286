"""Knockouts: seeds, rounds off, and who goes on."""

import random

import pytest
from conquian_tournaments.schedule import Knockout, Outcome, Pairing
from conquian_tournaments.schedule.knockout import bracket
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.schedule.playing import Referee, flat, play, referees

COUNTS = st.integers(2, 20)


def _better_seed_wins(pairing: Pairing) -> Outcome:
    return Outcome(pairing, margin=pairing.second - pairing.first)


def _won_by(pairing: Pairing, entrant: int) -> Outcome:
    return Outcome(pairing, margin=1 if entrant == pairing.first else -1)


@given(COUNTS, referees())
def test_losers_are_out_and_winners_go_on(count: int, referee: Referee) -> None:
    """Each match sends one entrant home, until the winner is left."""
    knockout = Knockout(count)
    waves = play(knockout, referee)
    left = set(range(count))
    for number, wave in enumerate(waves):
        playing = [entrant for out in wave for entrant in (out.pairing.first, out.pairing.second)]
        assert len(set(playing)) == len(playing)
        assert left.issuperset(playing)
        assert number == 0 or left == set(playing)
        left -= {_loser(outcome) for outcome in wave}
    assert left == {knockout.winner(flat(waves))}
    assert knockout.pairing_count == len(flat(waves))


def _loser(outcome: Outcome) -> int:
    first, second = outcome.pairing.first, outcome.pairing.second
    if outcome.margin or outcome.points:
        return second if (outcome.margin or outcome.points) > 0 else first
    return max(first, second)


@given(COUNTS)
def test_the_best_seeds_have_the_first_round_off(count: int) -> None:
    """The rounds off fill the bracket up, and go to the best seeds."""
    playing = {seed for one in Knockout(count).wave(0) for seed in (one.first, one.second)}
    off = 2 ** (count - 1).bit_length() - count
    assert set(range(count)) - playing == set(range(off))


@given(COUNTS)
def test_seeding_holds_if_better_seeds_win(count: int) -> None:
    """If the better seed always wins, the seeds left before each round are the best ones."""
    waves = play(Knockout(count), _better_seed_wins)
    for number, wave in enumerate(waves[1:], 1):
        playing = {seed for out in wave for seed in (out.pairing.first, out.pairing.second)}
        assert playing == set(range(2 ** (len(waves) - number)))


@given(st.integers(2, 20), referees())
def test_the_two_best_meet_in_the_final_only(count: int, referee: Referee) -> None:
    """Seeds 0 and 1 meet in the last round or not at all, and do if they beat all others."""
    waves = play(Knockout(count), referee)
    early = [{out.pairing.first, out.pairing.second} for out in flat(waves[:-1])]
    assert {0, 1} not in early
    (final,) = play(Knockout(count), _better_seed_wins)[-1]
    assert {final.pairing.first, final.pairing.second} == {0, 1}


def test_the_bracket_of_eight() -> None:
    """The bracket is the usual one: 1-8, 4-5, 2-7, 3-6, counted from 0."""
    assert bracket(3) == [0, 7, 3, 4, 1, 6, 2, 5]
    ids = [pairing.id for pairing in Knockout(8).wave(0)]
    assert ids == ["r0-0v7", "r0-4v3", "r0-1v6", "r0-5v2"]


@pytest.mark.parametrize(
    ("margin", "points", "winner"),
    [(1, -9, 0), (-1, 9, 1), (0, 1, 0), (0, -1, 1), (0, 0, 0)],
)
def test_ties_are_broken(margin: int, points: int, winner: int) -> None:
    """Units decide, then points, then the better seed."""
    outcome = Outcome(Pairing(0, 0, 1), margin, points)
    assert Knockout(2).winner([outcome]) == winner


def test_the_better_seed_wins_ties_from_either_seat() -> None:
    """A level match is the better seed's though it is the second one."""
    outcomes = [Outcome(pairing) for pairing in Knockout(4).wave(0)]
    assert Pairing(0, 2, 1) in [outcome.pairing for outcome in outcomes]
    assert {one for p in Knockout(4).wave(1, outcomes) for one in (p.first, p.second)} == {0, 1}


@given(COUNTS, referees())
def test_who_was_first_less_often_is_first(count: int, referee: Referee) -> None:
    """In each match, the first entrant's lead in being first is not the greater one."""
    lead = [0] * count
    for outcome in flat(play(Knockout(count), referee)):
        first, second = outcome.pairing.first, outcome.pairing.second
        assert lead[first] <= lead[second]
        lead[first] += 1
        lead[second] -= 1


@given(COUNTS, referees(), st.randoms(use_true_random=False))
def test_a_round_depends_on_the_rounds_before_alone(
    count: int, referee: Referee, shuffler: random.Random
) -> None:
    """Whatever the order of the outcomes, and with later ones or without, a round is the same."""
    knockout = Knockout(count)
    waves = play(knockout, referee)
    shuffled = flat(waves)
    shuffler.shuffle(shuffled)
    for number, wave in enumerate(waves):
        planned = [outcome.pairing for outcome in wave]
        assert list(knockout.wave(number, flat(waves[:number]))) == planned
        assert list(knockout.wave(number, shuffled)) == planned


@given(st.integers(3, 20), st.data())
def test_missing_outcomes_are_named(count: int, data: st.DataObject) -> None:
    """A round can't be drawn while a match before it is not over, and the error names that."""
    knockout = Knockout(count)
    outcomes = flat(play(knockout, _better_seed_wins)[:-1])
    missing = data.draw(st.sampled_from(outcomes))
    outcomes.remove(missing)
    with pytest.raises(ValueError, match=f"^outcomes: .*{missing.pairing.id}"):
        knockout.wave(knockout.wave_count - 1, outcomes)


def test_impossible_knockouts() -> None:
    """One entrant is too few, and there is no round after the final."""
    with pytest.raises(ValueError, match=r"^entrant_count:"):
        Knockout(1)
    for number in (-1, 2):
        with pytest.raises(ValueError, match=r"^number:"):
            Knockout(4).wave(number)


def test_a_long_bracket() -> None:
    """A thousand entrants whose worse seed always wins: the last seed wins ten rounds."""
    knockout = Knockout(1000)
    waves = play(knockout, lambda one: _won_by(one, max(one.first, one.second)))
    assert [len(wave) for wave in waves] == [488, 256, 128, 64, 32, 16, 8, 4, 2, 1]
    assert knockout.winner(flat(waves)) == 999
