"""The stream to the referee: reads, has decided, sends, comes back after a lost connection.

Bots decide on the event loop itself: a thread for them costs 90 us of CPU a message. What makes
that safe is that gRPC's own threads keep the connection alive while a bot thinks.
"""

import asyncio
import contextlib
import inspect
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeAlias

import grpc
import grpc.aio

from conquian.bot import BotMaker
from conquian.connection import Address
from conquian.errors import RefereeLostError, RefusedError
from conquian.session import Request, Session
from conquian.v1 import referee_pb2, referee_pb2_grpc

# Answers that are ready together go together, which makes each of them cost a few microseconds
# instead of 200. But an answer's time is charged until it is sent, so that slow bots must not
# batch: what took longer than SLOW goes at once, and so does all when one waited LONGEST_WAIT.
SLOW = 0.001  # seconds
LONGEST_WAIT = 0.003  # seconds
# Turns of the event loop (some 10 us each) between an answer and its sending, in which requests
# that have arrived already are read and decided. Without them messages crumble to one entry each:
# 32 deals at once cost a bot 139 us of CPU a decision with none, 58 with two; one deal the same.
TURNS = 2
RESUME_WINDOW = 10.0  # seconds in which a lost referee is looked for
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0  # seconds between attempts, doubled each time
LEAVING_GRACE = 2.0  # seconds that a referee gets to end the stream after a goodbye

_WRITTEN_AFTER_THE_END = "Internal error from Core"

# With these there is no use in trying again.
_FINAL = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
}

Call: TypeAlias = "grpc.aio.StreamStreamCall[referee_pb2.PlayRequest, referee_pb2.PlayResponse]"
Stub: TypeAlias = "referee_pb2_grpc.RefereeServiceAsyncStub"
log = logging.getLogger("conquian")


class Stopped(BaseException):
    """Raised in a bot that thinks when its process is to stop."""


