"""Where bots dial that are to be interviewed: a gRPC server whose streams are handed out."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Self

import grpc
from grpc import aio

from conquian_server.interview.entries import LIMITS
from conquian_server.interview.line import Context, Line
from conquian_server.referee.address import UNIX
from conquian_server.referee.service import SERVICE, Handler

_BEARER = "Bearer "
_OPTIONS = (
    ("grpc.so_reuseport", 0),
    # As a referee allows it: bots may ping as often as a library of theirs does.
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 500),
    ("grpc.http2.max_ping_strikes", 0),
    # Beyond a referee's own bound, of which a bot hears in words before the transport acts.
    ("grpc.max_receive_message_length", 4 * LIMITS.message_bytes),
)


class Reception:
    """Listens from `async with` to its end, and turns away whoever has no room's token.

    Args:
        address: `unix:PATH` or, on this machine, `HOST:PORT`; port 0 takes any free one.

    Attributes:
        address: where bots dial, with the port that was taken.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._rooms: dict[str, asyncio.Queue[Line]] = {}
        self._server: aio.Server | None = None

    async def __aenter__(self) -> Self:
        """Listen."""
        play: Handler = grpc.stream_stream_rpc_method_handler(self._play)
        self._server = aio.server(options=_OPTIONS)
        handlers = grpc.method_handlers_generic_handler(SERVICE, {"Play": play})
        self._server.add_generic_rpc_handlers((handlers,))
        port = self._server.add_insecure_port(self.address)
        if not self.address.startswith(UNIX):
            self.address = f"{self.address.rpartition(':')[0]}:{port}"
        await self._start(self._server)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def open_room(self) -> tuple[str, "asyncio.Queue[Line]"]:
        """A new token, and where the streams arrive that show it."""
        token = secrets.token_urlsafe(24)
        lines = self._rooms[token] = asyncio.Queue()
        return token, lines

    async def stop(self) -> None:
        """Listen no more, and cut all streams."""
        if self._server is not None:
            server, self._server = self._server, None
            await server.stop(None)

    async def _start(self, server: aio.Server) -> None:
        """Start the server; who is cancelled meanwhile has it stopped first.

        grpc goes on with a start that was cancelled, and fails on what is left of it.
        """
        starting = asyncio.ensure_future(server.start())
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await asyncio.wait({starting})
            await self.stop()
            raise

    async def _play(self, _: AsyncIterator[bytes], context: Context) -> None:
        # On their own, as a referee sends them.
        await context.send_initial_metadata(())
        metadata = dict(context.invocation_metadata() or ())
        token = str(metadata.get("authorization", "")).removeprefix(_BEARER)
        lines = self._rooms.get(token)
        if lines is None:
            words = "the access token is missing or opens nothing here"
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, words)
            return
        line = Line(context)
        lines.put_nowait(line)
        await line.serve()
