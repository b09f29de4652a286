"""Deals settled in order whatever order they end in, and a leg's sums and failures."""

import random
from collections.abc import Sequence

import pytest
from conquian_server.launcher import ExitReport
from conquian_server.match import DealOver
from conquian_server.rules import (
    PRESETS,
    Position,
    Reason,
    Ruleset,
    deck_from_seed,
    read_record,
    settle,
    start,
    verify,
)
from conquian_tournaments.report.leg import failure_lines, faults_text, leg_table
from conquian_tournaments.settled import SettledDeal, Settler
from conquian_tournaments.sums import FaultRun, LegSums, SeatSums
from rich.console import Console


def _played(ruleset: Ruleset, number: int, seats: int) -> Position:
    chance = random.Random(number)
    position = start(ruleset, deck_from_seed("sums", number), dealer=number % seats, seats=seats)
    while position.result is None:
        position = position.apply(chance.choice(position.legal_actions()))
    return position


def _over(ruleset: Ruleset, number: int, seats: int = 2) -> DealOver:
    charges = tuple((0.25, 0.5 + number) for _ in range(seats))
    return DealOver(number, _played(ruleset, number, seats), charges)


def _forfeited(number: int, offender: int, cause: str) -> DealOver:
    deck = deck_from_seed("sums", number)
    position = start(PRESETS["classic"], deck, dealer=number % 2, seats=2)
    return DealOver(number, position.forfeit(Reason.DISCONNECTED, offender), ((), ()), cause)


def _settled(ruleset: Ruleset, overs: Sequence[DealOver], seats: int = 2) -> list[SettledDeal]:
    settler = Settler(ruleset, seats)
    return [deal for over in overs for deal in settler.add(over)]


@pytest.mark.parametrize(("name", "seats"), [("classic", 2), ("nine-card", 3)])
def test_deals_are_settled_in_the_order_of_their_numbers(name: str, seats: int) -> None:
    """Whatever order deals end in, they come out by number, settled as the rules say."""
    ruleset = PRESETS[name]
    overs = [_over(ruleset, number, seats) for number in range(12)]
    shuffled = random.Random(5).sample(overs, len(overs))
    settled = _settled(ruleset, shuffled, seats)
    assert [deal.over.number for deal in settled] == list(range(12))
    assert [deal.settlement for deal in settled] == list(
        settle(ruleset, seats, [deal.result for deal in settled])
    )


def test_a_deal_waits_for_those_before_it() -> None:
    """A deal that ends before one of a lower number waits, and is counted as waiting."""
    ruleset = PRESETS["classic"]
    settler = Settler(ruleset, 2)
    assert not list(settler.add(_over(ruleset, 1)))
    assert settler.waiting == 1
    assert [deal.over.number for deal in settler.add(_over(ruleset, 0))] == [0, 1]
    assert settler.waiting == 0


def test_records_of_settled_deals_are_valid() -> None:
    """A settled deal's record has its number and multiplier, and is valid."""
    ruleset = PRESETS["nine-card"]
    settled = _settled(ruleset, [_over(ruleset, number, 2) for number in range(8)])
    assert {deal.settlement.multiplier for deal in settled} > {1}
    for number, deal in enumerate(settled):
        record = deal.record(["a", "b"])
        assert (record["number"], record["multiplier"]) == (number, deal.settlement.multiplier)
        verify(read_record(record))


def test_sums() -> None:
    """Won, drawn and lost deals, points and times add up, seat by seat."""
    ruleset = PRESETS["classic"]
    settled = _settled(ruleset, [_over(ruleset, number) for number in range(60)])
    sums = LegSums(2)
    for deal in settled:
        sums.add(deal)
    winners = [deal.result.winner for deal in settled]
    assert {0, 1, None} == set(winners)
    for seat, row in enumerate(sums.seats):
        assert row.won == winners.count(seat)
        assert row.lost == winners.count(1 - seat)
        assert row.drawn == winners.count(None)
        assert row.points == settled[-1].settlement.totals[seat]
        assert (row.decisions, row.slowest) == (120, 59.5)
        assert row.mean == pytest.approx(sum(0.75 + number for number in range(60)) / 120)
    assert not sums.faulted


