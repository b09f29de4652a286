"""Connections that say nothing: which are found dead, and which may be silent for long."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import pytest
from conquian_server.referee import Keepalive
from grpc import aio

from tests.referee.raw import PLAY, RawBot, channel_to, pass_always, ready
from tests.referee.room import plan, quick_faults, request_of, room

# A client in a process of its own: it says hello and waits.
CLIENT = """
import sys, grpc
sys.path.insert(0, ".")
from tests.referee.raw import PLAY, hello, ready
from conquian.v1 import referee_pb2
channel = grpc.insecure_channel(sys.argv[1])
said = referee_pb2.PlayRequest(entries=[hello(), ready()]).SerializeToString()
import threading
def requests():
    yield said
    threading.Event().wait()
for message in channel.stream_stream(PLAY)(
    requests(), metadata=[("authorization", "Bearer " + sys.argv[2])]
):
    print("heard", flush=True)
"""


async def test_a_stopped_bot_is_noticed():
    """Pitfall 4: a bot that is stopped, its connection open, is found and loses its seat."""
    leg = plan(deal_count=1, policy=quick_faults(incidents=1))
    async with room(leg, keepalive=Keepalive(seconds=0.2, timeout=0.2)) as here:
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", CLIENT, here.referee.address, here.tokens[0]),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert await bot.stdout.readline() == b"heard\n"
            bot.send_signal(signal.SIGSTOP)
            other = await here.bot(1)
            await other.sit_down()
            await other.play()
            assert here.deals[0].position.result.offender == 0
            assert "did not come back" in here.deals[0].cause
        finally:
            bot.kill()
            await bot.wait()


PINGS = {"grpc.keepalive_time_ms": 1_000, "grpc.http2.max_pings_without_data": 0}


@pytest.mark.soak
async def test_a_bot_may_ping_every_second():
    """Pitfall 5: a client that pings more often than grpc's servers bear is not sent away."""
    async with room() as here, _usual_server() as usual:
        bots = [await here.bot(seat, **PINGS) for seat in (0, 1)]
        for bot in bots:
            await bot.sit_down()
        seat, request = await request_of(bots)
        async with channel_to(usual, **PINGS) as channel:
            sent_away = RawBot(channel, None)
            await sent_away.send(ready())
            assert "Too many pings" in (await sent_away.failure()).message
        await bots[seat].send(pass_always(request))
        await asyncio.gather(*(bot.play() for bot in bots))
        assert not here.deals[0].cause


@asynccontextmanager
async def _usual_server() -> AsyncIterator[str]:
    """The address of a server that minds pings as grpc's do, and lets a call last for ever."""

    async def play(_, context):
        await context.read()
        await asyncio.Event().wait()

    server = aio.server()
    handlers = {"Play": grpc.stream_stream_rpc_method_handler(play)}
    name = PLAY.split("/")[1]
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield f"127.0.0.1:{port}"
    await server.stop(0)
