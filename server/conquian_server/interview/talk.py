"""A session in which a bot is asked, over one stream."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple, Self

from conquian.v1 import decision_pb2, referee_pb2, session_pb2

from conquian_server.interview.answers import Answer, judge
from conquian_server.interview.entries import (
    request_of,
    say_called_off,
    say_deal_started,
    say_leg_ended,
    say_leg_started,
)
from conquian_server.interview.errors import BadMessage, BotLeft, BotSilent, InterviewError
from conquian_server.interview.hearing import Hearing, Question
from conquian_server.interview.line import Line
from conquian_server.referee.farewell import farewell
from conquian_server.rules import Ruleset
from conquian_server.wire.durations import set_duration


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A deal of a talk that goes on.

    Attributes:
        hearing: what it is of.
        id: its id.
    """

    hearing: Hearing
    id: int


class _LegKey(NamedTuple):
    """What deals have in common that are told to be of one leg."""

    ruleset: Ruleset
    seats: int
    seat: int
    names: tuple[str, ...]
    deal_count: int


class Talk:
    """A session that has been welcomed; it hears the bot from `async with` to its end.

    Args:
        line: the stream.
        hello: what the bot says of itself.
        welcome: what it was told.
        within: the seconds for each answer, which requests tell; None where there is no limit.
        first_id: the first id of a deal and of a request.

    Attributes:
        hello: what the bot says of itself.
        granted: how many deals it plays at once at most.
        resume_token: what it must show to come back.
        strays: the ids of answers that were to no open request.
    """

    def __init__(
        self,
        line: Line,
        hello: session_pb2.Hello,
        welcome: session_pb2.Welcome,
        within: float | None,
        first_id: int = 1,
    ) -> None:
        self.line = line
        self.hello = hello
        self.granted = welcome.limits.deals_at_once
        self.resume_token = welcome.resume_token
        self.strays: list[int] = []
        self._within = within
        self._deal_ids = count(first_id)
        self._request_ids = count(first_id)
        self._legs: dict[_LegKey, str] = {}
        self._open: dict[int, asyncio.Future[decision_pb2.Decision]] = {}
        self._goodbye = ""
        self._end: InterviewError | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._hear())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._reader is not None
        self._reader.cancel()
        await asyncio.wait({self._reader})

    @asynccontextmanager
    async def deal(self, hearing: Hearing) -> AsyncIterator[OpenDeal]:
        """A deal, begun and at the end called off."""
        opened = OpenDeal(hearing, next(self._deal_ids))
        leg = self._leg_of(hearing)
        say_deal_started(self.line.say(), hearing, leg, opened.id)
        try:
            yield opened
        finally:
            say_called_off(self.line.say(), opened.id)

    async def ask(self, deal: OpenDeal, question: Question) -> Answer:
        """Ask a question of an open deal.

        Raises:
            BotSilent: no answer came in time.
            BotLeft: the bot ended the stream.
            BadMessage: it sent what is no message.
        """
        message = self.request(deal, question)
        asked = time.monotonic()
        decision = await self.put(message)
        return judge(decision, question.position, time.monotonic() - asked)

    def request(self, deal: OpenDeal, question: Question) -> decision_pb2.DecisionRequested:
        """A question as a message with the next id."""
        message = request_of(deal.hearing, question)
        message.request_id = next(self._request_ids)
        message.deal_id = deal.id
        if not self.hello.wants_history:
            message.ClearField("history")
        return message

    async def put(self, message: decision_pb2.DecisionRequested) -> decision_pb2.Decision:
        """Send a request and await the decision that echoes its id.

        As with a referee, the time for it is that of all requests then open, its own included.

        Raises:
            BotSilent: none came in time.
            BotLeft: the bot ended the stream.
            BadMessage: it sent what is no message.
        """
        if self._end is not None:
            raise self._end
        answer = self._open[message.request_id] = asyncio.get_running_loop().create_future()
        within = None if self._within is None else self._within * len(self._open)
        if within is not None:
            set_duration(message.time_to_deadline, within)
        self.line.say().decision_requested.CopyFrom(message)
        try:
            return await asyncio.wait_for(answer, within)
        except TimeoutError:
            raise BotSilent(self._silence(message)) from None
        finally:
            self._open.pop(message.request_id, None)

    async def goodbye(self, within: float) -> str:
        """Await that the bot ends its side of the stream, and tell its goodbye.

        Args:
            within: the seconds that are waited for it at most.

        Returns:
            the goodbye in words; empty where it said none.
        """
        assert self._reader is not None, "a talk is heard once it is entered"
        await asyncio.wait({self._reader}, timeout=within)
        return self._goodbye

    def end(self) -> None:
        """End the session in order: legs first, then the stream."""
        for key, leg in self._legs.items():
            say_leg_ended(self.line.say(), leg, key.seats)
        self._legs.clear()  # to end it again says no more
        self.line.end()

    def _leg_of(self, hearing: Hearing) -> str:
        """The id of the leg that a hearing's deal is told to be of, begun if need be."""
        setup = hearing.first.setup
        key = _LegKey(setup.ruleset, setup.seats, hearing.seat, hearing.names, hearing.deal_count)
        if key not in self._legs:
            self._legs[key] = f"interview-{len(self._legs)}"
            say_leg_started(self.line.say(), hearing, self._legs[key])
        return self._legs[key]

    async def _hear(self) -> None:
        """Listen until the bot has left, which no open request survives."""
        try:
            while not self._goodbye and (entry := await self.line.hear()) is not None:
                self._take(entry)
            self._end = self._departure()
        except BadMessage as error:
            self._end = error
        self.line.end()
        for answer in self._open.values():
            if not answer.done():
                answer.set_exception(self._end)

    def _take(self, entry: referee_pb2.BotEntry) -> None:
        if entry.HasField("goodbye"):
            self._goodbye = farewell(entry.goodbye.reason)
        if entry.HasField("decision"):
            answer = self._open.get(entry.decision.request_id)
            if answer is None or answer.done():
                self.strays.append(entry.decision.request_id)
            else:
                answer.set_result(entry.decision)

    def _departure(self) -> BotLeft:
        if self._goodbye:
            return BotLeft(self._goodbye)
        return BotLeft("the bot ended its stream while it was asked")

    def _silence(self, message: decision_pb2.DecisionRequested) -> str:
        seconds = message.time_to_deadline.ToMicroseconds() / 1e6
        words = f"no answer to request {message.request_id} came within {seconds:g} s"
        if self.strays:
            words += f"; answers came to {self.strays[-1]}, which is no open request"
        return words