class Client:
    """Plays a session to its end.

    Args:
        bots: makes the bot of each deal.
        address: where the referee is.
        clock: seconds, as `time.monotonic` counts them.
        sleep: waits so many seconds of that clock.
        session: the session to play, where it is no plain one of these bots.
    """

    def __init__(
        self,
        bots: BotMaker,
        address: Address,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        session: Session | None = None,
    ) -> None:
        self._session = Session(bots) if session is None else session
        self._is_async = bots.is_async
        self._address = address
        self._clock = clock
        self._sleep = sleep
        self._ready_since = math.inf  # when the first answer that is not sent was made
        self._ready = asyncio.Event()
        self._writing = asyncio.Lock()
        self._call: Call | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lost_at: float | None = None
        self._cause = ""
        self._pause = FIRST_PAUSE
        self._leaving = False
        self._failure: Exception | None = None
        self._is_deciding = False

    async def run(self) -> None:
        """Play until the referee ends the session or `stop` is called.

        Raises:
            RefusedError: the referee does not take the bot.
            RefereeLostError: it can't be reached, or not any more.
            Exception: whatever the bot raised.
        """
        self._loop = asyncio.get_running_loop()
        self._start(self._send_what_is_ready())
        async with self._address.channel() as channel:
            stub = referee_pb2_grpc.RefereeServiceStub(channel)
            while not (self._leaving or await self._attempt(stub)):
                await self._back_off()
        if self._failure is not None:
            raise self._failure

    def stop(self, reason: str) -> None:
        """Leave in order. May be called by a signal's handler, on the thread of the event loop.

        Raises:
            Stopped: in a bot that thinks, to get out of it.
        """
        if self._is_deciding:
            raise Stopped(reason)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(lambda: self._start(self._leave(reason)))

    def send_soon(self) -> None:
        """Have sent what the session has got ready outside of this client's own calls."""
        self._ready.set()

    def fail(self, error: Exception) -> None:
        """Leave for an error that came up outside of this client's own calls; `run` raises it."""
        self._start(self._fail(error))

    async def _attempt(self, stub: Stub) -> bool:
        """Play over one connection; tells whether the session has come to its end with it."""
        self._call = stub.Play(metadata=self._address.metadata)
        try:
            await self._converse(self._call)
        except grpc.aio.AioRpcError as error:
            if error.code() in _FINAL:
                raise RefusedError(f"the referee refuses the bot: {error.details()}") from None
            return self._is_end(_in_words(error), is_in_order=False)
        except asyncio.CancelledError:
            if not self._leaving:
                raise
        finally:
            self._call.cancel()
        return self._is_end("the stream ended while deals go on", is_in_order=True)

    def _is_end(self, cause: str, *, is_in_order: bool) -> bool:
        """Whether the session ends with this connection; if not, the referee is lost for now."""
        is_over = not self._session.is_open and (is_in_order or self._session.stopping)
        if self._leaving or is_over:
            return True
        if self._lost_at is None:
            self._lost_at = self._clock()
            target = self._address.target
            log.warning("no stream to the referee at %s (%s); trying again", target, cause)
        self._cause = cause
        return False

    async def _back_off(self) -> None:
        assert self._lost_at is not None
        if self._clock() - self._lost_at >= RESUME_WINDOW:
            where = f"no referee at {self._address.target} for {RESUME_WINDOW:.0f} s"
            raise RefereeLostError(f"{where}; the last attempt: {self._cause}")
        await self._sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    async def _converse(self, call: Call) -> None:
        self._session.connected()
        await self._send()
        is_first = True
        while isinstance(response := await call.read(), referee_pb2.PlayResponse):
            if not is_first:  # a connection counts only when more than a welcome came over it
                self._lost_at, self._pause = None, FIRST_PAUSE
            is_first = False
            if not self._leaving:
                await self._guarded(self._respond(response))

    async def _respond(self, response: referee_pb2.PlayResponse) -> None:
        self._session.take(response)
        if self._is_async:
            self._start_deciding()
        else:
            await self._decide()
        self._ready.set()

    async def _decide(self) -> None:
        """Have what waits decided, one after another, and send on the way what must not wait."""
        while self._session.waiting and not self._leaving:
            started = self._clock()
            self._is_deciding = True
            try:
                self._session.decide_next()
            finally:
                self._is_deciding = False
            now = self._clock()
            self._ready_since = min(self._ready_since, now)
            if now - started > SLOW or now - self._ready_since > LONGEST_WAIT:
                await self._send()

    def _start_deciding(self) -> None:
        """Have all that waits decided at once."""
        while self._session.waiting:
            request = self._session.waiting.popleft()
            self._start(self._guarded(self._decide_one(request)))

    async def _decide_one(self, request: Request) -> None:
        decision = request.open_deal.bot.decide(request.observation)
        assert inspect.isawaitable(decision)
        self._session.answer(request, await decision)
        self._ready.set()

    async def _guarded(self, work: Awaitable[None]) -> None:
        """Await the bot's work; where it raises, leave with what it raised as the reason."""
        try:
            await work
        except (RefusedError, RefereeLostError):
            raise
        except Stopped as stopped:
            await self._leave(str(stopped))
        except Exception as error:  # a bot may raise anything
            await self._fail(error)

    async def _fail(self, error: Exception) -> None:
        """Leave with an error as the reason; `run` raises it on."""
        if not self._leaving:
            self._failure = error
        await self._leave(_as_reason(error))

    async def _send_what_is_ready(self) -> None:
        """Send beside reading and deciding: what gets ready during a sending goes in the next."""
        while True:
            await self._ready.wait()
            for _ in range(TURNS):
                await asyncio.sleep(0)
            self._ready.clear()
            await self._send()

    async def _send(self) -> None:
        """Send what is ready; returns when it is on its way."""
        async with self._writing:
            message = self._session.outgoing
            if self._call is None or not message.entries:
                return
            self._session.outgoing = referee_pb2.PlayRequest()
            self._ready_since = math.inf
            # A lost connection shows here as any of several errors; the reading side says why.
            with contextlib.suppress(Exception):
                await self._call.write(message)

    async def _leave(self, reason: str) -> None:
        """Say goodbye and have the referee end the stream; after a grace it is cut."""
        if self._leaving:
            return
        self._leaving = True
        if self._call is None:
            return
        asyncio.get_running_loop().call_later(LEAVING_GRACE, self._call.cancel)
        self._session.goodbye(reason)
        await self._send()
        with contextlib.suppress(Exception):
            await self._call.done_writing()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)  # the loop itself holds tasks weakly
        task.add_done_callback(self._tasks.discard)


def _as_reason(error: Exception) -> str:
    """Why a bot leaves, where it raised this; many errors say nothing beside their name."""
    name, words = type(error).__name__, str(error)
    return f"{name}: {words}" if words else name


def _in_words(error: grpc.aio.AioRpcError) -> str:
    """Why a stream has failed.

    When a bot thinks on the event loop, an end of its stream is not noticed before it answers. To
    write to a stream that has ended is an error that grpc reports as its own.
    """
    code, details = error.code(), error.details() or ""
    if code is grpc.StatusCode.INTERNAL and details.startswith(_WRITTEN_AFTER_THE_END):
        return "the referee ended the stream while the bot was thinking"
    return f"{code.name}: {details}"
