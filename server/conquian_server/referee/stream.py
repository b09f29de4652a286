"""One stream of the Play call: from its welcome to its end."""

import asyncio
from collections.abc import Iterable
from typing import TypeAlias

import grpc
from conquian.v1 import referee_pb2, session_pb2
from google.protobuf.message import DecodeError
from grpc import aio

from conquian_server.match import Answered, Choice, Event, Gone, Ready
from conquian_server.referee.farewell import farewell
from conquian_server.referee.hello import Chair
from conquian_server.referee.options import Limits
from conquian_server.referee.outbox import Outbox
from conquian_server.referee.session import Session
from conquian_server.wire import decode_decision

# The call deals in bytes: what a bot sends is parsed where a failure can be answered in words.
Context: TypeAlias = "aio.ServicerContext[bytes, bytes]"


class Misuse(Exception):  # noqa: N818 - the bot's, not ours
    """A bot broke the protocol; the stream ends with these words."""

    is_hopeless = True


class Unspoken(Misuse):
    """A stream ended before anything was said on it, which may be the network's doing."""

    is_hopeless = False


async def read(context: Context) -> bytes | None:
    """The next message, None when the bot's side has ended or is lost."""
    try:
        message: object = await context.read()
    except (grpc.RpcError, aio.BaseError):
        return None
    return message if isinstance(message, bytes) else None


def parse(message: bytes, limits: Limits) -> referee_pb2.PlayRequest:
    """The request in a message.

    Raises:
        Misuse: it is none, or is larger than it may be.
    """
    if len(message) > limits.message_bytes:
        raise Misuse(f"a message is at most {limits.message_bytes} bytes long")
    try:
        request = referee_pb2.PlayRequest.FromString(message)
    except DecodeError:
        raise Misuse("the message is no PlayRequest") from None
    if len(request.entries) > limits.entries:
        raise Misuse(f"a message holds at most {limits.entries} entries")
    return request


class Stream:
    """One stream of a session that has been welcomed."""

    def __init__(
        self, context: Context, chair: Chair, session: Session, outbox: Outbox, limits: Limits
    ) -> None:
        self._context = context
        self._table = chair.table
        self._seat = chair.seat
        self._session = session
        self._outbox = outbox
        self._limits = limits
        self._said_goodbye = False

    async def run(self, first: Iterable[referee_pb2.BotEntry]) -> None:
        """Carry entries both ways until one side ends the stream.

        Args:
            first: entries that came in one message with the hello.

        Raises:
            Misuse: the bot broke the protocol.
        """
        writer = asyncio.create_task(self._outbox.pump(self._context.write))
        reader = asyncio.create_task(self._read(first))
        try:
            await self._carry(writer, reader)
        except Misuse as error:
            self._outbox.complaint = str(error)
            raise
        except Exception as error:
            self._table.fail(error)  # ours, then: the bot is not to be blamed for it
        finally:
            reader.cancel()
            self._outbox.cut()
            self._leave()  # before anything is awaited: grpc may cancel us a second time
            # A message that the bot does not read yet can't be taken back: the call can't end
            # before it, unless the bot does. What a write to a lost bot raises is an error of
            # grpc's own, and says no more than the end of the reading does.
            await asyncio.gather(writer, reader, return_exceptions=True)

    async def _carry(self, writer: "asyncio.Task[None]", reader: "asyncio.Task[None]") -> None:
        ends = {writer, reader, self._outbox.let_go}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if reader.done():
            reader.result()
        if self._said_goodbye:  # it still hears how its deals ended
            self._outbox.close()
            await asyncio.wait({writer, self._outbox.let_go}, return_when=asyncio.FIRST_COMPLETED)
        if self._outbox.complaint:
            raise Misuse(self._outbox.complaint)

    def _leave(self) -> None:
        if self._session.detach(self._outbox) and self._has_its_seat:
            self._table.lose(self._seat, self._outbox.complaint)

    @property
    def _has_its_seat(self) -> bool:
        """Whether the bot at the table is still this one."""
        return self._table.session_of(self._seat) is self._session

    async def _read(self, first: Iterable[referee_pb2.BotEntry]) -> None:
        self._take(first)
        while not self._said_goodbye:
            message = await read(self._context)
            if message is None:
                return
            self._take(parse(message, self._limits).entries)

    def _take(self, entries: Iterable[referee_pb2.BotEntry]) -> None:
        """Hand on what came in one message; decisions that came together stay together."""
        answers: list[tuple[int, Choice]] = []
        for entry in entries:
            if entry.HasField("decision"):
                decision = entry.decision
                answers.append((decision.request_id, decode_decision(decision)))
            elif entry.HasField("ready"):
                self._say(Ready(self._seat))
            elif entry.HasField("goodbye"):
                self._answer(answers)
                self._take_leave(entry.goodbye.reason)
                return
        self._answer(answers)

    def _say(self, event: Event) -> None:
        """Tell the table, unless another bot or another stream has taken the seat meanwhile."""
        if self._session.outbox is self._outbox and self._has_its_seat:
            self._table.receive(event)

    def _answer(self, answers: list[tuple[int, Choice]]) -> None:
        if answers:
            self._say(Answered(self._seat, tuple(answers)))
            self._check_use()

    def _take_leave(self, reason: str) -> None:
        self._said_goodbye = True
        self._say(Gone(self._seat, farewell(reason)))

    def _check_use(self) -> None:
        """Warn a bot that sends useless answers half way to the bound, and end it there."""
        useless, bound = self._session.useless_answers, self._limits.useless_answers
        if useless > bound:
            raise Misuse("the bot floods the referee with answers to requests that are not open")
        if useless > bound / 2 and not self._session.warned:
            self._session.warned = True
            notice = self._outbox.entry().notice
            notice.kind = session_pb2.NOTICE_KIND_LIMIT_NEAR
            notice.sentence = f"{useless} answers were to no open request; {bound} are borne"
