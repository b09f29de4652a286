"""Rating histories: in the schedule's order, by the package's updates."""

import random

import pytest
import trueskill
from conquian_tournaments.rating.history import Point, history, scheduled
from conquian_tournaments.rating.model import environment
from conquian_tournaments.results import DealResult
from conquian_tournaments.units import units

PAIRINGS = ["r0-0v1", "r0-2v0", "r1-1v2"]
ENTRANTS = [("a", "b"), ("c", "a"), ("b", "c")]


def _deals() -> list[DealResult]:
    rng = random.Random(3)
    return [
        DealResult(pairing, leg, deck, entrants, rng.choice([*entrants, None]))
        for pairing, entrants in zip(PAIRINGS, ENTRANTS, strict=True)
        for deck in range(4)
        for leg in (0, 1)
    ]


def _history(deals: list[DealResult]) -> list[Point]:
    return list(history(units(scheduled(deals, PAIRINGS)), 0.3))


def test_the_order_is_the_schedules() -> None:
    """The same deals in any order of their ends have one history, two points a unit."""
    deals = _deals()
    expected = _history(deals)
    assert [point.unit for point in expected] == [unit for unit in range(1, 13) for _ in "ab"]
    shuffled = random.Random(1).sample(deals, len(deals))
    assert _history(shuffled) == expected
    assert len({point.mu for point in expected}) > 12


def test_each_step_is_the_packages() -> None:
    """Each unit moves the two who played it as the package's `rate_1vs1` does."""
    env = environment(0.3)
    skill = {name: env.create_rating() for name in "abc"}
    points = iter(_history(_deals()))
    for unit in units(scheduled(_deals(), PAIRINGS)):
        first, second = unit.entrants if unit.margin >= 0 else reversed(unit.entrants)
        skill[first], skill[second] = trueskill.rate_1vs1(
            skill[first], skill[second], drawn=unit.margin == 0, env=env
        )
        for entrant in unit.entrants:
            point = next(points)
            assert point.entrant == entrant
            theirs = skill[entrant]
            assert (point.mu, point.sigma) == pytest.approx((theirs.mu, theirs.sigma), abs=1e-6)


def test_a_deal_of_no_pairing() -> None:
    """A deal of a pairing that the schedule does not have is refused by name."""
    with pytest.raises(ValueError, match="r0-0v1 is not among them"):
        scheduled(_deals(), PAIRINGS[1:])
