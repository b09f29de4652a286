"""The referee as a gRPC server: what it listens on, and the tables that it holds."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Self

from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from conquian_server.match import BotWanted, DealOver, LegPlan
from conquian_server.referee.address import UNIX, check_address
from conquian_server.referee.errors import BadAddress, RefereeError
from conquian_server.referee.hello import Chair
from conquian_server.referee.lobby import Lobby
from conquian_server.referee.log import log
from conquian_server.referee.options import Options
from conquian_server.referee.service import SERVICE, Service
from conquian_server.referee.table import Table
from conquian_server.referee.tls import credentials
from conquian_server.wire import LegNames

_STOP_SECONDS = 1.0
# Beyond our own bound on a message, so that a bot hears of it in words before the transport acts.
_TRANSPORT_FACTOR = 4

_CHANNEL_OPTIONS = (
    ("grpc.so_reuseport", 0),  # a second referee must not share the port silently
    # Bots may ping as often as a library of theirs does, with a call or without one.
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 500),
    ("grpc.http2.max_ping_strikes", 0),
)


class Referee:
    """A referee that listens from `async with` to its end.

    Attributes:
        address: where bots dial, with the port that was taken.
        inner: where bots dial that are started here.
    """

    def __init__(self, options: Options) -> None:
        self.address = options.address
        self.inner = options.inner or options.address
        self._options = options
        self._service = Service(options.limits)
        self._tables: set[Table] = set()
        self._health = health.aio.HealthServicer()
        self._server: aio.Server | None = None

    async def __aenter__(self) -> Self:
        """Listen.

        Raises:
            BadAddress: the address can't be listened on.
            BadTls: a file of the certificate can't be used.
        """
        check_address(self.address, secured=self._options.tls is not None)
        server = aio.server(options=_channel_options(self._options))
        server.add_generic_rpc_handlers((self._service.handlers(),))
        await _add_health(self._health, server)
        reflection.enable_server_reflection(
            (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server
        )
        if self._options.inner:
            check_address(self.inner, secured=False)
            server.add_insecure_port(self.inner)
        port = self._add_port(server)
        if not self.address.startswith(UNIX):
            self.address = f"{self.address.rpartition(':')[0]}:{port}"
            self.inner = self._options.inner or self.address
        await server.start()
        self._server = server
        log.info("listening", address=self.address, tls=self._options.tls is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def open_table(
        self,
        plan: LegPlan,
        names: LegNames,
        *,
        bot_seed: Callable[[int, int], int],
        on_deal: Callable[[DealOver], None],
        on_bot_wanted: Callable[[BotWanted], None] = lambda _: None,
        on_change: Callable[[], None] = lambda: None,
    ) -> tuple[Table, list[str]]:
        """Open a table for a leg.

        Args:
            plan: the leg.
            names: its id and its seats' names.
            bot_seed: the random number that a bot gets for a deal number and seat.
            on_deal: called with each deal as it ends.
            on_bot_wanted: called when a seat's bot is out and another is to be started.
            on_change: called when bots may have got something to do, or have it no more.

        Returns:
            the table, and for each seat the token that opens it.

        Raises:
            RefereeError: the referee is stopping.
        """
        if self._service.stopping:
            raise RefereeError("the referee is stopping and opens no more tables")
        table = Table(
            plan,
            names,
            bot_seed=bot_seed,
            on_deal=on_deal,
            on_bot_wanted=on_bot_wanted,
            on_change=on_change,
        )
        self._tables.add(table)
        return table, [self.renew_token(table, seat) for seat in range(plan.seats)]

    def renew_token(self, table: Table, seat: int) -> str:
        """A new token for a seat of an open table; an older one opens nothing any more."""
        self._forget_tokens(lambda chair: chair.table is table and chair.seat == seat)
        token = secrets.token_urlsafe(24)
        self._service.chairs[token] = Chair(table, seat)
        return token

    def open_lobby(self, token: str) -> Lobby:
        """A place for a bot that comes by itself, with a token that stays the same."""
        return self._service.lobbies.setdefault(token, Lobby())

    def close_table(self, table: Table) -> None:
        """Forget a table: its tokens open nothing any more. An unfinished leg is called off."""
        table.call_off()
        self._tables.discard(table)
        self._forget_tokens(lambda chair: chair.table is table)

    async def stop(self, drain_seconds: float = 0.0) -> None:
        """Stop in order: running deals may finish for so long, then they are handed back."""
        if self._server is None:
            return
        server, self._server = self._server, None
        self._service.stopping = True
        await self._health.enter_graceful_shutdown()
        await self._drain(drain_seconds)
        for lobby in self._service.lobbies.values():
            lobby.dismiss()
        for table in self._tables:
            table.call_off()
        await server.stop(_STOP_SECONDS)
        if self._service.streams:  # cancelled by now; the core must not go before they have ended
            await asyncio.wait(self._service.streams, timeout=_STOP_SECONDS)
        log.info("stopped", address=self.address)

    async def _drain(self, seconds: float) -> None:
        for table in self._tables:
            table.drain()
        unfinished = [table.over for table in self._tables if not table.over.done()]
        if unfinished and seconds:
            await asyncio.wait(unfinished, timeout=seconds)

    def _forget_tokens(self, of: Callable[[Chair], bool]) -> None:
        chairs = self._service.chairs
        for token in [token for token, chair in chairs.items() if of(chair)]:
            del chairs[token]

    def _add_port(self, server: aio.Server) -> int:
        tls = self._options.tls
        try:
            if tls is None:
                return server.add_insecure_port(self.address)
            return server.add_secure_port(self.address, credentials(tls))
        except RuntimeError as error:  # another program was quicker, or grpc has reasons of its own
            raise BadAddress(f"can't listen on {self.address}: {error}") from None


def _channel_options(options: Options) -> list[tuple[str, int]]:
    limits, keepalive = options.limits, options.keepalive
    timeout_ms = round(1000 * keepalive.timeout)
    return [
        *_CHANNEL_OPTIONS,
        ("grpc.keepalive_time_ms", round(1000 * keepalive.seconds)),
        ("grpc.keepalive_timeout_ms", timeout_ms),
        ("grpc.http2.ping_timeout_ms", timeout_ms),
        ("grpc.max_receive_message_length", _TRANSPORT_FACTOR * limits.message_bytes),
        ("grpc.max_concurrent_streams", limits.sessions),
    ]


async def _add_health(servicer: health.aio.HealthServicer, server: aio.Server) -> None:
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    for name in ("", SERVICE):
        await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)
