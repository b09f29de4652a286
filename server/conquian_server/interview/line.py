"""One stream of a bot, with an interviewer as its referee: every entry is the interviewer's own."""

import asyncio
import contextlib
from typing import TypeAlias

import grpc
from conquian.v1 import referee_pb2
from grpc import aio

from conquian_server.interview.entries import LIMITS
from conquian_server.interview.errors import BadMessage, BotSilent
from conquian_server.referee.outbox import Outbox
from conquian_server.referee.stream import Misuse, parse

Context: TypeAlias = "aio.ServicerContext[bytes, bytes]"

_QUEUED_BYTES = 1 << 24


class Line:
    """The referee's end of one stream; all that is said between two awaits goes in one message."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._outbox = Outbox(_QUEUED_BYTES)
        self._heard: asyncio.Queue[referee_pb2.BotEntry | None] = asyncio.Queue()
        self._error: tuple[grpc.StatusCode, str] | None = None

    def say(self) -> referee_pb2.RefereeEntry:
        """A new entry, to be filled before anything is awaited."""
        return self._outbox.entry()

    async def hear(self, within: float | None = None) -> referee_pb2.BotEntry | None:
        """The next entry of the bot; None when its side has ended.

        Args:
            within: the seconds in which it must come; None waits for ever.

        Raises:
            BotSilent: none came in time.
            BadMessage: what came instead is no message, or larger than one may be.
        """
        try:
            entry = await asyncio.wait_for(self._heard.get(), within)
        except TimeoutError:
            raise BotSilent(f"the bot said nothing for {within:g} s") from None
        if entry is None:
            self._heard.put_nowait(None)  # for whoever asks again
            if self._outbox.complaint:
                raise BadMessage(f"the bot broke the protocol: {self._outbox.complaint}")
        return entry

    def end(self) -> None:
        """End the stream in order, once all that was said is sent."""
        self._outbox.close()

    def cut(self, code: grpc.StatusCode, words: str) -> None:
        """End the stream at once, as a lost connection does."""
        self._error = code, words
        self._outbox.cut()

    async def serve(self) -> None:
        """Carry entries both ways until the stream ends."""
        writer = asyncio.create_task(self._outbox.pump(self._context.write))
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({writer, self._outbox.let_go}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reader.cancel()
            self._heard.put_nowait(None)
            self._outbox.cut()
            self._outbox.end()
            # What a write to a lost bot raises is grpc's own; the reading side tells the end.
            await asyncio.gather(writer, reader, return_exceptions=True)
        if self._error is not None:
            await self._context.abort(*self._error)

    async def _read(self) -> None:
        with contextlib.suppress(grpc.RpcError, aio.BaseError):
            while isinstance(message := await self._context.read(), bytes):
                self._take(message)
                if self._outbox.complaint:
                    break
        self._heard.put_nowait(None)

    def _take(self, message: bytes) -> None:
        """Take a message, within a referee's bounds."""
        try:
            entries = parse(message, LIMITS).entries
        except Misuse as error:
            self._error = grpc.StatusCode.INVALID_ARGUMENT, str(error)
            self._outbox.cut(complaint=str(error))
            return
        for entry in entries:
            self._heard.put_nowait(entry)
