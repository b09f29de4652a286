"""Whole legs, played by bots in the process and driven by effects alone."""

import pytest
from conquian_server import rules
from conquian_server.match import (
    ByCards,
    DealBegun,
    DealOver,
    Joined,
    LegEnd,
    LegOver,
    Ready,
    Request,
    Standing,
)
from conquian_server.rules import Asked, Reason

from tests.match.table import (
    CLASSIC,
    HOYLE,
    NINE_CARD,
    Table,
    always_pass,
    at_random,
    deck_of,
    first_option,
    only,
    plan,
)

TABLES = [(CLASSIC, 2), (HOYLE, 2), (NINE_CARD, 2), (NINE_CARD, 3), (NINE_CARD, 4)]
DEALS = 40


def played(at_once: int, policy=at_random, deal_count: int = DEALS, **rest) -> Table:
    """A leg played to its end with so many deals at once."""
    table = Table(plan(deal_count, deals_at_once=at_once, **rest))
    table.seat_bots(at_once)
    table.play(policy)
    return table


def told(table: Table) -> list:
    """Each deal as it was played: its number, actions, end and points."""
    return sorted(
        (over.number, [str(taken.action) for taken in over.position.actions], over.position.result)
        for over in table.overs()
    )


@pytest.mark.parametrize("at_once", [1, 8, 128])
@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_every_deal_is_begun_and_recorded_once(ruleset, seats, at_once):
    """Each deal number begins once and ends once, and the leg is over after the last."""
    table = played(at_once, ruleset=ruleset, seats=seats)
    assert sorted(each.number for each in table.begun()) == list(range(DEALS))
    assert sorted(each.number for each in table.overs()) == list(range(DEALS))
    assert table.end().end is LegEnd.PLAYED
    assert only(LegOver, table.log) == [table.end()]


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_the_deal_goes_round(ruleset, seats):
    """Seat `number mod n` deals, and the cards are those of the deal's number (section 7)."""
    for each in played(8, ruleset=ruleset, seats=seats).begun():
        assert each.position.setup.dealer == each.number % seats
        assert each.position.setup.deck == deck_of(each.number)


@pytest.mark.parametrize("at_once", [1, 8, 128])
@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_settlements_are_those_of_the_rules(ruleset, seats, at_once):
    """The leg's settlements are what the rules make of the results in the order of numbers."""
    table = played(at_once, ruleset=ruleset, seats=seats)
    expected = tuple(rules.settle(ruleset, seats, table.results()))
    assert table.end().settlements == expected
    assert len({each.multiplier for each in expected}) > 1


@pytest.mark.parametrize("at_once", [8, 128])
@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_deals_at_once_change_no_deal(ruleset, seats, at_once):
    """Bots that decide by the position play the same deals however many are in play at once."""
    one_by_one = played(1, ruleset=ruleset, seats=seats)
    assert told(played(at_once, ruleset=ruleset, seats=seats)) == told(one_by_one)


def test_so_many_deals_are_in_play_as_all_allow():
    """As many deals are in play as the plan and every bot allow, for as long as there are any."""
    table = Table(plan(DEALS, deals_at_once=8))
    table.tell(Joined(0, 16), Joined(1, 5), Ready(0), Ready(1))
    while not table.leg.over:
        running = len(table.begun()) - len(table.overs())
        assert running == min(5, DEALS - len(table.overs()))
        seat = 0 if table.requests(0) else 1
        table.answer(table.requests(seat)[0], policy=first_option)


def test_the_score_is_shown_only_when_one_deal_is_played_at_once():
    """A request tells the multiplier and the totals before its deal, or nothing of them."""
    table = played(1, ruleset=NINE_CARD, seats=3)
    before = [Standing(1, (0, 0, 0))]
    draws = 0
    for each in table.end().settlements:
        draws = draws + 1 if not any(each.points) else 0
        before.append(Standing(1 + draws, each.totals))
    for request in only(Request, table.log):
        assert request.standing == before[request.deal]
    side_by_side = played(2, ruleset=NINE_CARD, seats=3)
    assert {request.standing for request in only(Request, side_by_side.log)} == {None}


