"""The referee as a gRPC server: what it listens on, and the tables that it holds."""

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Self

import grpc
from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from conquian_server.match import BotWanted, DealOver, LegPlan
from conquian_server.referee.address import UNIX, check_address
from conquian_server.referee.hello import Chair
from conquian_server.referee.options import Options, Tls
from conquian_server.referee.service import SERVICE, Service
from conquian_server.referee.table import Table
from conquian_server.wire import LegNames

_STOP_SECONDS = 1.0
# Beyond our own bound on a message, so that a bot hears of it in words before the transport acts.
_TRANSPORT_FACTOR = 4

# Pings find bots that are gone or stopped without a word; bots may ping as often. A second referee
# must not share the port silently.
_CHANNEL_OPTIONS = (
    ("grpc.so_reuseport", 0),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 500),
    ("grpc.http2.max_ping_strikes", 0),
)


class Referee:
    """A referee that listens from `async with` to its end.

    Attributes:
        address: where bots dial, with the port that was taken.
    """

    def __init__(self, options: Options) -> None:
        self.address = options.address
        self._options = options
        self._service = Service(options.limits)
        self._tables: set[Table] = set()
        self._server: aio.Server | None = None

    async def __aenter__(self) -> Self:
        """Listen.

        Raises:
            BadAddress: the address can't be listened on.
        """
        check_address(self.address, secured=self._options.tls is not None)
        server = aio.server(
            options=(
                *_CHANNEL_OPTIONS,
                (
                    "grpc.max_receive_message_length",
                    _TRANSPORT_FACTOR * self._options.limits.message_bytes,
                ),
            )
        )
        server.add_generic_rpc_handlers((self._service.handlers(),))
        await _add_health(server)
        reflection.enable_server_reflection(
            (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server
        )
        port = self._add_port(server)
        if not self.address.startswith(UNIX):
            self.address = f"{self.address.rpartition(':')[0]}:{port}"
        await server.start()
        self._server = server
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
    ) -> tuple[Table, list[str]]:
        """Open a table for a leg.

        Args:
            plan: the leg.
            names: its id and its seats' names.
            bot_seed: the random number that a bot gets for a deal number and seat.
            on_deal: called with each deal as it ends.
            on_bot_wanted: called when a seat's bot is out and another is to be started.

        Returns:
            the table, and for each seat the token that opens it.
        """
        table = Table(plan, names, bot_seed=bot_seed, on_deal=on_deal, on_bot_wanted=on_bot_wanted)
        tokens = [secrets.token_urlsafe(24) for _ in range(plan.seats)]
        for seat, token in enumerate(tokens):
            self._service.chairs[token] = Chair(table, seat)
        self._tables.add(table)
        return table, tokens

    def close_table(self, table: Table) -> None:
        """Forget a table; its tokens open nothing any more."""
        self._tables.discard(table)
        chairs = self._service.chairs
        for token in [token for token, chair in chairs.items() if chair.table is table]:
            del chairs[token]

    async def stop(self, drain_seconds: float = 0.0) -> None:
        """Stop in order: running deals may finish for so long, then they are handed back."""
        if self._server is None:
            return
        self._service.stopping = True
        for table in self._tables:
            table.drain()
        unfinished = [table.over for table in self._tables if not table.over.done()]
        if unfinished and drain_seconds:
            await asyncio.wait(unfinished, timeout=drain_seconds)
        for table in self._tables:
            table.call_off()
        server, self._server = self._server, None
        await server.stop(_STOP_SECONDS)

    def _add_port(self, server: aio.Server) -> int:
        if self._options.tls is None:
            return server.add_insecure_port(self.address)
        return server.add_secure_port(self.address, _credentials(self._options.tls))


async def _add_health(server: aio.Server) -> None:
    servicer = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    for name in ("", SERVICE):
        await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)


def _credentials(tls: Tls) -> grpc.ServerCredentials:
    return grpc.ssl_server_credentials(
        [(_pem(tls.key), _pem(tls.certificate))],
        root_certificates=None if tls.clients is None else _pem(tls.clients),
        require_client_auth=tls.clients is not None,
    )


def _pem(path: Path) -> bytes:
    return path.read_bytes()
