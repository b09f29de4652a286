"""Two entrants against each other, folded from deals."""

from dataclasses import asdict
from typing import Any

import pytest
from conquian_tournaments.head_to_head import HeadToHead, head_to_head
from conquian_tournaments.rating.statistics import summarize
from conquian_tournaments.results import DealResult, Fault

SCORES = {(1, 1): 4, (1, 0): 3, (0, 0): 2, (1, -1): 2, (0, -1): 1, (-1, -1): 0}
"""By the margins of a pair's deals for the first entrant, its place among the counts."""


def _pair(
    deck: int,
    margins: tuple[int, int],
    *,
    pairing: str = "p",
    entrants: tuple[str, str] = ("a", "b"),
) -> list[DealResult]:
    winner = {1: "a", 0: None, -1: "b"}
    return [
        DealResult(pairing, leg, deck, entrants, winner[margin], _points(entrants, margin))
        for leg, margin in enumerate(margins)
    ]


def _points(entrants: tuple[str, str], margin: int) -> tuple[int, int]:
    return (margin, -margin) if entrants[0] == "a" else (-margin, margin)


MATCH = [deal for deck, margins in enumerate(SCORES) for deal in _pair(deck, margins)]


def _check(both: HeadToHead, counts: list[int]) -> None:
    assert both.summary is not None
    assert asdict(both.summary) == _near(asdict(summarize(counts)))


def _near(expected: dict[str, Any]) -> dict[str, Any]:
    estimate = pytest.approx(expected["estimate"])
    return {
        **{name: pytest.approx(value) for name, value in expected.items() if name != "estimate"},
        "estimate": estimate,
    }


def test_it_is_the_summary_of_the_mirrored_pairs() -> None:
    """One match says what its pairs by their score say, each pair counting once."""
    both = head_to_head(MATCH, "a", "b")
    assert both.cell.pairs == [1, 1, 2, 1, 1]
    _check(both, [1, 1, 2, 1, 1])
    assert (both.cell.units.wins, both.cell.units.draws, both.cell.units.losses) == (2, 2, 2)
    assert both.first.points == -both.second.points == 0


def test_each_sees_the_mirror_image() -> None:
    """Seen by the other, wins are losses; who was first in the pairing plays no part."""
    turned = [*MATCH, *_pair(9, (1, 1), pairing="q", entrants=("b", "a"))]
    one, other = head_to_head(turned, "a", "b"), head_to_head(turned, "b", "a")
    assert one.cell.pairs == other.cell.pairs[::-1] == [1, 1, 2, 1, 2]
    assert one.summary is not None
    assert other.summary is not None
    assert one.summary.elo == pytest.approx(-other.summary.elo)
    assert one.summary.estimate.score == pytest.approx(1 - other.summary.estimate.score)
    assert one.first.points == other.second.points == 2


def test_others_are_looked_over() -> None:
    """Deals with a third entrant change nothing."""
    third = DealResult("r", 0, 0, ("a", "c"), "a", (1, -1))
    assert head_to_head([third, *MATCH], "a", "b") == head_to_head(MATCH, "a", "b")


def test_a_deck_that_is_played_again_tells_nothing_new() -> None:
    """Who meets again on the same decks, with the same results, knows no more for it."""
    again = [
        deal for deck, margins in enumerate(SCORES) for deal in _pair(deck, margins, pairing="q")
    ]
    once, twice = head_to_head(MATCH, "a", "b"), head_to_head(MATCH + again, "a", "b")
    assert once.summary is not None
    assert twice.summary is not None
    assert twice.summary.units == 2 * once.summary.units
    assert twice.summary.estimate.error == pytest.approx(once.summary.estimate.error)
    assert twice.summary.normalized_elo_error == pytest.approx(once.summary.normalized_elo_error)
    assert twice.summary.elo_error == pytest.approx(once.summary.elo_error)


def test_deals_that_are_not_mirrored() -> None:
    """Without mirrored pairs each deal counts, as a loss, a draw or a win."""
    winners = ["a", "a", None, "b"]
    deals = [
        DealResult("p", 0, deck, ("a", "b"), winner, mirrored=False)
        for deck, winner in enumerate(winners)
    ]
    both = head_to_head(deals, "a", "b")
    _check(both, [1, 1, 2])
    mixed = head_to_head([*deals, *MATCH], "a", "b")
    _check(mixed, [1, 1, 2, 1, 1])
    assert mixed.cell.units.total == 10


def test_nothing_yet() -> None:
    """Without a whole pair there is no summary, but what has ended is counted."""
    both = head_to_head([MATCH[0]], "a", "b")
    assert both.summary is None
    assert both.first.deals.wins == 1
    assert head_to_head([], "a", "b").first.deals.total == 0


def test_faults_are_the_offenders() -> None:
    """A fault stands in the line of who made it."""
    fault = DealResult("p", 0, 0, ("a", "b"), "a", (1, -1), fault=Fault("timeout", "b"))
    first, second = head_to_head([fault], "a", "b").rows
    assert (first.faults.total(), second.faults["timeout"]) == (0, 1)
