"""Bots that arrive, warm up, are lost, come back and are gone; or never do."""

import pytest
from conquian_server.match import (
    BotWanted,
    ClockRules,
    DealBegun,
    FaultPolicy,
    Gone,
    Joined,
    LegEnd,
    Lost,
    Ready,
    Returned,
)
from conquian_server.rules import Asked, Reason

from tests.match.table import (
    NINE_CARD,
    Table,
    at_random,
    ends,
    only,
    plan,
)

WARM_UP = ClockRules(warm_up=10.0)
POLICY = FaultPolicy(incidents=3, grace=5.0, arrival=30.0)


def table_of(deal_count: int = 4, clocks: ClockRules = WARM_UP, at_once: int = 1) -> Table:
    """A table where no bot has arrived yet."""
    return Table(plan(deal_count, clocks=clocks, policy=POLICY, deals_at_once=at_once))


def seated(*args, at_once: int = 1, **rest) -> Table:
    """A table whose bots became ready at time 0."""
    table = table_of(*args, at_once=at_once, **rest)
    table.seat_bots(at_once)
    return table


def forfeits(table: Table, seat: int) -> bool:
    """Whether every deal of the leg is forfeited by the seat, and recorded once."""
    numbers = [number for number, *_ in ends(table.log)]
    offenders = {offender for _, _, offender in ends(table.log)}
    return sorted(numbers) == list(range(table.plan.deal_count)) and offenders == {seat}


# --- arrival and warm-up ----------------------------------------------------------------------


def test_deals_begin_when_all_are_ready():
    """No deal begins before the last bot has said that it is ready."""
    table = table_of()
    assert table.tell(Joined(0), Joined(1), Ready(1), at=5.0) == []
    effects = table.tell(Ready(0), at=9.0)
    assert [each.number for each in only(DealBegun, effects)] == [0]


def test_a_bot_has_its_time_to_arrive():
    """A bot that has not arrived in its time is wanted again; the third time it is set aside."""
    table = table_of()
    table.tell(Joined(0), Ready(0), at=1.0)
    assert table.leg.next_deadline() == 30.0
    cause = "the bot did not arrive"
    assert table.tick(30.0) == [BotWanted(1, cause)]
    assert table.leg.next_deadline() == 60.0
    assert table.tick(60.0) == [BotWanted(1, cause)]
    table.tick(90.0)
    assert table.end().end is LegEnd.SET_ASIDE
    assert forfeits(table, 1)


def test_a_bot_has_its_time_to_get_ready():
    """A bot that does not get ready within its warm-up is wanted again; three times, and out."""
    table = table_of()
    table.tell(Joined(1), Ready(1), at=1.0)
    for times in range(3):
        table.tell(Joined(0), at=30.0 * times)
        assert table.leg.next_deadline() == 30.0 * times + 10.0
        assert not table.leg.over
        table.tick(30.0 * times + 10.0)
    assert only(BotWanted, table.log) == 2 * [
        BotWanted(0, "the bot did not get ready within its warm-up")
    ]
    assert forfeits(table, 0)


def test_a_bot_that_is_started_again_has_a_warm_up_of_its_own():
    """After a death the new bot warms up before any clock runs, and then the leg goes on."""
    table = seated(clocks=ClockRules(limit=2.0, warm_up=10.0))
    table.tell(Gone(0, "exit status 1"), at=1.0)
    assert table.tell(Joined(0), at=20.0) == []
    assert table.tick(29.0) == []
    begun, asked = table.tell(Ready(0), at=29.5)
    assert (begun.number, asked.deadline) == (1, 31.5)


def test_when_nobody_arrives_the_leg_ends():
    """With no bot at all the leg ends by its timers, at the cost of the lowest seat."""
    table = table_of()
    table.run_out()
    assert table.now == 90.0
    assert table.end().end is LegEnd.SET_ASIDE
    assert forfeits(table, 0)


