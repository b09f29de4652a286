"""Tables of three and four, and their legs."""

from collections import Counter
from itertools import combinations, islice

import pytest
from conquian_tournaments.schedule import Pairing, Tables, legs, read_leg

FIELDS = [(count, seats) for seats in (3, 4) for count in range(seats, 9)]


@pytest.mark.parametrize(("count", "seats"), FIELDS)
def test_each_combination_is_one_table(count: int, seats: int) -> None:
    """Each three, or four, of the entrants meet once, and there are as many tables as told."""
    schedule = Tables(count, seats)
    tables = [frozenset(table.entrants) for table in schedule.wave(0)]
    assert Counter(tables) == Counter(map(frozenset, combinations(range(count), seats)))
    assert schedule.pairing_count == len(tables)


@pytest.mark.parametrize(("count", "seats"), FIELDS)
def test_everyone_has_each_seat_once(count: int, seats: int) -> None:
    """A table's legs give each of its entrants each seat in exactly one of them."""
    for table in Tables(count, seats).wave(0):
        for seated in zip(*(leg.seats for leg in legs(table)), strict=True):
            assert sorted(seated) == sorted(table.entrants)


@pytest.mark.parametrize(("count", "seats"), FIELDS)
def test_a_legs_id_tells_all_of_it(count: int, seats: int) -> None:
    """Ids are unique, and the leg of an id is the one that has it."""
    found = [leg for table in Tables(count, seats).wave(0) for leg in legs(table)]
    assert len({leg.id for leg in found}) == len(found)
    assert [read_leg(leg.id) for leg in found] == found


def test_ids_and_seats_of_a_table() -> None:
    """The legs of a table are lettered, and everyone moves on by one seat from each to the next."""
    table = Pairing(0, 0, 2, (5,))
    assert [leg.id for leg in legs(table)] == ["r0-0v2v5-a", "r0-0v2v5-b", "r0-0v2v5-c"]
    assert [leg.seats for leg in legs(table)] == [(0, 2, 5), (5, 0, 2), (2, 5, 0)]


@pytest.mark.parametrize(
    "text", ["r0-0v1-c", "r0-0v1v2-d", "r0-0v1v2v3v4-a", "r0-0-a", "r0-0v1v2", "r0-0v01v2-a"]
)
def test_no_legs_id(text: str) -> None:
    """An id with a letter beyond its seats, or of a table that can't be, is refused."""
    with pytest.raises(ValueError, match="no leg's id"):
        read_leg(text)


@pytest.mark.parametrize(("count", "seats"), [(2, 3), (3, 4), (5, 2), (9, 5)])
def test_impossible_tables(count: int, seats: int) -> None:
    """Too few entrants for a table, and tables of two or five, are refused by name."""
    with pytest.raises(ValueError, match=r"^seats:"):
        Tables(count, seats)


def test_large_fields_start_at_once() -> None:
    """A field of ten thousand entrants yields its first tables without making the others."""
    first = list(islice(Tables(10_000, 4).wave(0), 2))
    assert first == [Pairing(0, 0, 1, (2, 3)), Pairing(0, 0, 1, (2, 4))]
    with pytest.raises(ValueError, match=r"^number:"):
        Tables(10_000, 4).wave(1)
