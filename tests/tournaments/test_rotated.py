"""Deals at tables of three and four, joined into units."""

from itertools import permutations

import pytest
from conquian_server.rules import Reason, Result
from conquian_tournaments.deals import LedgerDeal
from conquian_tournaments.rotated import RotatedResult, TableUnit, rotated_result, table_units

ABC = ("a", "b", "c")


def _deal(leg: int, *points: int, deck: int = 0, table: str = "t", **other: bool) -> RotatedResult:
    return RotatedResult(table, leg, deck, ABC, points, **other)


def test_a_unit_is_a_deck_in_all_rotations() -> None:
    """In any order of its deals, a unit sums the points of a deck's rotations."""
    deals = [_deal(0, 2, -1, -1), _deal(1, -1, 2, -1), _deal(2, 2, -1, -1)]
    for order in permutations(deals):
        (unit,) = table_units(order)
        assert unit == TableUnit(ABC, deck=0, deals=3, points=(3, 0, -3))
        assert unit.ranks == (0, 1, 2)


def test_equal_points_are_tied() -> None:
    """Entrants with the same points have the same rank, which counts those above."""
    assert TableUnit(ABC, 0, 3, (0, 0, 0)).ranks == (0, 0, 0)
    assert TableUnit(ABC, 0, 3, (-1, 2, -1)).ranks == (1, 0, 1)
    assert TableUnit((*ABC, "d"), 0, 4, (1, 1, -3, 1)).ranks == (0, 0, 3, 0)


def test_decks_and_tables_are_apart() -> None:
    """Deals of another deck or table complete no unit."""
    deals = [_deal(0, 0, 0, 0), _deal(1, 0, 0, 0), _deal(2, 0, 0, 0, deck=1)]
    assert list(table_units([*deals, _deal(2, 0, 0, 0, table="u")])) == []
    assert len(list(table_units([*deals, _deal(2, 0, 0, 0)]))) == 1


def test_a_deal_that_is_not_rotated_is_a_unit() -> None:
    """A deal whose deck is played once is a unit of one deal."""
    (unit,) = table_units([_deal(1, -1, -1, 2, rotated=False)])
    assert unit == TableUnit(ABC, 0, 1, (-1, -1, 2))


def test_a_ledgers_deal() -> None:
    """The points of a deal in the ledger go with the entrants, whatever their seats."""
    result = Result(Reason.WENT_OUT, 1, None, (-1, 2, -1))
    deal = LedgerDeal("t", 2, 7, ("c", "a", "b"), result, (0, 0, 0))
    assert rotated_result(deal) == RotatedResult("t", 2, 7, ABC, (2, -1, -1))


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        (_deal(0, 0, 0, 0), "deck 0 came twice"),
        (_deal(3, 0, 0, 0), "have no leg 3"),
        (RotatedResult("t", 1, 0, ("a", "b", "d"), (0, 0, 0)), "other entrants"),
    ],
)
def test_deals_that_are_no_rotations(other: RotatedResult, complaint: str) -> None:
    """A rotation that came before or can't be, or other entrants with the deck, is refused."""
    with pytest.raises(ValueError, match=complaint):
        list(table_units([_deal(0, 0, 0, 0), other]))


def test_bad_deals() -> None:
    """A deal with an entrant in two seats, or without points for each, is refused."""
    with pytest.raises(ValueError, match="twice"):
        RotatedResult("t", 0, 0, ("a", "a", "b"), (0, 0, 0))
    with pytest.raises(ValueError, match="points"):
        RotatedResult("t", 0, 0, ABC, (0, 0))
