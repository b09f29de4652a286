"""Faults that add up: when a seat is set aside, and what is one incident."""

import pytest
from conquian_server.match import (
    Answered,
    BotWanted,
    ClockRules,
    DealBegun,
    DealOver,
    FaultPolicy,
    Garbled,
    Gone,
    Joined,
    LegEnd,
    LegOver,
    Lost,
    Ready,
    Returned,
)
from conquian_server.rules import Reason, settle

from tests.match.table import CLASSIC, Table, ends, only, plan

LIMIT = ClockRules(limit=2.0)


def table_of(deal_count: int = 9, at_once: int = 1, **rest) -> Table:
    """A table whose bots became ready at time 0."""
    table = Table(plan(deal_count, deals_at_once=at_once, **rest))
    table.seat_bots(at_once)
    return table


def spoil(table: Table, seat: int) -> list:
    """The seat answers one request illegally, when it is asked."""
    while not table.requests(seat):
        table.answer(table.requests(1 - seat)[0])
    request = table.requests(seat)[0]
    return table.tell(Answered(seat, ((request.request, Garbled("spoilt")),)))


def back(table: Table, seat: int, deals_at_once: int = 1) -> list:
    """Another bot takes the seat and is ready at once."""
    return table.tell(Joined(seat, deals_at_once), Ready(seat))


def keep_answering(table: Table, seat: int) -> None:
    """The seat answers until it is not asked any more."""
    while requests := table.requests(seat):
        table.answer(*requests)


# --- the policy -------------------------------------------------------------------------------


@pytest.mark.parametrize("incidents", [1, 2, 3, 5])
def test_so_many_incidents_set_a_seat_aside(incidents):
    """At its last incident a seat forfeits the rest of the leg, each deal once with the cause."""
    policy = FaultPolicy() if incidents == 3 else FaultPolicy(incidents=incidents)
    table = table_of(9, policy=policy)
    for _ in range(incidents - 1):
        assert len(ends(spoil(table, 0))) == 1
    effects = spoil(table, 0)
    first = incidents - 1
    assert ends(effects) == [
        (first, Reason.ILLEGAL_ACTION, 0),
        *((number, Reason.DISCONNECTED, 0) for number in range(incidents, 9)),
    ]
    cause = f"set aside after {incidents} incidents, the last: illegal action: spoilt"
    assert {over.cause for over in only(DealOver, effects)[1:]} == {cause}
    assert table.end().end is LegEnd.SET_ASIDE
    assert sorted(over.number for over in table.overs()) == list(range(9))
    assert table.end().settlements == tuple(settle(CLASSIC, 2, table.results()))


def test_what_was_not_begun_is_forfeited_unplayed():
    """A deal that is forfeited with the rest of the leg has no action and no charge."""
    table = table_of(9, policy=FaultPolicy(incidents=1))
    spoil(table, 0)
    assert len(only(DealBegun, table.log)) == 1
    for over in table.overs()[1:]:
        assert over.position.actions == []
        assert over.charges == ((), ())
        assert over.position.setup.dealer == over.number % 2
        assert over.position.setup.deck == table.plan.deck_of(over.number)


def test_deals_in_play_are_forfeited_as_they_stand():
    """Deals that the seat was playing end where they are, with what they have cost."""
    table = table_of(9, at_once=3, policy=FaultPolicy(incidents=1))
    table.answer(*table.requests(1), at=1.0)
    spoil(table, 0)  # deal 1
    over = {each.number: each for each in table.overs()}
    assert [len(over[number].position.actions) for number in range(9)] == [1, 0, 1] + [0] * 6
    assert over[2].charges == ((), (0.5,))


def test_incidents_are_counted_for_each_seat():
    """The faults of one seat are not counted against another."""
    table = table_of(9)
    for seat in (0, 1, 0, 1):
        spoil(table, seat)
    assert not table.leg.over
    spoil(table, 1)
    assert table.end().end is LegEnd.SET_ASIDE
    assert [over.position.result.offender for over in table.overs()] == [0, 1, 0, 1] + [1] * 5


