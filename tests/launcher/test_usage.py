"""What a bot's processes use together is measured and told in its report."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest, Launcher
from conquian_server.launcher.usage import descendants, shared_once_mb, usage_of

MakeBot = Callable[..., BotManifest]
Until = Callable[[Callable[[], bool]], None]

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads Linux's /proc")

FAMILY = """
import subprocess, sys, time
spin = "import time\\nwhile time.process_time() < 0.3: pass\\nprint('spun', flush=True)"
subprocess.run([sys.executable, "-c", spin])
hoard = "import time; hoard = b'x' * (60 << 20); time.sleep(1000)"
subprocess.Popen([sys.executable, "-c", hoard])
time.sleep(1000)
"""


def test_all_processes_of_a_bot_are_counted(make_bot: MakeBot, until: Until) -> None:
    """CPU time of children that have ended, and memory of those that run, are the bot's."""

    async def run() -> float:
        async with Launcher() as launcher:
            process = await launcher.start(make_bot(FAMILY), "address", "token")
            await asyncio.to_thread(until, lambda: shared_once_mb(process.pid) > 60)
            assert len(list(descendants(process.pid))) == 2
            assert usage_of(process.pid).memory_mb > 60
            process.measure()
            return (await process.stop()).cpu_seconds

    assert 0.3 <= asyncio.run(run()) < 10


def test_of_a_process_that_is_gone_nothing_is_known() -> None:
    """A number that no process has uses nothing."""
    assert (usage_of(2**30).cpu_seconds, usage_of(2**30).memory_mb) == (0, 0)
    assert shared_once_mb(2**30) == 0
