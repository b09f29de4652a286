"""The beginnings and ends of legs and deals as messages."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from conquian.v1 import decision_pb2, leg_pb2, session_pb2

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
from conquian_server.rules import Reason, record_of
from conquian_server.wire.cards import encode_cards, encode_set
from conquian_server.wire.durations import set_duration
from conquian_server.wire.rulesets import encode_ruleset

_REASONS = {
    Reason.WENT_OUT: leg_pb2.DEAL_END_REASON_WENT_OUT,
    Reason.STOCK_EXHAUSTED: leg_pb2.DEAL_END_REASON_STOCK_EXHAUSTED,
    Reason.ILLEGAL_ACTION: leg_pb2.DEAL_END_REASON_ILLEGAL_ACTION,
    Reason.TIMEOUT: leg_pb2.DEAL_END_REASON_TIMEOUT,
    Reason.DISCONNECTED: leg_pb2.DEAL_END_REASON_DISCONNECTED,
}
_ENDS = {
    LegEnd.PLAYED: leg_pb2.LEG_END_REASON_ALL_DEALS,
    LegEnd.TARGET_REACHED: leg_pb2.LEG_END_REASON_TARGET,
    LegEnd.SET_ASIDE: leg_pb2.LEG_END_REASON_FAULT,
    LegEnd.CALLED_OFF: leg_pb2.LEG_END_REASON_CALLED_OFF,
}
_REJECTIONS = {
    Rejection.UNKNOWN: decision_pb2.REJECTION_CODE_UNKNOWN,
    Rejection.STALE: decision_pb2.REJECTION_CODE_STALE,
    Rejection.LATE: decision_pb2.REJECTION_CODE_LATE,
    Rejection.ILLEGAL: decision_pb2.REJECTION_CODE_ILLEGAL,
}


@dataclass(frozen=True, slots=True)
class LegNames:
    """What a leg is called and who plays in it.

    Attributes:
        leg: the leg's id.
        seats: each seat's name, in records and where names are shown.
        shown: whether the bots are told the names.
    """

    leg: str
    seats: tuple[str, ...]
    shown: bool = True

    @property
    def told(self) -> tuple[str, ...]:
        """The names as bots may see them: the seats' numbers where they are hidden."""
        return self.seats if self.shown else tuple(map(str, range(len(self.seats))))


def encode_clocks(message: session_pb2.ClockRules, clocks: ClockRules) -> None:
    """Fill `message` with the clock rules; what is unlimited or unused stays absent."""
    if clocks.limit is not None:
        set_duration(message.decision_limit, clocks.limit)
    if clocks.bank is not None:
        set_duration(message.bank, clocks.bank)
    if clocks.increment:
        set_duration(message.increment, clocks.increment)
    set_duration(message.warm_up, clocks.warm_up)


def encode_leg_started(
    message: leg_pb2.LegStarted, plan: LegPlan, names: LegNames, seat: int
) -> None:
    """Fill `message` with what `seat` is told of the leg."""
    message.leg_id = names.leg
    encode_ruleset(message.ruleset, plan.ruleset)
    message.seat = seat
    message.seat_count = plan.seats
    if names.shown:
        message.seat_names.extend(names.seats)
    message.deal_count = plan.deal_count
    if plan.target is not None:
        message.target = plan.target
    encode_clocks(message.clock, plan.clocks)


def encode_deal_started(
    message: leg_pb2.DealStarted, begun: DealBegun, names: LegNames, seat: int, bot_seed: int
) -> None:
    """Fill `message` with what `seat` is told when a deal begins.

    Args:
        message: an empty message.
        begun: the deal.
        names: the leg's id and names.
        seat: the seat that is told.
        bot_seed: a random number for the seat's bot, 64 bits.
    """
    message.deal_id = begun.number
    message.leg_id = names.leg
    message.number = begun.number
    message.dealer = begun.position.setup.dealer
    message.seat = seat
    message.hand.extend(encode_set(begun.position.hands[seat]))
    message.bot_seed = bot_seed


def deal_ended_bytes(over: DealOver, names: LegNames) -> bytes:
    """The serialised end of a deal as all seats get it: everything is shown, but for charges."""
    result = over.position.result
    assert result is not None
    message = leg_pb2.DealEnded(deal_id=over.number, reason=_REASONS[result.reason])
    if result.winner is not None:
        message.winner = result.winner
    if result.offender is not None:
        message.offender = result.offender
    message.points.extend(result.points)
    message.deck.extend(encode_cards(over.position.setup.deck))
    for hand in over.position.hands:
        message.hands.add(cards=encode_set(hand))
    message.record = json.dumps(record_of(over.position, names.told), separators=(",", ":"))
    return message.SerializeToString()


def called_off_bytes(number: int) -> bytes:
    """The serialised end of a deal that is handed back: nothing hidden is shown."""
    reason = leg_pb2.DEAL_END_REASON_CALLED_OFF
    return leg_pb2.DealEnded(deal_id=number, reason=reason).SerializeToString()


def encode_deal_ended(message: leg_pb2.DealEnded, end: bytes, charges: Sequence[float]) -> None:
    """Fill `message` with a deal's serialised end and what it has cost the seat that is told."""
    message.MergeFromString(end)
    for charge in charges:
        set_duration(message.charges.add(), charge)


def encode_leg_ended(message: leg_pb2.LegEnded, over: LegOver, names: LegNames) -> None:
    """Fill `message` with the end of the leg and its settled deals."""
    message.leg_id = names.leg
    message.reason = _ENDS[over.end]
    for number, settled in enumerate(over.settlements):
        message.deals.add(number=number, multiplier=settled.multiplier, points=settled.points)
    message.totals.extend(_totals(over, len(names.seats)))


def encode_rejected(message: decision_pb2.DecisionRejected, rejected: Rejected) -> None:
    """Fill `message` with why an answer is not taken."""
    message.request_id = rejected.request
    message.code = _REJECTIONS[rejected.rejection]
    message.sentence = rejected.reason


def _totals(over: LegOver, seats: int) -> Sequence[int]:
    return over.settlements[-1].totals if over.settlements else (0,) * seats