def test_a_fault_in_the_last_deal_forfeits_nothing_else():
    """A seat may be set aside when no deal is left; every deal is recorded once all the same."""
    table = table_of(3)
    for _ in range(3):
        spoil(table, 0)
    assert ends(table.log) == [(number, Reason.ILLEGAL_ACTION, 0) for number in range(3)]
    assert table.end().end is LegEnd.SET_ASIDE


def test_the_rest_is_forfeited_up_to_the_target():
    """Where a target is played to, the rest is forfeited until the other seat has reached it."""
    table = table_of(50, target=5)
    for _ in range(3):
        spoil(table, 0)
    assert [over.number for over in table.overs()] == [0, 1, 2, 3, 4]
    assert table.end().settlements[-1].totals == (-5, 5)
    assert table.end().end is LegEnd.SET_ASIDE


# --- stalls -------------------------------------------------------------------------------------


def test_a_stall_is_one_incident_however_many_deals_it_holds():
    """All requests that a bot held when it began to stall are one incident when they time out."""
    table = table_of(200, at_once=128, clocks=LIMIT, policy=FaultPolicy(incidents=2))
    keep_answering(table, 0)
    for held in table.requests(1):
        assert not table.leg.over
        assert ends(table.tick(held.deadline)) == [(held.deal, Reason.TIMEOUT, 1)]
        keep_answering(table, 0)
    assert len(table.overs()) == 128
    table.tick(table.leg.next_deadline())  # what came into the stall
    assert table.end().end is LegEnd.SET_ASIDE


def test_a_bot_that_stalls_for_ever_is_set_aside():
    """Requests that are sent into a stall and time out too are the next incident, then the next."""
    table = table_of(100, clocks=LIMIT)
    table.run_out()
    assert ends(table.log)[:3] == [
        (0, Reason.TIMEOUT, 1),
        (1, Reason.TIMEOUT, 0),
        (2, Reason.TIMEOUT, 1),
    ]
    assert table.end().end is LegEnd.SET_ASIDE
    assert table.now == 5 * 2.0  # one seat's third
    assert len(table.overs()) == 100


def test_an_answer_ends_a_stall():
    """A bot that has answered since a request timed out begins another stall with the next."""
    table = table_of(9, at_once=2, clocks=LIMIT, policy=FaultPolicy(incidents=2))
    table.answer(*table.requests(0), at=1.0)
    assert [each.deadline for each in table.requests(1)] == [2.0, 5.0]
    assert ends(table.tick(2.0)) == [(0, Reason.TIMEOUT, 1)]
    waiting, *_ = table.requests(1)
    assert waiting.deal == 1
    table.tell(Answered(1, ((99, Garbled("noise")),)), at=2.25)  # that is no answer
    table.answer(table.requests(1)[-1], at=2.5)
    assert table.requests(1)[0] is waiting
    assert (1, Reason.TIMEOUT, 1) in ends(table.tick(5.0))
    assert table.end().end is LegEnd.SET_ASIDE


def test_a_stall_and_the_death_after_it_are_one_incident():
    """A bot that times out and then is gone, or does not come back, is one incident."""
    policy = FaultPolicy(incidents=3, grace=5.0)
    table = table_of(9, clocks=LIMIT, policy=policy)
    table.tell(Lost(1), at=1.0)
    assert ends(table.tick(2.0)) == [(0, Reason.TIMEOUT, 1)]
    assert only(BotWanted, table.tick(6.0)) != []
    back(table, 1)
    table.answer(table.requests(0)[0])
    assert ends(table.tick(8.0)) == [(1, Reason.TIMEOUT, 1)]
    assert ends(table.tell(Gone(1, "killed"))) == [(2, Reason.DISCONNECTED, 1)]
    assert not table.leg.over
    back(table, 1)
    spoil(table, 1)
    assert table.end().end is LegEnd.SET_ASIDE


