"""A bot that is started to be interviewed, and how it is received."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from conquian.v1 import referee_pb2, session_pb2

from conquian_server.interview.entries import say_welcome
from conquian_server.interview.errors import BadHello, BotLeft, BotSilent
from conquian_server.interview.line import Line
from conquian_server.interview.reception import Reception
from conquian_server.interview.talk import Talk
from conquian_server.launcher import ExitReport
from conquian_server.match import ClockRules
from conquian_server.referee.farewell import farewell
from conquian_server.referee.hello import Refused, first_hello

_END_SECONDS = 2.0
_TOLD_LINES = 8


def last_words(report: ExitReport) -> str:
    """How a bot's process has ended, with the end of its stderr."""
    told = report.stderr_tail.strip().splitlines()[-_TOLD_LINES:]
    return "\n".join([f"the bot's process {report.cause}", *told])


class Running(Protocol):
    """A bot's process, as far as an interview has to do with it."""

    ended: "asyncio.Task[ExitReport]"

    async def stop(self, grace_seconds: float = ..., /) -> ExitReport:
        """End it: SIGTERM, so many seconds to end by itself, SIGKILL."""


Starter: TypeAlias = Callable[[str, str], Awaitable[Running]]
"""Starts a bot that will dial an address and show a token."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a bot is waited for, in seconds; None for ever.

    Attributes:
        arrival: from its start to its hello.
        warm_up: from the welcome until it is ready.
        decision: for each answer.
    """

    arrival: float | None = 30.0
    warm_up: float | None = 10.0
    decision: float | None = 10.0

    @property
    def clocks(self) -> ClockRules | None:
        """The clock that the bot is told of."""
        if self.warm_up is None:
            return None
        return ClockRules(self.decision, warm_up=self.warm_up)


USUAL = Patience()
ENDLESS = Patience(None, None, None)


class Visit:
    """A bot's process and the streams that it opens.

    Attributes:
        process: its process.
    """

    def __init__(self, process: Running, lines: "asyncio.Queue[Line]", patience: Patience) -> None:
        self.process = process
        self._lines = lines
        self._patience = patience

    async def line(self) -> Line:
        """The next stream that the bot opens.

        Raises:
            BotSilent: it opens none in time.
            BotLeft: its process has ended.
        """
        arriving = asyncio.ensure_future(self._lines.get())
        try:
            await asyncio.wait(
                {arriving, self.process.ended},
                timeout=self._patience.arrival,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if arriving.done():
                return arriving.result()
        finally:
            arriving.cancel()
        if self.process.ended.done():
            raise BotLeft("the bot's process ended before it said anything")
        raise BotSilent(f"the bot opened no stream within {self._patience.arrival:g} s")

    async def hello(self, line: Line) -> session_pb2.Hello:
        """The hello that a stream begins with.

        Raises:
            BadHello: it begins with something else, or a referee would refuse it.
            InterviewError: it says nothing.
        """
        entry = await line.hear(self._patience.arrival)
        if entry is None:
            raise BotLeft("the bot ended its stream before it said anything")
        try:
            return first_hello(referee_pb2.PlayRequest(entries=[entry]))
        except Refused as refusal:
            raise BadHello(refusal.sentence) from None

    async def welcome(self, line: Line, hello: session_pb2.Hello, *, first_id: int = 1) -> Talk:
        """Accept a hello, and wait until the bot is ready.

        Args:
            line: the stream.
            hello: its hello.
            first_id: the first id of a deal and of a request.

        Raises:
            InterviewError: it does not get ready in time.
        """
        talk = self.talk(line, hello, first_id=first_id)
        await self._ready(line)
        return talk

    def talk(self, line: Line, hello: session_pb2.Hello, *, first_id: int = 1) -> Talk:
        """Accept a hello, and don't wait: a bot that comes back is warm."""
        welcome = say_welcome(line.say(), hello, self._patience.clocks)
        return Talk(line, hello, welcome, self._patience.decision, first_id)

    async def received(self, *, first_id: int = 1) -> Talk:
        """The talk with a bot that has come and said its hello.

        Raises:
            InterviewError: it does not come, or not as a referee wants it.
        """
        line = await self.line()
        return await self.welcome(line, await self.hello(line), first_id=first_id)

    async def last_words(self) -> str:
        """How the process has ended, with the end of its stderr; empty while it runs."""
        await asyncio.wait({self.process.ended}, timeout=_END_SECONDS)
        if not self.process.ended.done():
            return ""
        return last_words(self.process.ended.result())

    async def _ready(self, line: Line) -> None:
        try:
            entry = await line.hear(self._patience.warm_up)
        except BotSilent:
            raise BotSilent(
                f"the bot was not ready {self._patience.warm_up:g} s after its welcome"
            ) from None
        if entry is None:
            raise BotLeft("the bot ended its stream after its welcome")
        if entry.HasField("goodbye"):
            line.end()
            raise BotLeft(f"after its welcome {farewell(entry.goodbye.reason)}")
        if not entry.HasField("ready"):
            said = entry.WhichOneof("entry") or "an unknown entry"
            raise BadHello(f"after its welcome the bot said {said}, not ready")


@asynccontextmanager
async def visit(start: Starter, reception: Reception, patience: Patience) -> AsyncIterator[Visit]:
    """Start a bot for an interview, and end it.

    Args:
        start: starts it.
        reception: where it is to dial.
        patience: how long it is waited for.

    Raises:
        LauncherError: it can't be started.
        InterviewError: what the interview raises, with how the bot's process has ended.
    """
    token, lines = reception.open_room()
    process = await start(reception.address, token)
    guest = Visit(process, lines, patience)
    try:
        yield guest
    except BotLeft as error:
        words = await guest.last_words()
        raise (BotLeft(f"{error}; {words}") if words else error) from None
    finally:
        await process.stop()