def test_a_late_timer_decides_nothing():
    """What was due first comes first, also where the timer fires long after both."""
    tables = [seated(clocks=ClockRules(limit=50.0)) for _ in range(2)]
    for table in tables:
        table.tell(Lost(1), at=1.0)
        table.tell(Lost(0), at=2.0)
    tables[0].tick(6.0)
    tables[0].tick(7.0)
    tables[1].tick(1000.0)
    assert ends(tables[0].log) == ends(tables[1].log) == [(0, Reason.DISCONNECTED, 1)]
    assert [each.seat for each in only(BotWanted, tables[1].log)] == [1, 0]


# --- lost and found again ---------------------------------------------------------------------


def test_a_lost_bot_has_its_grace():
    """A lost bot that does not come back in its time forfeits what is in play, and is wanted."""
    table = seated(at_once=3)
    table.tell(Lost(1), at=2.0)
    assert table.leg.next_deadline() == 7.0
    assert table.tick(6.5) == []
    effects = table.tick(7.0)
    assert ends(effects) == [(number, Reason.DISCONNECTED, 1) for number in range(3)]
    cause = "the connection was lost and the bot did not come back"
    assert only(BotWanted, effects) == [BotWanted(1, cause)]
    assert {over.cause for over in table.overs()} == {cause}


def test_a_bot_that_comes_back_gets_its_open_requests_again():
    """It gets every open request, the same ones in the same order, and plays on."""
    table = seated(at_once=4)
    table.answer(table.requests(0)[1], at=1.0)
    open_ = table.requests(1)
    table.tell(Lost(1), at=2.0)
    assert table.tell(Returned(1), at=6.0) == open_
    assert len(open_) == 3
    assert table.leg.next_deadline() is None
    table.play()
    assert table.end().end is LegEnd.PLAYED
    assert {reason for _, reason, _ in ends(table.log)} == {Reason.STOCK_EXHAUSTED}


def test_a_request_that_comes_while_the_bot_is_lost_waits_for_it():
    """What is asked of a lost bot it gets when it comes back."""
    table = seated()
    table.tell(Lost(0), at=1.0)
    (asked,) = table.answer(table.asked(), at=2.0)
    assert asked.seat == 0
    assert table.tell(Returned(0), at=3.0) == [asked]


def test_the_clocks_of_a_lost_bot_run_on():
    """A lost bot's request faults at its deadline, within the grace."""
    table = seated(clocks=ClockRules(limit=2.0))
    table.tell(Lost(1), at=1.0)
    assert ends(table.tick(2.0)) == [(0, Reason.TIMEOUT, 1)]


def test_a_request_that_is_due_with_the_grace_times_out():
    """Where a lost bot's request and its grace end at one moment, the request has timed out."""
    table = seated(clocks=ClockRules(limit=6.0))
    table.tell(Lost(1), at=1.0)
    effects = table.tick(6.0)
    assert ends(effects) == [(0, Reason.TIMEOUT, 1)]
    assert [each.seat for each in only(BotWanted, effects)] == [1]


def test_no_deal_begins_while_a_bot_is_lost():
    """A lost bot loses the deals that it holds, not one after another of those to come."""
    table = seated(clocks=ClockRules(limit=0.5))
    table.tell(Lost(1), at=0.25)
    effects = table.tick(0.5)
    assert ends(effects) == [(0, Reason.TIMEOUT, 1)]
    assert only(DealBegun, effects) == []
    assert table.leg.next_deadline() == 5.25
    (begun, asked) = table.tell(Returned(1), at=5.0)
    assert (begun.number, asked.sent_at) == (1, 5.0)


def test_to_be_lost_again_gives_no_more_time():
    """A connection that is lost twice without coming back has the grace of the first time."""
    table = seated()
    table.tell(Lost(1), at=1.0)
    table.tell(Lost(1), at=5.0)
    assert table.leg.next_deadline() == 6.0


def test_to_be_lost_gives_no_longer_warm_up():
    """A bot that is lost while it warms up must be ready in time all the same."""
    table = table_of()
    table.tell(Joined(0), Joined(1), Ready(1), at=0.0)
    table.tell(Lost(0), at=8.0)
    assert table.leg.next_deadline() == 10.0
    table.tell(Returned(0), at=9.0)
    assert table.leg.next_deadline() == 10.0
    assert only(DealBegun, table.tell(Ready(0), at=9.5)) != []


