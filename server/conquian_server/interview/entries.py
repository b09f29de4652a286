"""What an interviewer says as a referee: each function fills one entry of a stream."""

import secrets

from conquian.v1 import decision_pb2, leg_pb2, referee_pb2, session_pb2

from conquian_server.interview.hearing import Hearing, Question
from conquian_server.match import ClockRules, DealBegun, LegEnd, LegOver, Request
from conquian_server.referee.options import Limits
from conquian_server.wire import (
    LegNames,
    encode_clocks,
    encode_deal_started,
    encode_leg_ended,
    encode_leg_started,
    encode_request,
)

Entry = referee_pb2.RefereeEntry

LIMITS = Limits()


def say_welcome(
    entry: Entry, hello: session_pb2.Hello, clocks: ClockRules | None
) -> session_pb2.Welcome:
    """Accept a hello.

    Args:
        entry: an empty entry.
        hello: the hello; one with a resume token takes its session up again.
        clocks: the clock; None where nothing is limited.

    Returns:
        the welcome.
    """
    welcome = entry.welcome
    welcome.session_id = secrets.token_hex(4)
    welcome.resume_token = hello.resume_token or secrets.token_urlsafe(24)
    welcome.resumed = bool(hello.resume_token)
    welcome.limits.deals_at_once = min(max(1, hello.deals_at_once), LIMITS.deals_at_once)
    welcome.limits.max_message_bytes = LIMITS.message_bytes
    if clocks is None:
        welcome.clock.SetInParent()
    else:
        encode_clocks(welcome.clock, clocks)
    return welcome


def say_leg_started(entry: Entry, hearing: Hearing, leg: str) -> None:
    """Begin the leg of a hearing's deal."""
    names = LegNames(leg, hearing.names, shown=bool(hearing.names))
    encode_leg_started(entry.leg_started, hearing.plan, names, hearing.seat)


def say_deal_started(entry: Entry, hearing: Hearing, leg: str, deal: int) -> None:
    """Begin a hearing's deal, under an id of its own."""
    begun = DealBegun(hearing.number, hearing.first)
    names = LegNames(leg, hearing.names)
    message = entry.deal_started
    encode_deal_started(message, begun, names, hearing.seat, hearing.bot_seed)
    message.deal_id = deal


def request_of(hearing: Hearing, question: Question) -> decision_pb2.DecisionRequested:
    """A question as a message, whose ids are still to be set; nothing is said of the time."""
    message = decision_pb2.DecisionRequested()
    standing = hearing.standing
    request = Request(question.seat, 0, 0, question.position, standing, 0.0, None, None)
    encode_request(message, request, 0.0, history=True)
    return message


def say_called_off(entry: Entry, deal: int) -> None:
    """End a deal as nobody's result."""
    entry.deal_ended.deal_id = deal
    entry.deal_ended.reason = leg_pb2.DEAL_END_REASON_CALLED_OFF


def say_leg_ended(entry: Entry, leg: str, seats: int) -> None:
    """End a leg of which nothing counts."""
    names = LegNames(leg, ("",) * seats)
    encode_leg_ended(entry.leg_ended, LegOver(LegEnd.CALLED_OFF, ()), names)
