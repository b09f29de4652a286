"""Standings and crosstable."""

import random
from itertools import combinations

import pytest
from conquian_tournaments.results import DealResult, Fault
from conquian_tournaments.standings import Record, standings

MATCH = [
    DealResult("p", 0, 0, ("a", "b"), "a", points=(1, -1), seconds=(1.5, 2.0)),
    DealResult("p", 1, 0, ("a", "b"), None, seconds=(0.25, 0.5)),
    DealResult(
        "p", 0, 1, ("a", "b"), "b", points=(-2, 2), seconds=(3, 0), fault=Fault("timeout", "a")
    ),
    DealResult("p", 1, 1, ("a", "b"), "a", points=(1, -1)),
    DealResult("p", 0, 2, ("a", "b"), "b", points=(-1, 1)),
]


def test_row() -> None:
    """A row has units, deals, points a deal, faults by cause and the time, of its entrant alone."""
    table = standings(MATCH)
    first, second = table.rows["a"], table.rows["b"]
    assert first.units == Record(wins=1, draws=1, losses=0)
    assert first.deals == Record(wins=2, draws=1, losses=2)
    assert first.points_per_deal == pytest.approx(-1 / 5)
    assert (first.faults, second.faults) == ({"timeout": 1}, {})
    assert (first.seconds, second.seconds) == (4.75, 2.5)
    assert second.units == Record(wins=0, draws=1, losses=1)
    assert first.score is not None
    assert first.score.score == first.units.score == 0.75


def test_crosstable() -> None:
    """A cell has one side's units against the other, and its mirrored pairs by their margin."""
    table = standings([*MATCH, DealResult("q", 0, 9, ("a", "b"), "a", mirrored=False)])
    cell, other = table.crosstable["a", "b"], table.crosstable["b", "a"]
    assert (cell.units, other.units) == (Record(2, 1, 0), Record(0, 1, 2))
    assert (cell.pairs, other.pairs) == ([0, 0, 1, 1, 0], [0, 1, 1, 0, 0])
    assert cell.summary is not None
    assert cell.summary.estimate.score == pytest.approx(0.625)


def test_nothing_played() -> None:
    """An entrant without deals has a row of zeros, and no score, average or cell."""
    table = standings([], entrants=["a"])
    row = table.rows["a"]
    assert (row.units.total, row.deals.total, row.faults, row.seconds) == (0, 0, {}, 0)
    assert (row.score, row.points_per_deal, row.units.score) == (None, None, None)
    assert table.crosstable == {}
    one_leg = standings(MATCH[-1:]).rows["a"]
    assert (one_leg.deals.losses, one_leg.score) == (1, None)


def test_order_does_not_matter() -> None:
    """The same deals in any order give the same standings, to the bit."""
    rng = random.Random(11)
    deals = [
        DealResult(
            f"{one}-{other}",
            leg,
            deck,
            (one, other),
            rng.choice([one, other, None]),
            points=(rng.randint(-2, 2), 0),
            seconds=(rng.random(), rng.random()),
        )
        for one, other in combinations("abcd", 2)
        for leg in (0, 1)
        for deck in range(20)
    ]
    expected = standings(deals)
    for _ in range(20):
        found = standings(rng.sample(deals, len(deals)))
        for entrant, row in expected.rows.items():
            other = found.rows[entrant]
            assert (other.score, other.seconds) == (row.score, row.seconds)
            assert (other.units, other.deals, other.points) == (row.units, row.deals, row.points)
        assert found.crosstable == expected.crosstable


def test_score_takes_the_deck_as_its_unit() -> None:
    """One deck that went alike against everyone is one observation, not as many as opponents."""
    deals = [
        DealResult(opponent, leg, deck, ("a", opponent), "a" if deck % 2 else opponent)
        for opponent in "bcdefghij"
        for deck in range(10)
        for leg in (0, 1)
    ]
    table = standings(deals)
    row, cell = table.rows["a"], table.crosstable["a", "b"]
    assert row.score is not None
    assert cell.summary is not None
    assert row.score.error == pytest.approx(cell.summary.estimate.error)
