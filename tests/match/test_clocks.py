"""Clocks, with examples reckoned by hand.

All bots pass, so a deal is twenty cards turned by pone and dealer in turn, each offered to the
seat that turned it and then to the other: pone, dealer, dealer, pone, pone, dealer, …
"""

import pytest
from conquian_server.match import (
    Answered,
    ClockRules,
    Garbled,
    Joined,
    Lost,
    Ready,
    Rejection,
    Returned,
)
from conquian_server.rules import PASS, Reason

from tests.match.table import Table, ends, only, plan, rejections

LIMIT = ClockRules(limit=2.0)
BANK = ClockRules(bank=10.0, increment=1.0)


def table_of(clocks: ClockRules, at_once: int = 1, deal_count: int = 3) -> Table:
    """A table whose bots became ready at time 0."""
    table = Table(plan(deal_count, clocks=clocks, deals_at_once=at_once))
    table.seat_bots(at_once)
    return table


def deadlines(table: Table, seat: int) -> dict[int, float | None]:
    """When each open request of the seat faults."""
    return {each.request: each.deadline for each in table.requests(seat)}


def charged(table: Table, seat: int) -> list[tuple[float, ...]]:
    """What each ended deal has cost the seat."""
    return [over.charges[seat] for over in table.overs()]


def spoil(table: Table, seat: int, at: float) -> None:
    """The seat ends the deal of its oldest request with a garbled answer."""
    table.tell(Answered(seat, ((table.requests(seat)[0].request, Garbled("spoilt")),)), at=at)


# --- one deal at once ---------------------------------------------------------------------------


def test_each_decision_has_the_limit():
    """With one deal at once a request faults its limit after it was sent."""
    table = table_of(LIMIT)
    assert deadlines(table, 1) == {1: 2.0}
    table.answer(table.asked(), at=1.5)
    assert deadlines(table, 0) == {1: 3.5}
    table.answer(table.asked(), at=1.75)
    assert deadlines(table, 0) == {2: 3.75}
    assert table.leg.next_deadline() == 3.75


def test_each_decision_is_charged_from_its_request():
    """A decision costs the time from its request to its answer; the record has them in order."""
    table = table_of(LIMIT)
    table.answer(table.asked(), at=1.5)  # seat 1
    table.answer(table.asked(), at=1.75)  # seat 0
    table.answer(table.asked(), at=2.75)  # seat 0
    table.answer(table.asked(), at=4.5)  # seat 1
    spoil(table, 1, at=5.0)
    assert charged(table, 0) == [(0.25, 1.0)]
    assert charged(table, 1) == [(1.5, 1.75, 0.5)]


def test_an_answer_at_the_deadline_is_late():
    """An answer counts until just before its deadline; at it, the request has faulted."""
    table = table_of(LIMIT)
    just_in_time = table.answer(table.asked(), at=1.999)
    assert rejections(just_in_time) == []
    late = table.answer(table.asked(), at=3.999)
    assert ends(late) == [(0, Reason.TIMEOUT, 0)]
    assert rejections(late) == [(1, Rejection.LATE)]


def test_a_request_that_is_not_answered_is_not_charged():
    """The record of a deal lost on time has the decisions that were answered, and the cause."""
    table = table_of(LIMIT)
    table.answer(table.asked(), at=0.5)
    table.tick(2.5)
    (over,) = table.overs()
    assert over.charges == ((), (0.5,))
    assert over.cause == "no answer within 2.000 s"


def test_the_bank_is_of_a_deal_and_a_seat():
    """A decision takes its time from the bank of its deal and seat, then the increment is added."""
    table = table_of(BANK)
    assert (table.asked().bank, table.asked().deadline) == (10.0, 10.0)  # seat 1
    table.answer(table.asked(), at=4.0)  # leaves seat 1 6 + 1
    assert (table.asked().bank, table.asked().deadline) == (10.0, 14.0)  # seat 0
    table.answer(table.asked(), at=13.0)  # leaves seat 0 1 + 1
    assert (table.asked().bank, table.asked().deadline) == (2.0, 15.0)  # seat 0
    table.answer(table.asked(), at=13.5)  # leaves seat 0 1.5 + 1
    assert (table.asked().bank, table.asked().deadline) == (7.0, 20.5)  # seat 1
    spoil(table, 1, at=20.0)
    assert charged(table, 0) == [(9.0, 0.5)]
    assert charged(table, 1) == [(4.0, 6.5)]
    assert (table.asked().seat, table.asked().bank) == (0, 10.0)  # the next deal's


