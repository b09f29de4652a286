"""RefereeService: each call is one stream of one bot."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import grpc
from conquian.v1 import referee_pb2, session_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc import aio

from conquian_server.referee.hello import Chair, Refused, first_hello, seat_bot
from conquian_server.referee.lobby import Lobby
from conquian_server.referee.log import log
from conquian_server.referee.options import Limits
from conquian_server.referee.stream import Context, Misuse, Stream, Unspoken, parse, read

SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name
Handler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"

_ERROR_DOMAIN = "conquian.v1"
_BEARER = "Bearer "


class Service:
    """The Play call, and the chairs that bots' tokens open.

    Attributes:
        chairs: the chair that each token opens.
        lobbies: the lobby that each token opens, of bots that come by themselves.
        stopping: whether new sessions are refused.
        streams: the calls with a valid token that are open.
    """

    def __init__(self, limits: Limits) -> None:
        self.chairs: dict[str, Chair] = {}
        self.lobbies: dict[str, Lobby] = {}
        self.stopping = False
        self.streams: set[asyncio.Task[Any]] = set()
        self._limits = limits

    def handlers(self) -> grpc.GenericRpcHandler:
        """What a gRPC server needs to serve it; messages pass as bytes."""
        play: Handler = grpc.stream_stream_rpc_method_handler(self.play)
        return grpc.method_handlers_generic_handler(SERVICE, {"Play": play})

    async def play(self, _: AsyncIterator[bytes], context: Context) -> None:
        """One stream, from its beginning to its end."""
        try:
            await self._serve(context, self._admit(context))
        except Refused as refusal:
            log.info("refused", peer=context.peer(), why=refusal.sentence)
            await _send_refusal(context, refusal)
        except Misuse as error:
            await _abort(context, grpc.StatusCode.INVALID_ARGUMENT, "PROTOCOL", str(error))

    async def _serve(self, context: Context, door: Chair | Lobby) -> None:
        # On their own: grpc sends them with the first message otherwise, and again with the end of
        # the call, which it then refuses, where a bot does not read that message.
        await context.send_initial_metadata(())
        chair = None if isinstance(door, Lobby) else door
        try:
            request = parse(await self._first_message(context), self._limits)
            hello = first_hello(request)
            if isinstance(door, Lobby):
                chair = await door.chair()
            assert chair is not None
            session, outbox = seat_bot(chair, hello, self._limits, stopping=self.stopping)
        except (Misuse, Refused) as error:
            if chair is not None and error.is_hopeless:
                chair.table.turn_away(chair.seat, f"its hello was refused: {error}")
            raise
        log.info("bot here", seat=chair.seat, session=session.id, bot=hello.bot_name)
        await Stream(context, chair, session, outbox, self._limits).run(request.entries[1:])

    async def _first_message(self, context: Context) -> bytes:
        reading = asyncio.create_task(read(context))
        try:
            await asyncio.wait({reading}, timeout=self._limits.hello_seconds)
        finally:
            reading.cancel()  # nothing is lost with it: without a hello the stream ends
        if not reading.done():
            raise Misuse(f"no hello came within {self._limits.hello_seconds:g} s")
        message = reading.result()
        if message is None:
            raise Unspoken("the stream ended before a hello")
        return message

    def _admit(self, context: Context) -> Chair | Lobby:
        """What the call's token opens, with the call counted until it has ended.

        Where a bot does not read, that is later than the end of our part in it: until then grpc
        keeps what was written.
        """
        door = self._door(context)
        if len(door.streams) >= self._limits.streams:
            raise _full("this seat's token has too many streams open: end them first")
        if len(self.streams) >= self._limits.sessions:
            raise _full("all sessions are taken: try again later")
        call = asyncio.current_task()
        assert call is not None
        for streams in (door.streams, self.streams):
            streams.add(call)
            call.add_done_callback(streams.discard)
        return door

    def _door(self, context: Context) -> Chair | Lobby:
        metadata = dict(context.invocation_metadata() or ())
        authorization = str(metadata.get("authorization", ""))
        token = authorization.removeprefix(_BEARER)
        door = self.chairs.get(token) or self.lobbies.get(token)
        if door is None:
            raise Refused(
                session_pb2.REFUSAL_REASON_ACCESS,
                "the access token is missing or opens no seat here: send the one that the "
                "referee gave, as `authorization: Bearer TOKEN`",
            )
        return door


def _full(sentence: str) -> Refused:
    return Refused(session_pb2.REFUSAL_REASON_FULL, sentence)


async def _send_refusal(context: Context, refused: Refused) -> None:
    message = referee_pb2.PlayResponse()
    refusal = message.entries.add().refusal
    refusal.reason, refusal.sentence = refused.reason, refused.sentence
    with contextlib.suppress(grpc.RpcError, aio.BaseError):  # the bot may have left already
        await context.write(message.SerializeToString())


async def _abort(context: Context, code: grpc.StatusCode, reason: str, words: str) -> None:
    """End a call with a `google.rpc.Status` whose words tell the bot's author what was wrong."""
    log.info("call ended", peer=context.peer(), code=code.name, why=words)
    status = status_pb2.Status(code=code.value[0], message=words)
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, domain=_ERROR_DOMAIN))
    details = ("grpc-status-details-bin", status.SerializeToString())
    await context.abort(code, words, trailing_metadata=(details,))