def by_cards(position):
    """The choice of `first_option`, named by the cards that are laid."""
    options = position.options()
    if position.asked is Asked.DEMAND_OR_WAIVE or not options:
        return first_option(position)
    return ByCards(
        options[0].laid, first_option(position).discard, passes=not options[0].uses_faced
    )


def by_layout(position):
    """The choice of `first_option`, as an action of the rules."""
    options = position.options()
    if position.asked is Asked.DEMAND_OR_WAIVE or not options:
        return first_option(position)
    if not options[0].uses_faced:
        return rules.meld_and_pass(options[0].layout)
    return rules.meld(options[0].layout, first_option(position).discard)


@pytest.mark.parametrize("ruleset", [CLASSIC, HOYLE, NINE_CARD])
@pytest.mark.parametrize("named", [by_cards, by_layout])
def test_an_action_may_be_named_in_three_ways(ruleset, named):
    """By the option's number, by the cards laid or by the layout, the same action is taken."""
    table, other = played(8, first_option, ruleset=ruleset), played(8, named, ruleset=ruleset)
    assert told(other) == told(table)
    assert Reason.WENT_OUT in {over.position.result.reason for over in table.overs()}


def test_ids_of_requests_are_counted_for_each_seat():
    """A seat's request ids are 1, 2, 3, …, so that they tell it nothing of the other seats."""
    table = played(8)
    for seat in (0, 1):
        ids = [each.request for each in only(Request, table.log) if each.seat == seat]
        assert ids == list(range(1, len(ids) + 1))


def test_only_one_choice_is_answered_for_the_bot_that_wants_it():
    """Where a bot has asked for it, it is asked only where it has a choice; the deals are the same.

    The other bot is asked everything, and what is answered for a bot costs it nothing.
    """
    asked = played(1, ruleset=HOYLE)
    table = Table(plan(DEALS, ruleset=HOYLE))
    table.tell(Joined(0, only_choices=True), Joined(1), Ready(0), Ready(1))
    table.play(at_random, step=1.0)
    assert told(table) == told(asked)
    for request in only(Request, table.log):
        legal = request.position.legal_actions()
        assert len(legal) > 1 or request.seat == 1
    counts = [sum(each.seat == seat for each in only(Request, table.log)) for seat in (0, 1)]
    assert counts[0] < counts[1] / 2
    for over in table.overs():
        assert set(over.charges[0]) <= {0.0, 1.0}
        assert len(over.charges[0]) == sum(taken.seat == 0 for taken in over.position.actions)


def test_deals_of_only_choices_are_played_without_a_request():
    """A leg may end without a single request, when nobody has had a choice."""
    deck = next(deck for deck in map(deck_of, range(1000)) if nothing_to_meld(deck))
    table = Table(plan(3, ruleset=NINE_CARD, seats=4, deck_of=lambda number: deck))
    table.seat_bots(only_choices=True)
    assert [type(each) for each in table.log] == [DealBegun, DealOver] * 3 + [LegOver]


def nothing_to_meld(deck) -> bool:
    """Whether no card that is turned can be melded, whoever deals."""
    return not any(
        position.options()
        for dealer in range(4)
        for position in all_passed(rules.start(NINE_CARD, deck, dealer=dealer, seats=4))
    )


def all_passed(position):
    """The positions of a deal in which all seats pass."""
    while position.result is None:
        yield position
        position = position.apply(rules.PASS)


def test_a_leg_that_is_over_takes_events_and_does_nothing():
    """After the end of the leg nothing is due, nothing is open and nothing has an effect."""
    table = played(1, always_pass, deal_count=1)
    assert table.leg.over
    assert table.leg.next_deadline() is None
    assert table.requests(0) == table.requests(1) == []
    assert table.tell(Joined(0), Ready(0), Joined(1), Ready(1), at=1e6) == []
    assert table.tick(1e9) == []
