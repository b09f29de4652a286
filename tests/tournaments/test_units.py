"""Deals and units: what counts as one result."""

import random

import pytest
from conquian_tournaments.rating import Tally
from conquian_tournaments.results import DealResult, Fault
from conquian_tournaments.units import UnitResult, units


def _deal(winner: str | None, leg: int, deck: int = 0, pairing: str = "r0-0v1") -> DealResult:
    return DealResult(pairing, leg, deck, ("a", "b"), winner)


@pytest.mark.parametrize(
    ("winners", "margin", "winner"),
    [
        (("a", "a"), 2, "a"),
        (("a", None), 1, "a"),
        (("a", "b"), 0, None),
        ((None, None), 0, None),
        ((None, "b"), -1, "b"),
        (("b", "b"), -2, "b"),
    ],
)
def test_both_legs_of_a_deck_are_one_unit(
    winners: tuple[str | None, str | None], margin: int, winner: str | None
) -> None:
    """A mirrored pair is one result by the deals won and lost, whichever leg ends first."""
    legs = [_deal(winners[0], 0), _deal(winners[1], 1)]
    for ended in (legs, legs[::-1]):
        (unit,) = units(ended)
        assert unit == UnitResult(("a", "b"), deck=0, deals=2, margin=margin)
        assert unit.winner == winner


def test_points_play_no_part() -> None:
    """A deal that counts double weighs no more in its unit than one that counts once."""
    double = DealResult("p", 0, 0, ("a", "b"), "a", points=(2, -2))
    single = DealResult("p", 1, 0, ("a", "b"), "b", points=(-1, 1))
    (unit,) = units([double, single])
    assert unit.winner is None


def test_half_a_pair_is_no_unit() -> None:
    """With one leg missing there is no unit; another deck or another pairing doesn't fill it."""
    deals = [_deal("a", 0, deck=0), _deal("a", 1, deck=1), _deal("a", 1, deck=0, pairing="r1-0v1")]
    assert list(units(deals)) == []


def test_deals_that_are_not_mirrored_stand_alone() -> None:
    """A deal without a mirror is a unit by itself."""
    deal = DealResult("p", 1, 4, ("a", "b"), "b", mirrored=False)
    assert list(units([deal])) == [UnitResult(("a", "b"), deck=4, deals=1, margin=-1)]


def test_tally_of_units() -> None:
    """A tally counts equal units together, whatever order they and their sides come in."""
    results = [UnitResult(("a", "b"), deck, 2, margin) for deck, margin in enumerate((2, 1, 0, -1))]
    results += [UnitResult(("b", "a"), 9, 2, 0), UnitResult(("b", "a"), 9, 2, -2)]
    random.Random(5).shuffle(results)
    tally = Tally.of(results, entrants=["c"])
    assert tally.counts == [(("a", "b", False), 3), (("a", "b", True), 2), (("b", "a", False), 1)]
    assert tally.entrants == ["a", "b", "c"]
    assert (tally.result_count, tally.draw_count) == (6, 2)


def test_deals_that_contradict_each_other() -> None:
    """The same leg twice, or legs of other entrants, are refused with the pairing's id."""
    with pytest.raises(ValueError, match="r0-0v1, leg 0: deck 0 came twice"):
        list(units([_deal("a", 0), _deal("b", 0)]))
    reversed_sides = DealResult("r0-0v1", 1, 0, ("b", "a"), "a")
    with pytest.raises(ValueError, match="r0-0v1, deck 0"):
        list(units([_deal("a", 0), reversed_sides]))


@pytest.mark.parametrize(
    ("entrants", "winner", "fault", "named"),
    [
        (("a", "a"), "a", None, "entrants"),
        (("a", "b"), "c", None, "winner"),
        (("a", "b"), "a", Fault("timeout", "c"), "fault.offender"),
        (("a", "b"), "a", Fault("timeout", "a"), "winner"),
        (("a", "b"), None, Fault("timeout", "a"), "winner"),
    ],
)
def test_impossible_deals(
    entrants: tuple[str, str], winner: str | None, fault: Fault | None, named: str
) -> None:
    """A deal that names others than its entrants, or whose offender wins, is refused by field."""
    with pytest.raises(ValueError, match=f"^{named}:"):
        DealResult("p", 0, 0, entrants, winner, fault=fault)
