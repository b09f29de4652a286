"""One stream of the Play call: from its hello to its end."""

import asyncio
from collections.abc import Iterable
from typing import TypeAlias

from conquian.v1 import referee_pb2
from google.protobuf.message import DecodeError
from grpc import aio

from conquian_server.match import Answered, Gone, Ready
from conquian_server.referee.hello import Chair
from conquian_server.referee.options import Limits
from conquian_server.referee.session import Session
from conquian_server.wire import decode_decision

# The call deals in bytes: what a bot sends is parsed where a failure can be answered in words.
Context: TypeAlias = "aio.ServicerContext[bytes, bytes]"


class Misuse(Exception):  # noqa: N818 - the bot's, not ours
    """A bot broke the protocol; the stream ends with these words."""


async def read(context: Context) -> bytes | None:
    """The next message, None when the bot's side has ended."""
    message: object = await context.read()
    return message if isinstance(message, bytes) else None


def parse(message: bytes, limits: Limits) -> referee_pb2.PlayRequest:
    """The request in a message.

    Raises:
        Misuse: it is none, or holds more entries than it may.
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

    def __init__(self, context: Context, chair: Chair, session: Session, limits: Limits) -> None:
        self._context = context
        self._table = chair.table
        self._seat = chair.seat
        self._session = session
        self._limits = limits
        self._said_goodbye = False

    async def run(
        self, let_go: "asyncio.Future[None]", first: Iterable[referee_pb2.BotEntry]
    ) -> None:
        """Carry entries both ways until one side ends the stream.

        Args:
            let_go: done when the session wants this stream no more.
            first: entries that came in one message with the hello.

        Raises:
            Misuse: the bot broke the protocol.
        """
        writer = asyncio.create_task(self._session.pump(self._context.write))
        reader = asyncio.create_task(self._read(first))
        try:
            await asyncio.wait({writer, reader, let_go}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done():
                reader.result()
        except Misuse as error:
            self._session.complaint = str(error)
            raise
        finally:
            # What a write to a lost bot raises is an error of grpc's own, and says no more than
            # the end of the reading does.
            writer.cancel()
            reader.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)
            self._leave(let_go)

    def _leave(self, stream: "asyncio.Future[None]") -> None:
        if (
            not self._session.detach(stream)
            or self._table.session_of(self._seat) is not self._session
        ):
            return
        if self._session.complaint:
            self._table.receive(Gone(self._seat, self._session.complaint))
        elif not self._said_goodbye:
            self._table.lose(self._seat)

    async def _read(self, first: Iterable[referee_pb2.BotEntry]) -> None:
        self._take(first)
        while not self._said_goodbye:
            message = await read(self._context)
            if message is None:
                return
            self._take(parse(message, self._limits).entries)

    def _take(self, entries: Iterable[referee_pb2.BotEntry]) -> None:
        """Hand on what came in one message; decisions that came together stay together."""
        answers = []
        for entry in entries:
            if entry.HasField("decision"):
                decision = entry.decision
                answers.append((decision.request_id, decode_decision(decision)))
            elif entry.HasField("ready"):
                self._table.receive(Ready(self._seat))
            elif entry.HasField("goodbye"):
                self._take_leave(entry.goodbye.reason)
        if answers:
            self._table.receive(Answered(self._seat, tuple(answers)))
            self._check_use()

    def _take_leave(self, reason: str) -> None:
        self._said_goodbye = True
        if self._table.session_of(self._seat) is self._session and not self._table.over.done():
            self._table.receive(Gone(self._seat, f"the bot said goodbye: {reason}"))

    def _check_use(self) -> None:
        if self._session.useless_answers > self._limits.useless_answers:
            raise Misuse("the bot floods the referee with answers to requests that are not open")
