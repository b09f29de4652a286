"""The handshake: who may sit down, and the words for who may not."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from conquian.v1 import referee_pb2, session_pb2

from conquian_server.match import Joined
from conquian_server.referee.options import Limits
from conquian_server.referee.outbox import Outbox
from conquian_server.referee.session import Session
from conquian_server.referee.table import Table
from conquian_server.wire import encode_clocks

PROTOCOL_MAJOR, PROTOCOL_MINOR = 1, 0
_LONGEST_NAME = 200
_MOST_RULESETS = 100

# With these no bot of its kind can ever take the seat, however often it comes.
_HOPELESS = (
    session_pb2.REFUSAL_REASON_PROTOCOL_VERSION,
    session_pb2.REFUSAL_REASON_BAD_HELLO,
    session_pb2.REFUSAL_REASON_RULESET,
)


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a failure
    """A hello is refused, with a reason for programs and a sentence for people."""

    def __init__(self, reason: "session_pb2.RefusalReason.ValueType", sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence

    @property
    def is_hopeless(self) -> bool:
        """Whether the bot itself must change before it can be taken."""
        return self.reason in _HOPELESS


@dataclass(frozen=True, eq=False, slots=True)
class Chair:
    """A seat at a table, which its token opens.

    Attributes:
        table: the table.
        seat: the seat.
        streams: the calls that its token has open.
    """

    table: Table
    seat: int
    streams: "set[asyncio.Task[Any]]" = field(default_factory=set)


def first_hello(request: referee_pb2.PlayRequest) -> session_pb2.Hello:
    """The hello that a session must begin with.

    Raises:
        Refused: there is none, or it can't be read.
    """
    if not request.entries or request.entries[0].WhichOneof("entry") != "hello":
        raise _bad_hello("the first entry of a session is its hello; this one's is not")
    hello = request.entries[0].hello
    _check_version(hello.protocol_version)
    _check_names(hello)
    return hello


def seat_bot(
    chair: Chair, hello: session_pb2.Hello, limits: Limits, *, stopping: bool
) -> tuple[Session, Outbox]:
    """Seat a bot or let one take its place up again, and queue its welcome and what follows.

    Args:
        chair: the seat that its token opens.
        hello: what it says of itself.
        limits: the referee's bounds.
        stopping: whether the referee is stopping; bots may still come back then.

    Returns:
        its session, and the queue of its new stream.

    Raises:
        Refused: the seat is not for it.
    """
    table, seat = chair.table, chair.seat
    if hello.resume_token:
        session = _resumed(chair, hello.resume_token)
        outbox = session.attach()
        _welcome(outbox, session, hello, chair, limits)
        table.resume(seat)
    else:
        _check_vacant(chair, stopping=stopping)
        _check_ruleset(hello, table.plan.ruleset.name)
        session = Session(limits, wants_history=hello.wants_history)
        outbox = session.attach()
        granted = _welcome(outbox, session, hello, chair, limits)
        table.join(seat, session, Joined(seat, granted, hello.answer_only_choice))
    return session, outbox


def _welcome(
    outbox: Outbox, session: Session, hello: session_pb2.Hello, chair: Chair, limits: Limits
) -> int:
    """Queue the welcome; returns how many deals at once it grants."""
    plan = chair.table.plan
    granted = min(max(1, hello.deals_at_once), limits.deals_at_once, plan.deals_at_once)
    message = outbox.entry().welcome
    message.session_id = session.id
    message.resume_token = session.resume_token
    message.resumed = bool(hello.resume_token)
    message.limits.deals_at_once = granted
    message.limits.max_message_bytes = limits.message_bytes
    encode_clocks(message.clock, plan.clocks)
    return granted


def _resumed(chair: Chair, token: str) -> Session:
    session = chair.table.session_of(chair.seat)
    if session is None or session.resume_token != token:
        raise Refused(
            session_pb2.REFUSAL_REASON_RESUME_TOKEN,
            "there is no session to take up: it came too late, or the token is another's",
        )
    return session


def _check_vacant(chair: Chair, *, stopping: bool) -> None:
    present = chair.table.session_of(chair.seat)
    if present is not None and present.outbox is not None:
        raise Refused(
            session_pb2.REFUSAL_REASON_ACCESS,
            "another bot holds this seat's token: end it first, or come back with its resume token",
        )
    if stopping:
        raise Refused(session_pb2.REFUSAL_REASON_STOPPING, "the referee is stopping")
    if chair.table.over.done():
        raise Refused(session_pb2.REFUSAL_REASON_STOPPING, "the leg is over")


def _check_version(version: session_pb2.ProtocolVersion) -> None:
    if version.major != PROTOCOL_MAJOR:
        older = "the bot's SDK" if version.major < PROTOCOL_MAJOR else "the referee"
        raise Refused(
            session_pb2.REFUSAL_REASON_PROTOCOL_VERSION,
            f"this referee speaks protocol {PROTOCOL_MAJOR}.{PROTOCOL_MINOR}, the bot "
            f"{version.major}.{version.minor}: bring {older} up to date",
        )


def _check_names(hello: session_pb2.Hello) -> None:
    for name in ("bot_name", "bot_version", "sdk_name", "sdk_version"):
        _check_length(name, getattr(hello, name))
    if len(hello.rulesets) > _MOST_RULESETS:
        raise _bad_hello(f"rulesets: more than {_MOST_RULESETS}")
    for ruleset in hello.rulesets:
        _check_length("rulesets", ruleset)


def _check_length(field_name: str, text: str) -> None:
    if len(text) > _LONGEST_NAME:
        raise _bad_hello(f"{field_name}: longer than {_LONGEST_NAME} characters")


def _bad_hello(sentence: str) -> Refused:
    return Refused(session_pb2.REFUSAL_REASON_BAD_HELLO, sentence)


def _check_ruleset(hello: session_pb2.Hello, ruleset: str) -> None:
    if hello.rulesets and ruleset not in hello.rulesets:
        plays = ", ".join(hello.rulesets)
        raise Refused(
            session_pb2.REFUSAL_REASON_RULESET, f"{ruleset} is played here; the bot plays {plays}"
        )
