"""A bot driven by hand: every message is the test's own, and no SDK stands between."""

from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
from conquian.v1 import decision_pb2, referee_pb2, session_pb2
from google.rpc import status_pb2
from grpc import aio

PLAY = "/conquian.v1.RefereeService/Play"
VERSION = session_pb2.ProtocolVersion(major=1, minor=0)

# A client that takes some 64 kB before it reads; its library would take megabytes.
SMALL_WINDOW = {
    "grpc.http2.lookahead_bytes": 1024,
    "grpc.http2.bdp_probe": 0,
}

Request = decision_pb2.DecisionRequested
Choose = Callable[[Request], referee_pb2.BotEntry]


def channel_to(address: str, **options: int) -> aio.Channel:
    """A channel with a connection of its own."""
    own = {"grpc.use_local_subchannel_pool": 1, **options}
    return aio.insecure_channel(address, options=list(own.items()))


class RawBot:
    """One stream of the Play call.

    Attributes:
        heard: every entry that was read.
        messages: the messages that they came in.
    """

    def __init__(self, channel: aio.Channel, token: str | None) -> None:
        metadata = () if token is None else (("authorization", f"Bearer {token}"),)
        self.call: Any = channel.stream_stream(PLAY)(metadata=metadata)
        self.heard: list[referee_pb2.RefereeEntry] = []
        self.messages: list[bytes] = []
        self._unread: deque[referee_pb2.RefereeEntry] = deque()

    async def send(self, *entries: referee_pb2.BotEntry) -> None:
        """Send entries in one message."""
        await self.send_bytes(referee_pb2.PlayRequest(entries=entries).SerializeToString())

    async def send_bytes(self, data: bytes) -> None:
        """Send a message as it is."""
        await self.call.write(data)

    async def next(self) -> referee_pb2.RefereeEntry | None:
        """The next entry, None at the end of the stream; an error of the stream is raised."""
        while not self._unread:
            message = await self.call.read()
            if message is aio.EOF:
                await self._raise_error()
                return None
            self.messages.append(message)
            self._unread.extend(referee_pb2.PlayResponse.FromString(message).entries)
        self.heard.append(self._unread.popleft())
        return self.heard[-1]

    async def until(self, name: str) -> Any:
        """The next entry of that name; what comes before it is passed over."""
        async for entry in self.rest():
            if entry.WhichOneof("entry") == name:
                return getattr(entry, name)
        raise AssertionError(f"the stream ended before {name}; heard {names(self.heard)}")

    async def rest(self) -> AsyncIterator[referee_pb2.RefereeEntry]:
        """All entries that still come."""
        while (entry := await self.next()) is not None:
            yield entry

    async def to_end(self) -> list[referee_pb2.RefereeEntry]:
        """All entries that still come, when the stream has ended."""
        return [entry async for entry in self.rest()]

    async def sit_down(self, **fields: Any) -> session_pb2.Welcome:
        """Say hello and be ready."""
        await self.send(hello(**fields), ready())
        welcome: session_pb2.Welcome = await self.until("welcome")
        return welcome

    async def play(self, choose: "Choose | None" = None) -> None:
        """Answer every request to the end of the stream."""
        choose = choose or simple_choice
        async for entry in self.rest():
            if entry.HasField("decision_requested"):
                await self.send(choose(entry.decision_requested))

    async def refusal(self) -> session_pb2.Refusal:
        """The refusal, after which the stream ends."""
        refusal: session_pb2.Refusal = await self.until("refusal")
        assert not await self.to_end()
        return refusal

    async def failure(self) -> status_pb2.Status:
        """The error with which the stream ends."""
        try:
            await self.to_end()
        except aio.AioRpcError as error:
            return status_of(error)
        raise AssertionError("the stream ended without an error")

    async def _raise_error(self) -> None:
        if await self.call.code() is not grpc.StatusCode.OK:
            raise aio.AioRpcError(
                await self.call.code(),
                await self.call.initial_metadata(),
                await self.call.trailing_metadata(),
                await self.call.details(),
            )

    def vanish(self) -> None:
        """Be gone without a word."""
        self.call.cancel()


def names(entries: list[referee_pb2.RefereeEntry]) -> list[str | None]:
    """What the entries are."""
    return [entry.WhichOneof("entry") for entry in entries]


def status_of(error: aio.AioRpcError) -> status_pb2.Status:
    """The `google.rpc.Status` of an error; one without details where the transport made it."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            return status_pb2.Status.FromString(value)
    return status_pb2.Status(code=error.code().value[0], message=error.details())


def hello(**fields: Any) -> referee_pb2.BotEntry:
    """A hello that is good but for the fields given."""
    known = {"protocol_version": VERSION, "bot_name": "raw", "bot_version": "1"}
    return referee_pb2.BotEntry(hello=session_pb2.Hello(**known | fields))


def ready() -> referee_pb2.BotEntry:
    """The end of the warm-up."""
    return referee_pb2.BotEntry(ready=session_pb2.Ready())


def goodbye(reason: str = "") -> referee_pb2.BotEntry:
    """A goodbye."""
    return referee_pb2.BotEntry(goodbye=session_pb2.Goodbye(reason=reason))


def answer(request_id: int, **fields: Any) -> referee_pb2.BotEntry:
    """An answer; a pass unless it is said otherwise."""
    known = {"action": decision_pb2.ACTION_KIND_PASS}
    decision = decision_pb2.Decision(request_id=request_id, **known | fields)
    return referee_pb2.BotEntry(decision=decision)


def simple_choice(request: Request) -> referee_pb2.BotEntry:
    """The first meld with the first discard that there is; else a pass or a waiver."""
    if request.kind == decision_pb2.REQUEST_KIND_FORCE_QUESTION:
        return answer(request.request_id, action=decision_pb2.ACTION_KIND_WAIVE)
    if not request.options:
        return answer(request.request_id)
    option = request.options[0]
    laid = set(option.hand_cards)
    left = [card for card in request.observation.hand if card not in laid]
    return answer(
        request.request_id,
        action=decision_pb2.ACTION_KIND_MELD,
        option_index=0,
        discard=0 if option.goes_out else left[0],
    )


def pass_always(request: Request) -> referee_pb2.BotEntry:
    """A pass or a waiver: such deals are long, and drawn."""
    if request.kind == decision_pb2.REQUEST_KIND_FORCE_QUESTION:
        return answer(request.request_id, action=decision_pb2.ACTION_KIND_WAIVE)
    return answer(request.request_id)
