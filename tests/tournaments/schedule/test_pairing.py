"""Pairings, their legs, and the ids of both."""

from conquian_tournaments.schedule import Leg, Pairing, legs, pairings


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
