"""A referee that stops: at the end of what runs, or at once."""

import pytest
from conquian_server.match import (
    Answered,
    BotWanted,
    CallOff,
    ClockRules,
    DealBegun,
    DealCalledOff,
    DealOver,
    Drain,
    FaultPolicy,
    Garbled,
    Gone,
    Joined,
    LegEnd,
    LegOver,
    Lost,
    Ready,
)
from conquian_server.rules import Reason, settle

from tests.match.table import CLASSIC, Table, at_random, ends, only, plan


def table_of(deal_count: int = 9, at_once: int = 3, **rest) -> Table:
    """A table whose bots became ready at time 0."""
    table = Table(plan(deal_count, deals_at_once=at_once, **rest))
    table.seat_bots(at_once)
    return table


# --- at the end of what runs ------------------------------------------------------------------


def test_a_drained_leg_finishes_what_runs():
    """After a drain the deals in play are played to their ends, and no other is begun."""
    table = table_of()
    assert table.tell(Drain()) == []
    table.play(at_random)
    assert sorted(over.number for over in table.overs()) == [0, 1, 2]
    assert len(table.begun()) == 3
    assert table.end().end is LegEnd.CALLED_OFF
    assert table.end().settlements == tuple(settle(CLASSIC, 2, table.results()))


def test_a_drain_in_the_last_deals_changes_nothing():
    """A leg whose last deals are in play is played, drained or not."""
    table = table_of(3)
    table.tell(Drain())
    table.play(at_random)
    assert table.end().end is LegEnd.PLAYED


def test_a_drain_before_the_first_deal_ends_the_leg():
    """Where no deal is in play there is nothing to wait for."""
    table = Table(plan(3))
    table.tell(Joined(0))
    assert table.tell(Drain()) == [LegOver(LegEnd.CALLED_OFF, ())]


def test_a_drained_leg_ends_by_its_clocks():
    """A bot that does not answer can't hold up a referee that stops."""
    table = table_of(clocks=ClockRules(limit=2.0))
    table.tell(Drain())
    table.run_out()
    assert {reason for _, reason, _ in ends(table.log)} == {Reason.TIMEOUT}
    assert table.end().end is LegEnd.CALLED_OFF


def test_a_drained_leg_wants_no_bot():
    """A bot that is gone after a drain forfeits what runs, and the leg is over."""
    table = table_of()
    table.tell(Drain())
    effects = table.tell(Gone(0, "signal 2"))
    assert ends(effects) == [(number, Reason.DISCONNECTED, 0) for number in range(3)]
    assert only(BotWanted, effects) == []
    assert table.end().end is LegEnd.CALLED_OFF


def test_a_drained_leg_forfeits_nothing_that_has_not_begun():
    """The last incident of a seat, come of the stopping or not, costs it only what is in play."""
    table = table_of(9, at_once=5, policy=FaultPolicy(incidents=2))
    table.tell(Drain())
    spoilt = [(each.request, Garbled("spoilt")) for each in table.requests(1)]
    assert len(spoilt) == 3
    table.tell(Answered(1, tuple(spoilt)))
    assert sorted(over.number for over in table.overs()) == [0, 1, 2, 3, 4]
    assert table.end().end is LegEnd.CALLED_OFF


# --- at once ------------------------------------------------------------------------------------


def test_a_leg_is_called_off_at_once():
    """Deals in play are handed back as not played, none of them recorded, and the leg is over."""
    table = table_of()
    effects = table.tell(CallOff())
    assert effects == [
        DealCalledOff(0),
        DealCalledOff(1),
        DealCalledOff(2),
        LegOver(LegEnd.CALLED_OFF, ()),
    ]
    assert table.requests(0) == table.requests(1) == []


def test_a_leg_that_is_called_off_keeps_what_has_ended():
    """Deals that had ended stand, settled as far as no number before them is missing."""
    table = table_of()
    second = next(each for each in table.requests(0) if each.deal == 1)
    table.tell(Answered(0, ((second.request, Garbled("spoilt")),)))
    table.tell(CallOff())
    assert [over.number for over in table.overs()] == [1]
    assert [each.number for each in only(DealCalledOff, table.log)] == [0, 2, 3]
    assert table.end().settlements == ()


@pytest.mark.parametrize(
    "events",
    [
        (),
        (Joined(0), Joined(1), Ready(0)),
        (Joined(0), Joined(1), Ready(0), Ready(1), Drain()),
        (Joined(0), Joined(1), Ready(0), Ready(1), Lost(1)),
    ],
)
def test_a_leg_is_called_off_whatever_its_bots_do(events):
    """A leg can be called off before its bots are ready, while it drains and while one is lost."""
    table = Table(plan(3))
    table.tell(*events)
    table.tell(CallOff())
    assert table.end().end is LegEnd.CALLED_OFF


def test_a_called_off_leg_is_taken_up_again():
    """What two attempts have played together is what one would have played."""
    whole = table_of(20)
    whole.play(at_random)
    first = table_of(20)
    while len(first.overs()) < 7:
        for seat in (0, 1):
            if first.requests(seat):
                first.answer(first.requests(seat)[-1], policy=at_random)
    first.tell(CallOff())
    played = {over.number: over.position.result for over in first.overs()}
    second = table_of(20, at_once=8, played=played)
    second.play(at_random)
    assert sorted(each.number for each in second.begun()) == sorted(set(range(20)) - set(played))
    assert {over.number: over.position.result for over in first.overs() + second.overs()} == {
        over.number: over.position.result for over in whole.overs()
    }
    assert second.end() == whole.end()


def test_a_leg_with_nothing_left_to_play_is_over_at_once():
    """Where an earlier attempt has played all, the leg ends without waiting for a bot."""
    whole = table_of(4)
    whole.play(at_random)
    played = dict(enumerate(whole.results()))
    again = Table(plan(4, played=played), now=50.0)
    assert again.leg.next_deadline() == 50.0
    assert again.tick(50.0) == [whole.end()]
    assert Table(plan(4, played=played)).tell(Joined(0)) == [whole.end()]
    late = Table(plan(4, played=played))
    assert late.tick(1e6) == [whole.end()]


def test_what_is_played_already_is_neither_begun_nor_recorded():
    """A deal that an earlier attempt has finished comes into the score and nowhere else."""
    whole = table_of(6)
    whole.play(at_random)
    played = {number: whole.results()[number] for number in (0, 3, 5)}
    again = table_of(6, played=played)
    again.play(at_random)
    assert sorted(each.number for each in only(DealBegun, again.log)) == [1, 2, 4]
    assert sorted(each.number for each in only(DealOver, again.log)) == [1, 2, 4]
    assert again.end() == whole.end()
