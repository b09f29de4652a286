"""The referee's memory: with many idle sessions, and over a long leg."""

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import grpc.aio
from conquian.v1 import referee_pb2, referee_pb2_grpc
from conquian_server.match import LegPlan
from conquian_server.rules import PRESETS, deck_from_seed
from conquian_server.wire import LegNames
from conquian_tournaments.hosting import hosting

IDLE_CLIENT = Path(__file__).with_name("idle_clients.py")


def idle_sessions(count: int) -> float:
    """Mebibytes resident in a referee that holds so many idle sessions, half as many tables."""
    return asyncio.run(_hold(count))


async def _hold(count: int) -> float:
    async with hosting() as (referee, _):
        plan = LegPlan(PRESETS["classic"], 2, 1, lambda number: deck_from_seed("idle", number))
        tokens: list[str] = []
        for number in range(count // 2):
            names = LegNames(str(number), ("a", "b"))
            _, opened = referee.open_table(
                plan, names, bot_seed=lambda *_: 0, on_deal=lambda _: None
            )
            tokens += opened
        command = [sys.executable, str(IDLE_CLIENT), referee.address, *tokens]
        clients = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        assert clients.stdout is not None
        await clients.stdout.readline()  # all of them are welcome
        gc.collect()
        resident = resident_mebibytes()
        clients.kill()
        await clients.wait()
        return resident


def resident_mebibytes() -> float:
    """What this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / (1 << 20)


async def sit_down(address: str, tokens: list[str]) -> None:
    """Say hello once for each token, then stay."""
    async with grpc.aio.insecure_channel(address) as channel:
        stub = referee_pb2_grpc.RefereeServiceStub(channel)
        calls = []
        for token in tokens:
            call = stub.Play(metadata=(("authorization", f"Bearer {token}"),))
            message = referee_pb2.PlayRequest()
            message.entries.add().hello.protocol_version.major = 1
            await call.write(message)
            await call.read()
            calls.append(call)
        print("seated", flush=True)
        await asyncio.Event().wait()
