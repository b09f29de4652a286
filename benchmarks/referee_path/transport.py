"""The bare transport: messages of the same size over the same kind of stream, and no game.

The server has one reader task and one coalescing writer a stream, as the referee has; the clients
answer with the number of a request and nothing else. Both are what gRPC in Python can do at best.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

import grpc
from conquian.v1 import decision_pb2, referee_pb2
from conquian_server.match import Request
from conquian_server.rules import PRESETS, deck_from_seed, start
from conquian_server.wire import encode_request
from grpc import aio

Context: TypeAlias = "aio.ServicerContext[bytes, bytes]"

CLIENT = Path(__file__).with_name("transport_client.py")


def decisions_per_second(at_once: int, decisions: int) -> float:
    """Bounce requests between two clients, so many open at a time, until there were so many."""
    return asyncio.run(_bounce(at_once, decisions))


class _Stream:
    """What waits for one client."""

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self.wake = asyncio.Event()

    def add(self, number: int) -> None:
        self.waiting.append(number)
        self.wake.set()

    async def pump(self, context: Context) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            waiting, self.waiting = self.waiting, []
            message = referee_pb2.PlayResponse()
            for number in waiting:
                request = message.entries.add().decision_requested
                request.MergeFromString(REQUEST)
                request.request_id = number
            try:
                await context.write(message.SerializeToString())
            except Exception:  # the client was ended with the measurement
                return


class _Server:
    def __init__(self, at_once: int, wanted: int) -> None:
        self._at_once = at_once
        self._wanted = wanted
        self._done = 0
        self._streams: list[_Stream] = []
        self.started = 0.0
        self.over: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def play(self, _: AsyncIterator[bytes], context: Context) -> None:
        mine = _Stream()
        self._streams.append(mine)
        if len(self._streams) == 2:  # noqa: PLR2004 - both are there
            self._begin()
        pump = asyncio.create_task(mine.pump(context))
        while isinstance(message := await context.read(), bytes):
            self._take(mine, message)
        pump.cancel()

    def _begin(self) -> None:
        self.started = perf_counter()
        for number in range(self._at_once):
            self._streams[number % 2].add(number + 1)

    def _take(self, stream: _Stream, message: bytes) -> None:
        other = self._streams[stream is self._streams[0]]
        for entry in referee_pb2.PlayRequest.FromString(message).entries:
            other.add(entry.decision.request_id)
            self._done += 1
        if self._done >= self._wanted and not self.over.done():
            self.over.set_result(self._done / (perf_counter() - self.started))


async def _bounce(at_once: int, decisions: int) -> float:
    with tempfile.TemporaryDirectory(prefix="conquian-") as folder:
        service = _Server(at_once, decisions)
        play = grpc.stream_stream_rpc_method_handler(service.play)
        server = aio.server()
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("conquian.v1.RefereeService", {"Play": play}),)
        )
        address = f"unix:{folder}/s"
        server.add_insecure_port(address)
        await server.start()
        clients = [subprocess.Popen([sys.executable, str(CLIENT), address]) for _ in range(2)]
        try:
            return await service.over
        finally:
            for client in clients:
                client.kill()
                client.wait()
            await server.stop(None)


def _typical_request() -> bytes:
    """A serialised request from the middle of a deal, with melds on the tables and an option."""
    deal = start(PRESETS["classic"], deck_from_seed("benchmark", 0), dealer=0, seats=2)
    while not (deal.tables[0] and deal.tables[1] and deal.options()):
        option = next(iter(deal.options()), None)
        deal = deal.apply(deal.legal_actions()[0 if option is None else 1])
    message = decision_pb2.DecisionRequested()
    assert deal.seat is not None
    request = Request(deal.seat, 1, 0, deal, None, 0.0, 60.0, None)
    encode_request(message, request, 0.0, history=False)
    return message.SerializeToString()


REQUEST = _typical_request()
