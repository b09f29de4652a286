"""A tournament's matches, folded from its deals."""

from collections import Counter
from random import Random

from conquian_tournaments.matches import State, id_order, matches
from conquian_tournaments.results import DealResult, Fault


def _deal(pairing: str, leg: int, deck: int, winner: str | None, **known: object) -> DealResult:
    won = {None: (0, 0), "a": (2, -2), "b": (-1, 1)}[winner]
    return DealResult(pairing, leg, deck, ("a", "b"), winner, won, **known)


DEALS = [
    _deal("r0-0v1", 0, 0, "a"),
    _deal("r0-0v1", 1, 0, "b"),
    _deal("r0-0v1", 0, 1, "a"),
    _deal("r0-0v1", 1, 1, "a", fault=Fault("timeout", "b")),
    _deal("r0-0v1", 0, 2, None),
    _deal("r10-0v1", 0, 0, "b"),
    _deal("r2-0v1", 0, 0, None),
    _deal("r2-0v1", 1, 0, "b"),
]


def test_a_match_is_the_sum_of_its_deals() -> None:
    """Units, points and faults are those of the pairing's deals, in whatever order they come."""
    deals = list(DEALS)
    for seed in range(20):
        Random(seed).shuffle(deals)
        first, second, third = matches(deals, {"r2-0v1": State.DONE}, State.RUNNING)
        assert [match.pairing for match in (first, second, third)] == [
            "r0-0v1",
            "r2-0v1",
            "r10-0v1",
        ]
        assert (first.deals, first.decks, first.points) == (5, 2, (5, -5))
        assert (first.units.wins, first.units.draws, first.units.losses) == (1, 1, 0)
        assert first.faults == (Counter(), Counter(timeout=1))
        assert (second.units.losses, second.units.total, second.points) == (1, 1, (-1, 1))
        assert (third.units.total, third.decks, third.deals) == (0, 0, 1)
        assert [each.state for each in (first, second)] == [State.RUNNING, State.DONE]


def test_deals_that_are_no_pairs() -> None:
    """A deal that is not mirrored is a unit, and no deck of it was played in both seatings."""
    (match,) = matches([_deal("p", leg, 0, "a", mirrored=False) for leg in (0, 1)], {}, State.DONE)
    assert (match.units.wins, match.decks, match.deals) == (2, 0, 2)


def test_ids_are_sorted_by_their_numbers() -> None:
    """Rounds and entrants are in the order of their numbers, not of their digits."""
    ids = ["r0-1v2", "r0-1v10", "r2-0v1", "r10-0v1", "x"]
    assert sorted(sorted(ids), key=id_order) == ["x", "r0-1v2", "r0-1v10", "r2-0v1", "r10-0v1"]
