"""What is to be sent over one stream."""

import asyncio
from collections.abc import Awaitable, Callable

from conquian.v1 import referee_pb2

# Serialising a queue to learn its size is not free: only so often, and only while it grows.
_ENTRIES_PER_CHECK = 64

# Turns of the event loop (some 10 us each) between an entry and its sending, in which answers that
# have arrived already are taken. Without them messages crumble to one entry each: with 32 deals at
# once that doubles the referee's CPU a decision; one deal at a time it is the same.
_TURNS = 3

# How long a bot may take to read the last that it is sent.
_FLUSH_SECONDS = 5.0


class Outbox:
    """The queue of one stream, and the end of it.

    Entries are collected and sent together by whoever runs `pump`: all that is ready goes in one
    message, and nothing waits for more.

    Attributes:
        let_go: done when the stream is to end at once, whatever is still queued.
        ended: done when nothing more is heard from the stream.
        complaint: what the bot did for which the stream was ended; empty where it did nothing.
    """

    def __init__(self, queued_bytes: int) -> None:
        loop = asyncio.get_running_loop()
        self.let_go: asyncio.Future[None] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()
        self.complaint = ""
        self._queued_bytes = queued_bytes
        self._queue = referee_pb2.PlayResponse()
        self._wake = asyncio.Event()
        self._closing: asyncio.TimerHandle | None = None
        self._writing = False

    def entry(self) -> referee_pb2.RefereeEntry:
        """A new entry at the end of the queue, to be filled before the loop goes on."""
        self._wake.set()
        entries = self._queue.entries
        if self._writing and len(entries) % _ENTRIES_PER_CHECK == _ENTRIES_PER_CHECK - 1:
            self._check_queue()
        return self._queue.entries.add()

    def close(self) -> None:
        """End the stream once all that is queued is sent, or has not been read for too long."""
        if self._closing is None and not self.ended.done():
            self._closing = self.ended.get_loop().call_later(_FLUSH_SECONDS, self.cut)
            self._wake.set()

    def cut(self, complaint: str = "") -> None:
        """End the stream at once, for a fault of the bot if there is a complaint."""
        self.complaint = self.complaint or complaint
        if not self.let_go.done():
            self.let_go.set_result(None)
            self._wake.set()

    def end(self) -> None:
        """Nothing more is heard from the stream."""
        if self._closing is not None:
            self._closing.cancel()
        if not self.ended.done():
            self.ended.set_result(None)

    async def pump(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is queued until the stream is to end; raises whatever `write` raises."""
        while self._goes_on():
            await self._wake.wait()
            for _ in range(_TURNS):
                await asyncio.sleep(0)
            self._wake.clear()
            queue, self._queue = self._queue, referee_pb2.PlayResponse()
            if queue.entries and not self.let_go.done():
                self._writing = True
                await write(queue.SerializeToString())
                self._writing = False

    def _goes_on(self) -> bool:
        """Whether something is to be sent, now or later."""
        if self.let_go.done():
            return False
        return self._closing is None or bool(self._queue.entries)

    def _check_queue(self) -> None:
        if self._queue.ByteSize() > self._queued_bytes:
            self._queue = referee_pb2.PlayResponse()
            self.cut("the bot does not read what it is sent")
