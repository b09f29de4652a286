"""Round robins by Berger's tables."""

from collections import Counter
from itertools import combinations, islice

import pytest
from conquian_tournaments.schedule import Pairing, RoundRobin, pairings

FIELDS = range(2, 13)


@pytest.mark.parametrize("count", FIELDS)
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_everyone_meets_everyone_once_a_cycle(count: int, cycles: int) -> None:
    """Each two meet as often as there are cycles."""
    met = Counter(frozenset((one.first, one.second)) for one in pairings(count, cycles))
    assert met == dict.fromkeys(map(frozenset, combinations(range(count), 2)), cycles)


@pytest.mark.parametrize("count", FIELDS)
def test_nobody_plays_twice_in_a_round(count: int) -> None:
    """A round has everyone once; with an odd number one is off, each in a round of its own."""
    rounds: dict[int, list[int]] = {}
    for pairing in pairings(count):
        rounds.setdefault(pairing.round, []).extend((pairing.first, pairing.second))
    assert list(rounds) == list(range(count - 1 + count % 2))
    assert all(len(set(playing)) == len(playing) for playing in rounds.values())
    off = [entrant for playing in rounds.values() for entrant in set(range(count)) - set(playing)]
    assert sorted(off) == (list(range(count)) if count % 2 else [])


@pytest.mark.parametrize("count", FIELDS)
def test_seats_are_balanced(count: int) -> None:
    """Nobody is first more than once more or less than second, and two cycles are even."""
    for cycles, most in ((1, 1), (2, 0)):
        lead: Counter[int] = Counter()
        for pairing in pairings(count, cycles):
            lead[pairing.first] += 1
            lead[pairing.second] -= 1
        assert all(abs(lead[entrant]) <= most for entrant in range(count))


def test_large_fields_start_at_once() -> None:
    """A field of a million entrants yields its first pairings without making the others."""
    first = list(islice(pairings(1_000_000), 3))
    assert first == [Pairing(0, 0, 999_999), Pairing(0, 1, 999_998), Pairing(0, 2, 999_997)]


@pytest.mark.parametrize(
    ("count", "cycles", "named"),
    [(1, 1, "entrant_count"), (0, 1, "entrant_count"), (4, 0, "cycles")],
)
def test_impossible_fields(count: int, cycles: int, named: str) -> None:
    """Too few entrants or cycles are refused at once, by name."""
    with pytest.raises(ValueError, match=f"^{named}:"):
        pairings(count, cycles)
    with pytest.raises(ValueError, match=f"^{named}:"):
        RoundRobin(count, cycles)


@pytest.mark.parametrize("cycles", [1, 2])
def test_one_wave_holds_all(cycles: int) -> None:
    """The schedule is one wave with as many pairings as it says; there is no other wave."""
    schedule = RoundRobin(7, cycles)
    assert schedule.wave_count == 1
    assert list(schedule.wave(0)) == list(pairings(7, cycles))
    assert schedule.pairing_count == len(list(schedule.wave(0)))
    with pytest.raises(ValueError, match=r"^number:"):
        schedule.wave(1)
