"""Round robins by Berger's tables."""

from collections import Counter
from itertools import combinations, islice

import pytest
from conquian_tournaments.schedule import Leg, Pairing, legs, pairings

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


def test_legs_exchange_the_seats() -> None:
    """A match has two legs with the seats exchanged, under ids made from the numbers."""
    pairing = Pairing(1, 2, 7)
    assert legs(pairing) == (Leg(pairing, 0), Leg(pairing, 1))
    assert [leg.seats for leg in legs(pairing)] == [(2, 7), (7, 2)]
    assert [leg.id for leg in legs(pairing)] == ["r1-2v7-a", "r1-2v7-b"]


def test_ids_are_unique_and_stay() -> None:
    """No two legs have one id, and the same tournament gives the same ids."""
    ids = [leg.id for pairing in pairings(7, 2) for leg in legs(pairing)]
    assert len(set(ids)) == len(ids) == 2 * 2 * 21
    assert ids == [leg.id for pairing in pairings(7, 2) for leg in legs(pairing)]


@pytest.mark.parametrize(
    ("count", "cycles", "named"),
    [(1, 1, "entrant_count"), (0, 1, "entrant_count"), (4, 0, "cycles")],
)
def test_impossible_fields(count: int, cycles: int, named: str) -> None:
    """Too few entrants or cycles are refused at once, by name."""
    with pytest.raises(ValueError, match=f"^{named}:"):
        pairings(count, cycles)