def test_a_new_bot_does_not_stall_for_the_one_before_it():
    """The death of a bot that had stalled is no incident more; the death of the next one is."""
    table = table_of(9, clocks=LIMIT, policy=FaultPolicy(incidents=2))
    table.tick(2.0)
    table.tell(Gone(1, "signal 9"))
    assert not table.leg.over
    back(table, 1)
    table.tell(Gone(1, "signal 9"))
    assert table.end().end is LegEnd.SET_ASIDE


# --- deaths -------------------------------------------------------------------------------------


def test_a_death_is_one_incident_however_many_deals_it_held():
    """A bot that is gone forfeits every deal in play, and that is one incident."""
    table = table_of(400, at_once=128)
    for times in (1, 2):
        effects = table.tell(Gone(0, "exit status 1"))
        assert ends(effects) == [
            (number, Reason.DISCONNECTED, 0) for number in range(128 * (times - 1), 128 * times)
        ]
        assert only(BotWanted, effects) == [BotWanted(0, "exit status 1")]
        assert not table.leg.over
        back(table, 0, 128)
    effects = table.tell(Gone(0, "exit status 1"))
    assert len(ends(effects)) == 400 - 256
    assert only(BotWanted, effects) == []
    assert isinstance(effects[-1], LegOver)
    assert table.end().end is LegEnd.SET_ASIDE


def test_a_bot_that_is_lost_and_then_gone_is_one_incident():
    """A death that is first noticed by its connection ends the grace at once and counts once."""
    table = table_of(9, policy=FaultPolicy(incidents=2))
    assert table.tell(Lost(1), at=1.0) == []
    effects = table.tell(Gone(1, "signal 9"), at=1.5)
    assert ends(effects) == [(0, Reason.DISCONNECTED, 1)]
    assert only(BotWanted, effects) == [BotWanted(1, "signal 9")]


def test_incidents_of_every_kind_add_up():
    """An illegal action, a stall and a death are three incidents."""
    table = table_of(9, clocks=LIMIT)
    spoil(table, 1)
    keep_answering(table, 0)
    table.tick(table.now + 2.0)
    assert not table.leg.over
    keep_answering(table, 0)
    table.answer(table.asked())  # so that the stall is over
    table.tell(Lost(1), Returned(1))  # and that is none
    assert not table.leg.over
    table.tell(Gone(1, "exit status 1"))
    assert table.end().end is LegEnd.SET_ASIDE
    assert "the last: exit status 1" in table.overs()[-1].cause


# --- going on with a leg ----------------------------------------------------------------------


def test_a_deals_end_tells_the_incidents_so_far():
    """What a deal's end says of incidents counts the one that ended it."""
    table = table_of(9)
    assert [over.incidents for over in only(DealOver, spoil(table, 1))] == [(0, 1)]
    assert [over.incidents for over in only(DealOver, spoil(table, 1))] == [(0, 2)]


def test_incidents_of_an_earlier_attempt_count():
    """A leg that goes on with a seat's incidents sets it aside when the interrupted one would."""
    before = table_of(9)
    spoil(before, 0)
    spoil(before, 0)
    last = before.overs()[-1]
    played = dict(enumerate(before.results()))
    after = table_of(9, played=played, incidents=last.incidents)
    spoil(after, 0)
    assert after.end().end is LegEnd.SET_ASIDE
    assert sorted(over.number for over in after.overs()) == list(range(len(played), 9))


def test_a_seat_that_has_used_up_its_incidents_is_set_aside_at_once():
    """A leg whose interrupted attempt had a seat's last incident forfeits the rest unplayed."""
    table = Table(plan(3, incidents=(3, 0)))
    table.tick(table.leg.next_deadline())
    assert ends(table.log) == [(number, Reason.DISCONNECTED, 0) for number in range(3)]
    assert table.end().end is LegEnd.SET_ASIDE


def test_incidents_are_one_for_each_seat():
    """A plan with incidents of another number of seats is refused by the field's name."""
    with pytest.raises(ValueError, match="incidents"):
        plan(1, incidents=(1,))
