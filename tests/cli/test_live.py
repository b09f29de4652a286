"""The standings that a run shows while it goes on."""

import io

import pytest
from conquian_server.rules import Reason, Result
from conquian_tournaments.cli.live import LiveStandings
from conquian_tournaments.deals import LedgerDeal
from rich.console import Console
from rich.progress import Progress

from tests.cli.small_leagues import tournament

WON = Result(Reason.WENT_OUT, 0, None, (1, -1))
DRAWN = Result(Reason.STOCK_EXHAUSTED, None, None, (0, 0))
FORFEITED = Result(Reason.TIMEOUT, None, 1, (1, -1))


@pytest.fixture
def lines(tmp_path):
    """The lines that are shown after deals between the first two of ann, ben and cat."""
    league = tournament(tmp_path)
    seats = tuple(entrant.id for entrant in league.entrants[:2])

    def shown(*results: Result) -> list[str]:
        console = Console(file=io.StringIO(), width=80)
        standings = LiveStandings(league, Progress(console=console))
        for number, result in enumerate(results):
            standings.add(LedgerDeal("r0-0v1", 0, number, seats, result, (0, 0)))
        console.print(standings)
        return console.file.getvalue().splitlines()[1:4]

    return shown


def test_deals_are_counted(lines):
    """Deals won, drawn and lost stand beside their score, and forfeits count as faults."""
    ann, ben, cat = lines(WON, DRAWN, FORFEITED)
    assert ann.split() == ["ann", "2/1/0", "0.833", "0"]
    assert ben.split() == ["ben", "0/1/2", "0.167", "1"]
    assert cat.split() == ["cat", "0/0/0", "0"]


def test_before_the_first_deal_nobody_has_a_score(lines):
    """Before the first deal everybody is there, without a score."""
    assert [line.split() for line in lines()] == [
        [name, "0/0/0", "0"] for name in ("ann", "ben", "cat")
    ]
