"""Matches folded from their deals."""

from itertools import permutations

import pytest
from conquian_tournaments.results import DealResult
from conquian_tournaments.schedule import Outcome, Pairing, outcome_of

PAIRING = Pairing(0, 1, 2)


def _deal(leg: int, deck: int, winner: str | None, points: int, **more: bool) -> DealResult:
    signed = {"a": (points, -points), "b": (-points, points), None: (0, 0)}[winner]
    return DealResult(PAIRING.id, leg, deck, ("a", "b"), winner, signed, **more)


def test_mirrored_decks_count_once() -> None:
    """A deck counts once by who won more of its two deals, whatever the order of the deals."""
    deals = [
        _deal(0, 0, "a", 1),
        _deal(1, 0, "a", 1),
        _deal(0, 1, "b", 4),
        _deal(1, 1, None, 0),
    ]
    for order in permutations(deals):
        assert outcome_of(PAIRING, order) == Outcome(PAIRING, margin=0, points=-4)


def test_single_deals_count_each() -> None:
    """Deals that are not mirrored are units by themselves."""
    deals = [_deal(leg, leg, "b", 1, mirrored=False) for leg in (0, 1)]
    assert outcome_of(PAIRING, deals) == Outcome(PAIRING, margin=-2, points=-4)


def test_nothing_played_is_level() -> None:
    """A match without deals, such as one set aside, is level."""
    assert outcome_of(PAIRING, []) == Outcome(PAIRING)


def test_deals_of_other_pairings_are_refused() -> None:
    """A deal of another pairing is an error that names both."""
    with pytest.raises(ValueError, match=r"r0-1v2 .* r1-1v2"):
        outcome_of(Pairing(1, 1, 2), [_deal(0, 0, "a", 1)])
