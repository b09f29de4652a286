"""RefereeService: each call is one stream of one bot."""

import asyncio
from collections.abc import AsyncIterator
from typing import TypeAlias

import grpc
from conquian.v1 import referee_pb2, session_pb2
from google.rpc import error_details_pb2, status_pb2

from conquian_server.referee.hello import Chair, Refused, first_hello, seat_bot, welcome
from conquian_server.referee.log import log
from conquian_server.referee.options import Limits
from conquian_server.referee.stream import Context, Misuse, Stream, parse, read

SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name
Handler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"

_ERROR_DOMAIN = "conquian.v1"
_BEARER = "Bearer "


class Service:
    """The Play call, and the chairs that bots' tokens open."""

    def __init__(self, limits: Limits) -> None:
        self.chairs: dict[str, Chair] = {}
        self.stopping = False
        self._limits = limits
        self._stream_count = 0

    def handlers(self) -> grpc.GenericRpcHandler:
        """What a gRPC server needs to serve it; messages pass as bytes."""
        play: Handler = grpc.stream_stream_rpc_method_handler(self.play)
        return grpc.method_handlers_generic_handler(SERVICE, {"Play": play})

    async def play(self, _: AsyncIterator[bytes], context: Context) -> None:
        """One stream, from its hello to its end."""
        self._stream_count += 1
        try:
            await self._serve(context)
        except Refused as refusal:
            log.info("refused", peer=context.peer(), why=refusal.sentence)
            await context.write(_refusal(refusal))
        except Misuse as error:
            await _abort(context, grpc.StatusCode.INVALID_ARGUMENT, "PROTOCOL", str(error))
        finally:
            self._stream_count -= 1

    async def _serve(self, context: Context) -> None:
        if self._stream_count > self._limits.sessions:
            raise Refused(session_pb2.REFUSAL_REASON_FULL, "all sessions are taken; try again")
        request = parse(await self._first_message(context), self._limits)
        hello = first_hello(request)
        chair = self._chair(context)
        session = seat_bot(chair, hello, self._limits)
        stream = session.attach()
        welcome(chair, session, hello, self._limits)
        await Stream(context, chair, session, self._limits).run(stream, request.entries[1:])

    async def _first_message(self, context: Context) -> bytes:
        reading = asyncio.create_task(read(context))
        done, _ = await asyncio.wait({reading}, timeout=self._limits.hello_seconds)
        if not done:
            reading.cancel()
            raise Misuse(f"no hello came within {self._limits.hello_seconds:g} s")
        message = reading.result()
        if message is None:
            raise Misuse("the stream ended before a hello")
        return message

    def _chair(self, context: Context) -> Chair:
        if self.stopping:
            raise Refused(session_pb2.REFUSAL_REASON_STOPPING, "the referee is stopping")
        metadata = dict(context.invocation_metadata() or ())
        authorization = str(metadata.get("authorization", ""))
        chair = self.chairs.get(authorization.removeprefix(_BEARER))
        if chair is None:
            raise Refused(
                session_pb2.REFUSAL_REASON_ACCESS,
                "the access token is missing or opens no seat here: send the one that the "
                "referee gave, as `authorization: Bearer TOKEN`",
            )
        return chair


def _refusal(refused: Refused) -> bytes:
    message = referee_pb2.PlayResponse()
    refusal = message.entries.add().refusal
    refusal.reason, refusal.sentence = refused.reason, refused.sentence
    return message.SerializeToString()


async def _abort(context: Context, code: grpc.StatusCode, reason: str, words: str) -> None:
    """End a call with a `google.rpc.Status` whose words tell the bot's author what was wrong."""
    log.info("call ended", peer=context.peer(), code=code.name, why=words)
    status = status_pb2.Status(code=code.value[0], message=words)
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, domain=_ERROR_DOMAIN))
    details = ("grpc-status-details-bin", status.SerializeToString())
    await context.abort(code, words, trailing_metadata=(details,))
