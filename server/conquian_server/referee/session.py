"""One bot's session: what is to be sent to it, over whichever stream it has at present."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

from conquian.v1 import referee_pb2

from conquian_server.referee.options import Limits

# Serialising a queue to learn its size is not free: only so often, and only while it grows.
_ENTRIES_PER_CHECK = 64

# How long a bot may take to read the last that it is sent.
_FLUSH_SECONDS = 5.0


class Session:
    """One bot's session, which outlives its streams.

    Entries are collected and sent together by whoever runs `pump`: all that is ready goes in one
    message, and nothing waits for more.

    Attributes:
        id: for logs.
        resume_token: what the bot shows to take the session up again.
        wants_history: whether requests carry the actions so far.
        useless_answers: how many of its answers were to no open request.
        complaint: what the bot did for which its session was ended; empty where it did nothing.
    """

    def __init__(self, limits: Limits, *, wants_history: bool) -> None:
        self.id = secrets.token_hex(4)
        self.resume_token = secrets.token_urlsafe(24)
        self.wants_history = wants_history
        self.useless_answers = 0
        self.complaint = ""
        self._limits = limits
        self._outbox = referee_pb2.PlayResponse()
        self._wake = asyncio.Event()
        self._closing = False
        self._writing = False
        self._stream: asyncio.Future[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether it has a stream at present."""
        return self._stream is not None

    def attach(self) -> "asyncio.Future[None]":
        """Give the session a new stream, with an empty queue; one that it had is let go.

        Returns:
            a future that is done when the session lets this stream go in turn.
        """
        if self._stream is not None and not self._stream.done():
            self._stream.set_result(None)
        self._stream = asyncio.get_running_loop().create_future()
        self._outbox = referee_pb2.PlayResponse()
        self._writing = False
        return self._stream

    def detach(self, stream: "asyncio.Future[None]") -> bool:
        """The stream has ended; whether it was the session's present one."""
        if self._stream is not stream:
            return False
        self._stream = None
        return True

    def entry(self) -> referee_pb2.RefereeEntry:
        """A new entry at the end of the queue, to be filled before the loop goes on."""
        self._wake.set()
        entries = self._outbox.entries
        if self._writing and len(entries) % _ENTRIES_PER_CHECK == _ENTRIES_PER_CHECK - 1:
            self._check_queue()
        return entries.add()

    def close(self) -> None:
        """End the session's stream once all that is queued is sent."""
        self._closing = True
        self._wake.set()
        asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self.cut)

    def cut(self, complaint: str = "") -> None:
        """End the session's stream at once, for a fault of the bot if there is a complaint."""
        self.complaint = self.complaint or complaint
        if self._stream is not None and not self._stream.done():
            self._stream.set_result(None)

    async def pump(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is queued until the session closes; raises whatever `write` raises."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            outbox, self._outbox = self._outbox, referee_pb2.PlayResponse()
            if outbox.entries:
                self._writing = True
                await write(outbox.SerializeToString())
                self._writing = False
            if self._closing and not self._outbox.entries:
                return

    def _check_queue(self) -> None:
        if self._outbox.ByteSize() > self._limits.queued_bytes:
            self._outbox = referee_pb2.PlayResponse()
            self.cut("the bot does not read what it is sent")
