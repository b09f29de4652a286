"""The handshake: who may sit down, and the words for who may not."""

from dataclasses import dataclass

from conquian.v1 import referee_pb2, session_pb2

from conquian_server.match import Joined
from conquian_server.referee.options import Limits
from conquian_server.referee.session import Session
from conquian_server.referee.table import Table
from conquian_server.wire import encode_clocks

PROTOCOL_MAJOR, PROTOCOL_MINOR = 1, 0
_LONGEST_NAME = 200


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a failure
    """A hello is refused, with a reason for programs and a sentence for people."""

    def __init__(self, reason: "session_pb2.RefusalReason.ValueType", sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at a table, which its token opens."""

    table: Table
    seat: int


def first_hello(request: referee_pb2.PlayRequest) -> session_pb2.Hello:
    """The hello that a session must begin with.

    Raises:
        Refused: there is none, or it can't be read.
    """
    if not request.entries or request.entries[0].WhichOneof("entry") != "hello":
        raise Refused(
            session_pb2.REFUSAL_REASON_BAD_HELLO, "the first entry of a session is its hello"
        )
    hello = request.entries[0].hello
    _check_version(hello.protocol_version)
    for field in ("bot_name", "bot_version", "sdk_name", "sdk_version"):
        if len(getattr(hello, field)) > _LONGEST_NAME:
            raise Refused(
                session_pb2.REFUSAL_REASON_BAD_HELLO,
                f"{field} is longer than {_LONGEST_NAME} characters",
            )
    return hello


def seat_bot(chair: Chair, hello: session_pb2.Hello, limits: Limits) -> Session:
    """Give the bot its session: a new one, or the one that its resume token names.

    The welcome is queued first, with what the bot must know after it. The session's stream is the
    caller's to attach first, through the returned session.

    Raises:
        Refused: the seat is not for it.
    """
    table, seat = chair.table, chair.seat
    if hello.resume_token:
        return _resumed(table, seat, hello.resume_token)
    present = table.session_of(seat)
    if present is not None and present.connected:
        raise Refused(session_pb2.REFUSAL_REASON_ACCESS, "another bot holds this seat's token")
    if table.over.done():
        raise Refused(session_pb2.REFUSAL_REASON_STOPPING, "the leg is over")
    _check_ruleset(hello, table.plan.ruleset.name)
    return Session(limits, wants_history=hello.wants_history)


def welcome(chair: Chair, session: Session, hello: session_pb2.Hello, limits: Limits) -> None:
    """Queue the welcome and let the bot join its table or take its place up again."""
    table, seat = chair.table, chair.seat
    granted = min(max(1, hello.deals_at_once), limits.deals_at_once, table.plan.deals_at_once)
    message = session.entry().welcome
    message.session_id = session.id
    message.resume_token = session.resume_token
    message.resumed = bool(hello.resume_token)
    message.limits.deals_at_once = granted
    message.limits.max_message_bytes = limits.message_bytes
    encode_clocks(message.clock, table.plan.clocks)
    if hello.resume_token:
        table.resume(seat)
    else:
        table.join(seat, session, Joined(seat, granted, hello.answer_only_choice))


def _resumed(table: Table, seat: int, token: str) -> Session:
    session = table.session_of(seat)
    if session is None or session.resume_token != token:
        raise Refused(
            session_pb2.REFUSAL_REASON_RESUME_TOKEN,
            "there is no session to take up: it came too late, or the token is another's",
        )
    return session


def _check_version(version: session_pb2.ProtocolVersion) -> None:
    if version.major != PROTOCOL_MAJOR:
        older = "the bot's SDK" if version.major < PROTOCOL_MAJOR else "the referee"
        raise Refused(
            session_pb2.REFUSAL_REASON_PROTOCOL_VERSION,
            f"this referee speaks protocol {PROTOCOL_MAJOR}.{PROTOCOL_MINOR}, the bot "
            f"{version.major}.{version.minor}: bring {older} up to date",
        )


def _check_ruleset(hello: session_pb2.Hello, ruleset: str) -> None:
    if hello.rulesets and ruleset not in hello.rulesets:
        plays = ", ".join(hello.rulesets)
        raise Refused(
            session_pb2.REFUSAL_REASON_RULESET, f"{ruleset} is played here; the bot plays {plays}"
        )
