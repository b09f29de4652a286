"""Gauntlets: the first few entrants against all others."""

from collections import Counter
from itertools import islice

import pytest
from conquian_tournaments.schedule import Gauntlet
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.schedule.playing import leads


@st.composite
def gauntlets(draw: st.DrawFn) -> Gauntlet:
    """Gauntlets of up to eleven entrants."""
    count = draw(st.integers(2, 11))
    return Gauntlet(count, draw(st.integers(1, count - 1)), draw(st.integers(1, 3)))


@given(gauntlets())
def test_each_runner_meets_each_other_once_a_cycle(gauntlet: Gauntlet) -> None:
    """Runners meet all others once a cycle, and nobody else meets."""
    met = Counter(frozenset((one.first, one.second)) for one in gauntlet.wave(0))
    runners, others = range(gauntlet.runners), range(gauntlet.runners, gauntlet.entrant_count)
    assert met == {frozenset((one, other)): gauntlet.cycles for one in runners for other in others}
    assert met.total() == gauntlet.pairing_count
    assert gauntlet.wave_count == 1


@given(gauntlets())
def test_nobody_plays_twice_in_a_round(gauntlet: Gauntlet) -> None:
    """Everyone plays once a round at most, and the rounds come in order, as few as can be."""
    rounds: dict[int, list[int]] = {}
    for pairing in gauntlet.wave(0):
        rounds.setdefault(pairing.round, []).extend((pairing.first, pairing.second))
    assert all(len(set(playing)) == len(playing) for playing in rounds.values())
    fewest = max(gauntlet.runners, gauntlet.entrant_count - gauntlet.runners)
    assert list(rounds) == list(range(fewest * gauntlet.cycles))


@given(gauntlets())
def test_seats_are_balanced(gauntlet: Gauntlet) -> None:
    """Nobody is first more than once more or less than second, and an even cycle makes it even."""
    most = gauntlet.cycles % 2
    assert all(abs(lead) <= most for lead in leads(gauntlet.wave(0)).values())


def test_large_fields_start_at_once() -> None:
    """A field of a million entrants yields its first pairings without making the others."""
    first = [pairing.id for pairing in islice(Gauntlet(1_000_000, 2).wave(0), 3)]
    assert first == ["r0-0v2", "r0-1v3", "r1-3v0"]


@pytest.mark.parametrize(
    ("count", "runners", "cycles", "named"),
    [
        (1, 1, 1, "entrant_count"),
        (4, 0, 1, "runners"),
        (4, 4, 1, "runners"),
        (4, 1, 0, "cycles"),
    ],
)
def test_impossible_fields(count: int, runners: int, cycles: int, named: str) -> None:
    """Numbers that can't be are refused by name."""
    with pytest.raises(ValueError, match=f"^{named}:"):
        Gauntlet(count, runners, cycles)


def test_there_is_no_second_wave() -> None:
    """A wave that does not exist is refused."""
    with pytest.raises(ValueError, match=r"^number:"):
        Gauntlet(3).wave(1)
