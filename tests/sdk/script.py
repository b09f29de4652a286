"""A referee that follows a script, for the other end of a real stream."""

from collections.abc import Awaitable, Callable

import grpc.aio
from conquian.v1 import referee_pb2, referee_pb2_grpc

from tests.sdk.entries import Entry, response


class Line:
    """The referee's end of one stream.

    Attributes:
        metadata: what came with the call.
        messages: for each message that was heard, what it held.
    """

    def __init__(self, context: grpc.aio.ServicerContext) -> None:
        self._context = context
        self.metadata = dict(context.invocation_metadata() or ())
        self.messages: list[list[referee_pb2.BotEntry]] = []

    async def hear(self) -> list[referee_pb2.BotEntry] | None:
        """The entries of the next message, None when the bot has ended its side."""
        message = await self._context.read()
        if not isinstance(message, referee_pb2.PlayRequest):
            return None
        self.messages.append(list(message.entries))
        return self.messages[-1]

    async def hear_answers(self, count: int) -> list[int]:
        """The ids of the next `count` requests that are answered, in order."""
        ids: list[int] = []
        while len(ids) < count:
            entries = await self.hear()
            assert entries is not None, f"the bot left after {ids}"
            ids += [e.decision.request_id for e in entries if e.HasField("decision")]
        return ids

    async def hear_goodbye(self) -> str:
        """The reason of the goodbye that comes; what comes before it is passed over."""
        while (entries := await self.hear()) is not None:
            for entry in entries:
                if entry.HasField("goodbye"):
                    return entry.goodbye.reason
        raise AssertionError("the bot left without a goodbye")

    async def say(self, *entries: Entry) -> None:
        """Send entries in one message."""
        await self._context.write(response(*entries))

    def when_over(self, call: Callable[[], object]) -> None:
        """Have something called when the stream has ended."""
        self._context.add_done_callback(lambda _: call())

    async def break_off(self, code: grpc.StatusCode, words: str) -> None:
        """End the stream with an error."""
        await self._context.abort(code, words)


Script = Callable[[Line], Awaitable[None]]


class ScriptedReferee(referee_pb2_grpc.RefereeServiceServicer):
    """Follows one script a stream; what a script raises is raised by `check`."""

    def __init__(self, scripts: tuple[Script, ...]) -> None:
        self._scripts = iter(scripts)
        self._failure: Exception | None = None

    async def Play(self, requests: object, context: grpc.aio.ServicerContext) -> None:  # noqa: N802 - the contract's name
        """One stream."""
        try:
            await next(self._scripts)(Line(context))
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            self._failure = error

    def check(self) -> None:
        """Raise what went wrong in a script."""
        if self._failure is not None:
            raise self._failure