def test_an_empty_bank_faults():
    """When the bank of a deal is used up, the deal is lost on time."""
    table = table_of(ClockRules(bank=3.0))
    table.answer(table.asked(), at=1.0)  # seat 1 has 2 left
    table.answer(table.asked(), at=2.0)  # seat 0 has 2 left
    table.answer(table.asked(), at=3.5)  # seat 0 has 0.5 left
    table.answer(table.asked(), at=5.0)  # seat 1 has 0.5 left
    assert table.leg.next_deadline() == 5.5
    assert table.tick(5.25) == []
    assert ends(table.tick(5.5)) == [(0, Reason.TIMEOUT, 1)]


def test_what_is_answered_for_a_bot_adds_the_increment():
    """A decision with one choice, answered for the bot, takes no time and adds the increment."""
    table = Table(plan(clocks=BANK))
    table.tell(Joined(0, only_choices=True), Joined(1), Ready(0), Ready(1))
    while not table.requests(0):
        table.answer(table.requests(1)[0])
    request = table.requests(0)[0]
    answered = sum(taken.seat == 0 for taken in request.position.actions)
    assert answered > 0
    assert request.bank == 10.0 + answered


def test_an_unlimited_clock_never_runs_out():
    """Without limit and bank nothing is ever due, and the time is charged all the same."""
    table = table_of(ClockRules())
    assert deadlines(table, 1) == {1: None}
    assert table.leg.next_deadline() is None
    assert table.tick(1e6) == []
    table.answer(table.asked(), at=2e6)
    spoil(table, 0, at=2e6)
    assert charged(table, 1) == [(2e6,)]


def test_no_clock_runs_before_all_are_ready():
    """The warm-up costs nothing: the first request is sent when the last bot is ready."""
    table = Table(plan(clocks=ClockRules(limit=2.0, warm_up=60.0)))
    table.tell(Joined(1), Ready(1), at=1.0)
    table.tell(Joined(0), at=20.0)
    assert table.requests(1) == []
    table.tell(Ready(0), at=79.0)
    assert (table.asked().sent_at, table.asked().deadline) == (79.0, 81.0)
    spoil(table, 1, at=80.0)
    assert charged(table, 1) == [(1.0,)]


# --- many deals at once ---------------------------------------------------------------------------


def test_a_deadline_allows_for_all_that_is_open_when_it_is_sent():
    """A deadline is the sending's time and the limits of all requests then open, its own too."""
    table = table_of(LIMIT, at_once=3)
    assert deadlines(table, 1) == {1: 2.0, 2: 4.0}  # the deals 0 and 2
    assert deadlines(table, 0) == {1: 2.0}  # deal 1
    table.answer(table.requests(1)[0], at=1.0)  # deal 0 is now seat 0's
    assert deadlines(table, 0) == {1: 2.0, 2: 5.0}
    table.answer(table.requests(0)[0], at=1.5)  # deal 1 is now seat 1's
    assert deadlines(table, 1) == {2: 4.0, 3: 5.5}


def test_nothing_extends_a_deadline():
    """What is sent, answered, lost or found again later moves no deadline that stands."""
    table = table_of(LIMIT, at_once=3)
    table.answer(table.requests(1)[0], at=1.0)
    table.tell(Lost(1), at=1.5)
    assert only(type(table.requests(0)[0]), table.tell(Returned(1), at=2.0 - 1 / 16)) == (
        table.requests(1)
    )
    assert deadlines(table, 1) == {2: 4.0}
    assert deadlines(table, 0) == {1: 2.0, 2: 5.0}


def test_the_request_and_no_other_faults():
    """At a deadline only its own deal is lost; the others of the seat go on."""
    table = table_of(LIMIT, at_once=3, deal_count=9)
    assert ends(table.tick(2.0)) == [(1, Reason.TIMEOUT, 0), (0, Reason.TIMEOUT, 1)]
    assert [each.deal for each in table.requests(1)] == [2, 4]
    assert deadlines(table, 1) == {2: 4.0, 3: 6.0}  # deal 4 began at 2 with deal 2 open