# --- gone -------------------------------------------------------------------------------------


def test_a_bot_may_be_gone_before_it_has_arrived():
    """A bot that ends before its hello is wanted again, with its whole time to arrive."""
    table = table_of()
    assert table.tell(Gone(0, "exit status 2"), at=1.0) == [BotWanted(0, "exit status 2")]
    table.tell(Joined(1), Ready(1))
    assert table.leg.next_deadline() == 31.0
    table.tell(Joined(0), Ready(0), at=30.0)
    table.play()
    assert table.end().end is LegEnd.PLAYED


def test_a_bot_may_be_gone_while_it_warms_up():
    """A bot that ends in its warm-up is wanted again, and nothing is forfeited."""
    table = table_of()
    table.tell(Joined(0), Joined(1), Ready(1))
    assert table.tell(Gone(0, "exit status 2"), at=1.0) == [BotWanted(0, "exit status 2")]
    assert table.leg.next_deadline() == 31.0


def asked_for(asked: Asked):
    """Whether a request asks that."""
    return lambda request: request.position.asked is asked


@pytest.mark.parametrize("asked", Asked)
@pytest.mark.parametrize("whose", ["its own turn", "another's turn"])
def test_a_bot_may_be_gone_at_any_request(asked, whose):
    """A bot that is gone forfeits the deal where it stands, whoever is asked and whatever for."""
    table = Table(plan(50, ruleset=NINE_CARD, seats=3))
    table.seat_bots()
    request = table.play_until(asked_for(asked), at_random)
    seat = request.seat if whose == "its own turn" else (request.seat + 1) % 3
    effects = table.tell(Gone(seat, "signal 9"))
    assert ends(effects) == [(request.deal, Reason.DISCONNECTED, seat)]
    assert table.overs()[-1].position.actions == request.position.actions
    assert table.overs()[-1].cause == "signal 9"
    assert table.requests(request.seat) == []
    begun, *_ = table.tell(Joined(seat), Ready(seat))
    assert begun.number == request.deal + 1


def test_the_last_fault_of_a_leg_wants_no_bot():
    """A bot that is gone in the last deal need not be started again."""
    table = seated(1)
    effects = table.tell(Gone(0, "signal 9"))
    assert only(BotWanted, effects) == []
    assert table.end().end is LegEnd.PLAYED


def test_both_bots_may_be_gone():
    """Two deaths at one time: the deal is the first one's, and each seat wants its bot."""
    table = seated()
    effects = table.tell(Gone(1, "signal 9"), Gone(0, "signal 9"))
    assert ends(effects) == [(0, Reason.DISCONNECTED, 1)]
    assert [each.seat for each in only(BotWanted, effects)] == [1, 0]


def test_another_bot_may_play_fewer_deals_at_once():
    """The bot that is started again says anew how many deals it plays at once."""
    table = seated(20, at_once=8)
    assert len(table.begun()) == 8
    table.tell(Gone(0, "signal 9"))
    effects = table.tell(Joined(0, 2), Ready(0))
    assert [each.number for each in only(DealBegun, effects)] == [8, 9]


# --- what can't be ------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [Lost(0), Returned(0), Ready(0)])
def test_what_only_a_present_bot_can_do_changes_nothing_without_one(event):
    """Where a bot is awaited, it must arrive in its time whatever else is said of it."""
    table = table_of()
    assert table.tell(event, at=29.0) == []
    assert table.leg.next_deadline() == 30.0


@pytest.mark.parametrize("event", [Joined(0, 5, only_choices=True), Ready(0)])
def test_a_bot_that_is_present_can_not_arrive_again(event):
    """A hello where no bot is awaited changes nothing of the bot that is there."""
    table = seated(at_once=1)
    assert table.tell(event, at=1.0) == []
    table.answer(table.asked())
    assert table.asked().seat == 0
    assert table.leg.next_deadline() is None


def test_a_joined_bot_plays_at_least_one_deal_at_once():
    """A hello of no deals at once is refused with the field's name."""
    with pytest.raises(ValueError, match=r"^deals_at_once: must be at least 1, not 0"):
        Joined(0, 0)