def test_faults_of_one_cause_are_one_run() -> None:
    """Deals one after another with the same cause are told together; the others win them."""
    causes = ["late", "late", "late", "later", "late"]
    overs = [_forfeited(number, 1, cause) for number, cause in enumerate(causes)]
    sums = LegSums(2)
    for deal in _settled(PRESETS["classic"], overs):
        sums.add(deal)
    other, offender = sums.seats
    assert sums.faulted
    assert offender.faults == {"disconnected": 5}
    assert offender.fault_runs == [
        FaultRun(0, 2, "late"),
        FaultRun(3, 3, "later"),
        FaultRun(4, 4, "late"),
    ]
    assert (offender.lost, other.won, other.faults) == (5, 5, {})
    assert offender.mean is None


def test_table_fits_a_terminal() -> None:
    """The table of a leg of a thousand deals fits eighty columns, each seat in one row."""
    row = SeatSums(won=1000, drawn=1000, points=-1000, decisions=100_000, seconds=99, slowest=99.9)
    console = Console(width=80)
    with console.capture() as captured:
        console.print(leg_table(["greedy", "random"], ["1", "1"], [row, row]))
    rows = [line.split() for line in captured.get().splitlines() if line.strip()]
    expected = ["1000", "1000", "0", "-1000", "100000", "0.990", "99900.000", "none"]
    assert rows[-2:] == [["0", "greedy", "v1", *expected], ["1", "random", "v1", *expected]]


def test_failures_are_cut_short_and_safe() -> None:
    """Of many causes, lines and characters the telling ones are shown, and none steers a screen."""
    sums = SeatSums()
    for number in range(30):
        sums.fault(number, "timeout", f"cause {number}\x1b[2J")
    written = "".join(f"line {number}\n" for number in range(100)) + "\x1b]0;" + "x" * 9999
    lines = failure_lines("bot", sums, [ExitReport(None, 9, "", written)], [])
    assert lines[1] == r"  deal 0: cause 0\x1b[2J"
    assert lines[11] == "  and 20 times more"
    assert lines[12] == "  its process was ended by SIGKILL; the end of its stderr:"
    assert lines[13] == "    line 81"
    assert lines[-1].startswith(r"    \x1b]0;xxx")
    assert max(map(len, lines)) < 520
    assert "\x1b" not in "".join(lines)


def test_deals_after_a_bot_was_set_aside_are_told_apart() -> None:
    """Deals that a bot forfeits since it was set aside are counted apart from its own faults."""
    sums = SeatSums()
    sums.fault(0, "disconnected", "the bot's process exited with status 1")
    sums.fault(1, "timeout", "no answer within 1.000 s")
    for number in range(2, 5):
        sums.fault(number, "disconnected", "set aside after 2 incidents, the last: no answer")
    assert faults_text(sums) == "1 disconnected, 1 timeout, 3 forfeited (set aside)"
    assert failure_lines("bot", sums, [], [])[3:] == [
        "  deals 2 to 4: forfeited (set aside after 2 incidents, the last: no answer)"
    ]


def test_a_bot_that_stayed_has_last_words_too() -> None:
    """Of a bot that failed and stayed to the end of its leg, the end of its stderr is shown."""
    sums = SeatSums()
    sums.fault(3, "timeout", "no answer within 1.000 s")
    lines = failure_lines("bot", sums, [], [ExitReport(0, None, "", "thinking\n")])
    assert lines[1:] == [
        "  deal 3: no answer within 1.000 s",
        "  at the end its process exited with status 0; the end of its stderr:",
        "    thinking",
    ]
    assert failure_lines("bot", sums, [], [])[2:] == []
