"""Beginnings and ends of legs and deals as messages."""

import json

import pytest
from conquian.deals import read_ruleset
from conquian.v1 import decision_pb2, leg_pb2, rules_pb2, session_pb2
from conquian_server import rules
from conquian_server.match import (
    ClockRules,
    DealBegun,
    DealOver,
    LegEnd,
    LegOver,
    LegPlan,
    Rejected,
    Rejection,
)
from conquian_server.rules import Reason
from conquian_server.wire import (
    LegNames,
    called_off_bytes,
    deal_ended_bytes,
    encode_clocks,
    encode_deal_ended,
    encode_deal_started,
    encode_leg_ended,
    encode_leg_started,
    encode_rejected,
    encode_ruleset,
)
from conquian_server.wire.durations import set_duration
from google.protobuf.duration_pb2 import Duration
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.deals import Deal, deals, fields

NAMES = LegNames("leg-9", ("Ann", "Bob"))


def _deal(seed: int = 1) -> Deal:
    deck = rules.deck_from_seed(str(seed), 0)
    return Deal({"base": "classic"}, deck, 0, 2, seed, eagerness=1.0)


def _ended(over: DealOver, seat: int, names: LegNames = NAMES) -> leg_pb2.DealEnded:
    message = leg_pb2.DealEnded()
    encode_deal_ended(message, deal_ended_bytes(over, names), over.charges[seat])
    return message


@given(fields())
def test_a_ruleset_is_told_with_all_its_fields(given_fields):
    """Whatever the ruleset, a bot reads the same fields and values that it has here."""
    ruleset = rules.read_ruleset(given_fields)
    message = rules_pb2.Ruleset()
    encode_ruleset(message, ruleset)
    read = read_ruleset(message)
    assert {name: getattr(read, name) for name in ruleset.as_object()} == ruleset.as_object()


@pytest.mark.parametrize("name", list(rules.PRESETS))
def test_a_preset_is_named(name):
    """A preset is told by name too; a ruleset of one's own has none."""
    message = rules_pb2.Ruleset()
    encode_ruleset(message, rules.PRESETS[name])
    assert message.name == name


def test_the_leg_is_told():
    """A leg's start says who plays, how long and by which clock; no target is no target."""
    plan = LegPlan(
        rules.PRESETS["classic"], 2, 7, lambda _: (), ClockRules(bank=3, increment=0.5), target=20
    )
    message = leg_pb2.LegStarted()
    encode_leg_started(message, plan, NAMES, seat=1)
    assert (message.leg_id, message.seat, message.seat_count) == ("leg-9", 1, 2)
    assert (message.deal_count, message.target) == (7, 20)
    assert list(message.seat_names) == ["Ann", "Bob"]
    assert message.clock.bank.seconds == 3
    endless = leg_pb2.LegStarted()
    plan = LegPlan(rules.PRESETS["classic"], 2, 7, lambda _: ())
    encode_leg_started(endless, plan, LegNames("leg-9", ("Ann", "Bob"), shown=False), seat=1)
    assert not endless.HasField("target")
    assert not endless.seat_names


def test_unlimited_clocks_are_absent():
    """A clock that does not run is absent from the message, not zero."""
    message = session_pb2.ClockRules()
    encode_clocks(message, ClockRules())
    assert [field.name for field, _ in message.ListFields()] == ["warm_up"]
    encode_clocks(message, ClockRules(limit=0.25))
    assert message.decision_limit.ToMilliseconds() == 250


@pytest.mark.parametrize("seat", [0, 1])
def test_a_deals_start_shows_its_seats_hand_alone(seat):
    """A seat is told its own hand and nothing of the other's."""
    position = _deal().start()
    message = leg_pb2.DealStarted()
    encode_deal_started(message, DealBegun(4, position), NAMES, seat, bot_seed=2**64 - 1)
    assert [card - 1 for card in message.hand] == list(rules.cards_in(position.hands[seat]))
    assert (message.deal_id, message.number, message.seat, message.dealer) == (4, 4, seat, 0)
    assert message.bot_seed == 2**64 - 1


@given(deals())
def test_a_deals_end_shows_everything(deal: Deal):
    """The end of a deal shows deck, hands, points and record, and each seat its own charges."""
    position = deal.end()
    names = LegNames("leg", tuple("abcd"[: deal.seats]))
    over = DealOver(2, position, tuple((0.5 * seat, 1.0) for seat in range(deal.seats)))
    for seat in range(deal.seats):
        message = _ended(over, seat, names)
        assert [card - 1 for card in message.deck] == list(position.setup.deck)
        told = [[card - 1 for card in hand.cards] for hand in message.hands]
        assert told == [list(rules.cards_in(hand)) for hand in position.hands]
        assert tuple(message.points) == position.result.points
        assert json.loads(message.record) == rules.record_of(position, names.seats)
        charges = [charge.ToTimedelta().total_seconds() for charge in message.charges]
        assert charges == [0.5 * seat, 1.0]
        winner = message.winner if message.HasField("winner") else None
        assert winner == position.result.winner
        assert not message.HasField("offender")


@pytest.mark.parametrize("reason", [Reason.ILLEGAL_ACTION, Reason.TIMEOUT, Reason.DISCONNECTED])
def test_a_fault_names_its_offender(reason):
    """A deal that a fault has ended says which, and whose."""
    position = _deal().start()
    over = DealOver(0, position.forfeit(reason, position.seat), ((), ()))
    message = _ended(over, 0)
    assert message.reason == leg_pb2.DealEndReason.Value(f"DEAL_END_REASON_{reason.name}")
    assert message.offender == position.seat
    assert not message.HasField("winner")


def test_a_deal_that_is_handed_back_shows_nothing():
    """Of a deal that was called off nothing is shown but that: it may be played again."""
    message = leg_pb2.DealEnded.FromString(called_off_bytes(3))
    assert [field.name for field, _ in message.ListFields()] == ["deal_id", "reason"]
    assert message.reason == leg_pb2.DEAL_END_REASON_CALLED_OFF


@pytest.mark.parametrize("end", LegEnd)
def test_every_end_of_a_leg_is_told(end):
    """Each way a leg can end has its reason; without settled deals the totals are zero."""
    message = leg_pb2.LegEnded()
    encode_leg_ended(message, LegOver(end, ()), NAMES)
    assert message.reason != leg_pb2.LEG_END_REASON_UNSPECIFIED
    assert list(message.totals) == [0, 0]
    assert not message.deals


@pytest.mark.parametrize("rejection", Rejection)
def test_every_rejection_is_told(rejection):
    """Each reason not to take an answer has its code, with the sentence beside it."""
    message = decision_pb2.DecisionRejected()
    encode_rejected(message, Rejected(0, 8, rejection, "because"))
    name = decision_pb2.RejectionCode.Name(message.code)
    assert name == f"REJECTION_CODE_{rejection.name}"
    assert (message.request_id, message.sentence) == (8, "because")


@given(st.floats(0, 1e9))
def test_durations_are_exact_to_the_nanosecond(seconds):
    """A duration is written within a nanosecond of what it was, never above, and never absent."""
    message = session_pb2.ClockRules()
    set_duration(message.bank, seconds)
    assert message.HasField("bank")
    written: Duration = message.bank
    assert 0 <= written.nanos < 1_000_000_000
    assert written.ToNanoseconds() == pytest.approx(seconds * 1e9, abs=2, rel=1e-15)