def test_the_time_between_two_answers_is_charged_once():
    """An answer costs the time since its request, or since the bot's answer before it if later."""
    table = table_of(ClockRules(limit=20.0), at_once=3)
    first, second = table.requests(1)  # the deals 0 and 2, sent at 0
    table.answer(first, at=3.0)
    table.answer(second, at=3.5)  # 0.5 after the answer before it
    table.answer(*table.requests(0)[1:2], at=4.0)  # deal 0, sent at 3, seat 0's first answer
    spoil(table, 0, at=6.0)  # deal 1, sent at 0: 2 after the answer before it
    spoil(table, 0, at=7.0)  # deal 2, sent at 3.5: 1 after
    assert [over.number for over in table.overs()] == [1, 2]
    assert charged(table, 0) == [(2.0,), (1.0,)]
    assert charged(table, 1) == [(), (0.5,)]
    spoil(table, 0, at=10.0)
    assert charged(table, 0)[2:] == [(1.0, 3.0)]
    assert charged(table, 1)[2:] == [(3.0,)]


def test_answers_that_arrive_together_share_the_time():
    """Answers of one sending share its time equally, each by its own request."""
    table = table_of(ClockRules(limit=20.0), at_once=3)
    table.answer(table.requests(1)[0], at=1.0)
    requests = table.requests(0)
    assert [(each.deal, each.sent_at) for each in requests] == [(1, 0.0), (0, 1.0)]
    spoilt = tuple((each.request, Garbled("spoilt")) for each in requests)
    table.tell(Answered(0, spoilt), at=4.0)
    assert {over.number: over.charges[0] for over in table.overs()} == {1: (2.0,), 0: (1.5,)}


@pytest.mark.parametrize("order", [1, -1])
def test_answers_that_arrive_together_are_answered_at_one_moment(order):
    """What one answer brings about allows for no request that another of its sending answers."""
    table = table_of(LIMIT, at_once=3)
    table.answer(table.requests(1)[0], at=1.0)
    assert [each.deal for each in table.requests(0)] == [1, 0]
    table.answer(*table.requests(0)[::order], at=1.5)
    (again,) = table.requests(0)
    assert (again.deal, again.deadline) == (0, 3.5)


def test_banks_are_pooled_like_limits():
    """With banks a deadline allows for what is left of every open request's bank."""
    table = table_of(BANK, at_once=3)
    assert deadlines(table, 1) == {1: 10.0, 2: 20.0}
    table.answer(table.requests(1)[0], at=4.0)
    table.answer(table.requests(0)[1], at=5.0)  # deal 0: seat 0 has 10 - 1 + 1 left
    table.answer(table.requests(0)[1], at=8.0)  # deal 0: seat 0 has 10 - 3 + 1 left
    (_, again) = table.requests(1)
    assert (again.deal, again.bank) == (0, 7.0)  # 10 - 4 + 1
    assert again.deadline == 8.0 + 10.0 + 7.0
    table.answer(table.requests(1)[0], again, at=10.0)  # together: 6 / 2 and 2 / 2
    banks = {each.deal: each.bank for each in [*table.requests(0), *table.requests(1)]}
    assert banks[0] == 7.0  # seat 1 was asked again: 7 - 1 + 1
    assert banks[2] == 10.0  # seat 0's bank of deal 2 is whole


# --- only an answer stops a clock -----------------------------------------------------------------


@pytest.mark.parametrize(
    "noise",
    [
        (Lost(1), Returned(1)),
        (Lost(1),),
        (Answered(1, ((99, PASS),)),),
        (Answered(1, ((1, PASS),)),),
        (Answered(1, ((99, Garbled("noise")), (1, Garbled("noise")))),),
        (Answered(1, ()),),
        (Joined(1), Ready(1)),
        (Ready(1), Returned(1)),
    ],
)
def test_only_an_answer_stops_a_clock(noise):
    """Nothing but the answer of an open request moves its deadline, or what it and others cost."""
    table = table_of(LIMIT)
    table.answer(table.asked(), at=0.5)
    table.answer(table.asked(), at=1.0)
    table.answer(table.asked(), at=1.5)
    assert deadlines(table, 1) == {2: 3.5}
    table.tell(*noise, at=2.5)
    assert deadlines(table, 1) == {2: 3.5}
    spoil(table, 1, at=3.0)
    assert charged(table, 1) == [(0.5, 1.5)]


def test_a_chatterer_is_late_all_the_same():
    """A bot that sends all the time, but no answer, faults at the deadline of its request."""
    table = table_of(LIMIT)
    for i in range(19):
        effects = table.tell(Answered(1, ((99, PASS),)), at=i / 10)
        assert rejections(effects) == [(99, Rejection.UNKNOWN)]
    assert ends(table.tell(Answered(1, ((99, PASS),)), at=2.0)) == [(0, Reason.TIMEOUT, 1)]
