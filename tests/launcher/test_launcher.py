"""No bot outlives its launcher, however the launcher ends."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest, Launcher, StartError
from conquian_server.launcher.guard import Guard
from conquian_server.launcher.guard_program import groups_left

MakeBot = Callable[..., BotManifest]
Until = Callable[[Callable[[], bool]], None]
Runs = Callable[[int], bool]

TALKING = """
trap '' TERM HUP INT
sleep 1000 &
echo "$$ $!" > "pids.$$.new" && mv "pids.$$.new" "pids.$$"
wait
"""
"""A bot that ignores polite signals, has a child, and tells both numbers."""

SCRIPTS = [TALKING]
if Path("/proc/self/environ").exists() and shutil.which("setsid"):
    SCRIPTS.append(TALKING.replace("sleep", "setsid sleep"))

HELPER = """
import asyncio, sys
from pathlib import Path
from conquian_server.launcher import BotManifest, Launcher, Trust

async def main(folder):
    launcher = Launcher()
    run = ("sh", "bot.script")
    bot = BotManifest("scripted", "1", "shell", run, Path(folder), trust=Trust.FULL)
    for _ in range(3):
        await launcher.start(bot, "address", "token")
    print(launcher._guard._scratch, flush=True)
    await asyncio.Event().wait()

asyncio.run(main(sys.argv[1]))
"""


def told(folder: Path) -> list[int]:
    """The numbers of all processes that bots in this folder have told."""
    words = " ".join(file.read_text() for file in folder.glob("pids.*[0-9]"))
    return [int(word) for word in words.split()]


def test_close_ends_all_bots_at_the_same_time(make_bot: MakeBot, until: Until) -> None:
    """Closing waits out one grace for all stubborn bots together, not one after another."""
    bot = make_bot(TALKING, language="shell")

    async def run() -> float:
        launcher = Launcher()
        bots = [await launcher.start(bot, "", "") for _ in range(5)]
        await asyncio.to_thread(until, lambda: len(told(bot.folder)) == 10)
        begun = asyncio.get_running_loop().time()
        await launcher.close(grace_seconds=1)
        took = asyncio.get_running_loop().time() - begun
        assert {(await bot.wait()).signal for bot in bots} == {signal.SIGKILL}
        return took

    assert 1 <= asyncio.run(run()) < 5


def test_a_closed_launcher_starts_nothing(make_bot: MakeBot) -> None:
    """Starting after the close is refused, and closing again does nothing."""

    async def run() -> None:
        launcher = Launcher()
        await launcher.close()
        await launcher.close()
        with pytest.raises(StartError, match="the launcher is closed"):
            await launcher.start(make_bot(""), "", "")

    asyncio.run(run())


def test_a_bot_that_is_starting_while_the_launcher_closes_is_ended(make_bot: MakeBot) -> None:
    """A start that the close overtakes is refused and leaves no process."""

    async def run() -> None:
        launcher = Launcher()
        bot = make_bot("sleep 1000", language="shell")
        starting = asyncio.create_task(launcher.start(bot, "", ""))
        await asyncio.sleep(0)  # the process is made, its pipes are not connected yet
        await launcher.close()
        with pytest.raises(StartError, match="the launcher is closed"):
            await starting
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())


def test_a_cancelled_start_leaves_no_process(
    make_bot: MakeBot, until: Until, runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancelling a start in its middle ends what it has begun, and its number is struck off."""
    begun: list[int] = []
    ended: list[int] = []
    monkeypatch.setattr(Guard, "note_started", lambda _, group: begun.append(group))
    monkeypatch.setattr(Guard, "note_ended", lambda _, group: ended.append(group))

    async def run() -> None:
        async with Launcher() as launcher:
            starting = asyncio.create_task(
                launcher.start(make_bot(TALKING, language="shell"), "", "")
            )
            await asyncio.sleep(0)
            starting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await starting
            await asyncio.to_thread(until, lambda: bool(begun) and begun == ended)

    asyncio.run(run())
    until(lambda: not runs(begun[0]))


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_process_survives_the_launching_process(
    make_bot: MakeBot, until: Until, runs: Runs, script: str, ending: signal.Signals
) -> None:
    """When the launching process is killed, bots and their children end and scratch files go.

    On Linux so do children that have left their bot's process group.
    """
    folder = make_bot(script, language="shell").folder
    with subprocess.Popen(
        [sys.executable, "-c", HELPER, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as helper:
        assert helper.stdout is not None
        scratch = Path(helper.stdout.readline().strip())
        until(lambda: len(told(folder)) == 6)
        assert all(runs(pid) for pid in told(folder))
        assert scratch.is_dir()
        helper.send_signal(ending)
        helper.wait()
        until(lambda: not any(runs(pid) for pid in told(folder)))
        until(lambda: not scratch.exists())


def test_bots_are_guarded_again_after_the_guard_has_died(
    make_bot: MakeBot, until: Until, runs: Runs
) -> None:
    """A killed guard is replaced at the next start, and its successor knows the older bots."""
    bot = make_bot(TALKING, language="shell")

    async def run() -> None:
        launcher = Launcher()
        await launcher.start(bot, "", "")  # may register itself before or after the kill
        guard = launcher._guard
        os.kill(guard._process.pid, signal.SIGKILL)
        guard._process.wait()
        await launcher.start(bot, "", "")
        await asyncio.to_thread(until, lambda: len(told(bot.folder)) == 4)
        # The guard alone, as if the launching process had died.
        await guard.close()
        await asyncio.to_thread(until, lambda: not any(runs(pid) for pid in told(bot.folder)))

    asyncio.run(run())


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads Linux's /proc")
def test_the_guard_ignores_polite_signals(until: Until) -> None:
    """What ends a whole service politely leaves the guard to do its work after the launcher."""

    def ignored(pid: int) -> int:
        fields = dict(
            line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        )
        return int(fields["SigIgn"], 16)

    async def run() -> None:
        guard = Guard()
        polite = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        wanted = sum(1 << (number - 1) for number in polite)
        await asyncio.to_thread(until, lambda: ignored(guard._process.pid) & wanted == wanted)
        await guard.close()

    asyncio.run(run())


def test_the_guard_knows_what_is_left() -> None:
    """Groups that have ended are struck off, so that a number used again is not killed."""
    assert groups_left([b"+5\n", b"+6\n", b"-5\n", b"+7\n", b"-9\n", b"-7\n", b"+5\n"]) == {5, 6}
