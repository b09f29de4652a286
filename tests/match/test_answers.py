"""Answers that do not count, and what they bring about."""

import pytest
from conquian_server import rules
from conquian_server.match import (
    Answered,
    ByCards,
    ByOption,
    ClockRules,
    DealOver,
    Garbled,
    LegOver,
    Rejected,
    Rejection,
    Request,
)
from conquian_server.rules import DEMAND, PASS, Reason, card_set, read_card

from tests.match.table import HOYLE, Table, always_pass, ends, first_option, only, plan, rejections

ACES = card_set(map(read_card, ["AS", "AH", "AD"]))


def table_of(deal_count: int = 3, at_once: int = 1, **rest) -> Table:
    """A table whose bots became ready at time 0."""
    table = Table(plan(deal_count, deals_at_once=at_once, **rest))
    table.seat_bots(at_once)
    return table


def say(table: Table, seat: int, *answers, at=None) -> list:
    """The seat sends answers together."""
    return table.tell(Answered(seat, answers), at=at)


def at_a_meld(ruleset=HOYLE) -> Table:
    """A table at a request that has options."""
    table = Table(plan(8, ruleset=ruleset))
    table.seat_bots()
    table.play_until(lambda request: bool(request.position.options()), always_pass)
    return table


@pytest.mark.parametrize(
    "choice",
    [
        DEMAND,
        rules.meld([ACES], read_card("KC")),
        rules.meld_and_pass([ACES]),
        ByOption(0),
        ByOption(-1),
        ByOption(99, read_card("KC")),
        ByCards(0),
        ByCards(ACES, read_card("KC")),
        ByCards(ACES, None, passes=True),
        Garbled("action: 17 is no kind of action"),
    ],
)
def test_an_illegal_answer_forfeits_its_deal(choice):
    """However an illegal action is named, it is rejected with words and its deal is forfeited.

    The record has all legal actions and the cause, and the next deal begins.
    """
    table = table_of()
    table.answer(table.asked(), at=1.0)
    request = table.asked()
    rejected, over, _, asked = say(table, request.seat, (request.request, choice), at=2.0)
    assert (rejected.seat, rejected.request) == (request.seat, request.request)
    assert rejected.rejection is Rejection.ILLEGAL
    assert rejected.reason
    assert ends([over]) == [(0, Reason.ILLEGAL_ACTION, request.seat)]
    assert over.position.actions == request.position.actions
    assert over.cause == f"illegal action: {rejected.reason}"
    assert over.charges == ((1.0,), (1.0,))
    assert (asked.deal, table.asked()) == (1, asked)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda choice: ByOption(choice.index),
        lambda choice: ByOption(choice.index, choice.discard, passes=not choice.passes),
        lambda choice: ByOption(choice.index + 1000, choice.discard),
    ],
)
def test_an_option_is_taken_only_as_it_was_meant(spoil):
    """An option without its discard, or that passes where the bot takes, is illegal."""
    table = at_a_meld(rules.PRESETS["classic"])
    request = table.asked()
    choice = spoil(first_option(request.position))
    effects = say(table, request.seat, (request.request, choice))
    assert ends(effects) == [(request.deal, Reason.ILLEGAL_ACTION, request.seat)]


def test_a_garbled_answer_is_told_what_is_wrong():
    """The reason that an answer can't be read for comes back in the rejection."""
    table = table_of()
    effects = say(table, 1, (1, Garbled("discard: there is no card 77")))
    assert only(Rejected, effects)[0].reason == "discard: there is no card 77"


def test_an_answer_to_an_ended_deal_is_stale():
    """An answer to a request that is answered, or whose deal is over, changes nothing."""
    table = table_of()
    request = table.asked()
    table.answer(request)
    assert rejections(table.answer(request)) == [(1, Rejection.STALE)]
    say(table, 0, (1, Garbled("the deal ends")))
    before = table.asked()
    assert rejections(say(table, 0, (1, PASS))) == [(1, Rejection.STALE)]
    assert table.asked() is before


def test_a_late_answer_is_told_so():
    """An answer after its deadline is called late, also long after, and changes nothing."""
    table = table_of(clocks=ClockRules(limit=1.0))
    table.tick(1.0)
    before = table.asked()
    assert rejections(say(table, 1, (1, PASS), at=1.25)) == [(1, Rejection.LATE)]
    assert table.asked() is before
    table.answer(before)
    assert rejections(say(table, 1, (1, PASS))) == [(1, Rejection.LATE)]


@pytest.mark.parametrize("unknown", [0, -1, 2, 2**63])
def test_an_unknown_request_is_told_so(unknown):
    """An answer to a request that never was changes nothing."""
    table = table_of()
    request = table.asked()
    assert rejections(say(table, 1, (unknown, PASS))) == [(unknown, Rejection.UNKNOWN)]
    assert rejections(say(table, 0, (1, PASS))) == [(1, Rejection.UNKNOWN)]
    assert table.asked() is request


def test_of_two_answers_the_first_counts():
    """Two answers to one request in one sending: the first is taken, the second is stale."""
    table = table_of()
    effects = say(table, 1, (1, PASS), (1, Garbled("again")))
    assert rejections(effects) == [(1, Rejection.STALE)]
    assert table.asked().position.actions == [(1, PASS)]


def test_a_doubled_answer_costs_its_time_once():
    """What is sent twice shares nothing: the answer costs the whole time since its request."""
    table = table_of()
    say(table, 1, (1, PASS), (1, PASS), (9, PASS), at=3.0)
    say(table, 0, (1, Garbled("the deal ends")))
    assert table.overs()[0].charges[1] == (3.0,)


def test_an_answer_can_not_guess_a_request():
    """An answer that comes before its request is unknown, even where it is right about the id."""
    table = table_of()
    table.answer(table.asked())
    request = table.asked()
    assert (request.seat, request.request) == (0, 1)  # and the next is seat 0's again
    effects = say(table, 0, (1, PASS), (2, PASS))
    assert rejections(effects) == [(2, Rejection.UNKNOWN)]
    assert (table.asked().request, len(table.asked().position.actions)) == (2, 2)


def test_an_answer_is_of_its_seat():
    """A seat can't answer for another, also where both have a request of that id."""
    table = table_of(at_once=2)
    assert [each.deal for each in table.requests(0)] == [1]
    say(table, 0, (1, PASS))
    assert [each.deal for each in table.requests(1)] == [0, 1]


def test_answers_are_taken_in_the_order_of_the_sending():
    """What comes of several answers comes in their order, the rejected ones among them."""
    table = table_of(deal_count=4, at_once=4)
    first, second = table.requests(1)
    effects = say(table, 1, (second.request, PASS), (77, PASS), (first.request, PASS))
    assert [(type(each), each.request) for each in effects] == [
        (Request, 3),
        (Rejected, 77),
        (Request, 4),
    ]
    assert [each.deal for each in only(Request, effects)] == [second.deal, first.deal]


def test_nothing_follows_the_end_of_the_leg_in_a_sending():
    """When an answer ends the leg, those after it in the sending are left without a word."""
    table = table_of(deal_count=12, at_once=12)
    requests = table.requests(1)
    answers = [(each.request, Garbled(str(each.deal))) for each in requests]
    effects = say(table, 1, *answers, (77, PASS))
    assert rejections(effects) == [(each.request, Rejection.ILLEGAL) for each in requests[:3]]
    assert len(only(DealOver, effects)) == 12
    assert isinstance(effects[-1], LegOver)
    assert table.leg.over
