"""Real processes: how they end is reported, and when they end their whole group ends."""

import asyncio
import dataclasses
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from conquian_server.launcher import (
    BotManifest,
    BotProcess,
    ExitReport,
    FolderGoneError,
    Launcher,
    StartError,
    process,
)

MakeBot = Callable[..., BotManifest]
Until = Callable[[Callable[[], bool]], None]
Runs = Callable[[int], bool]

PARENT = """
import os, subprocess, sys, time
child = subprocess.Popen(["sleep", "1000"])
with open("pids.new", "w") as file:
    file.write(f"{os.getpid()} {child.pid}")
os.rename("pids.new", "pids")
"""
"""A bot that starts a child and tells both numbers."""


async def started(
    bot: BotManifest, use: Callable[[BotProcess], Awaitable[ExitReport]]
) -> ExitReport:
    """Start a bot, use it, and close the launcher."""
    async with Launcher() as launcher:
        return await use(await launcher.start(bot, "address", "token"))


def run(bot: BotManifest) -> ExitReport:
    """Run a bot that ends by itself."""
    return asyncio.run(started(bot, BotProcess.wait))


def pids(bot: BotManifest) -> list[int]:
    """The numbers that a bot has told, or none yet."""
    file = bot.folder / "pids"
    return [int(word) for word in file.read_text().split()] if file.exists() else []


async def told(bot: BotManifest, until: Until) -> list[int]:
    """Wait for the numbers that a bot tells."""
    await asyncio.to_thread(until, lambda: bool(pids(bot)))
    return pids(bot)


def test_the_exit_status_is_reported(make_bot: MakeBot) -> None:
    """A bot that exits by itself is reported with its status and what it wrote."""
    script = "import sys; print('out'); print('oops', file=sys.stderr); sys.exit(3)"
    report = run(make_bot(script))
    assert report == ExitReport(3, None, stdout_tail="out\n", stderr_tail="oops\n")
    assert report.cause == "exited with status 3"


def test_the_signal_is_reported(make_bot: MakeBot) -> None:
    """A bot that a signal ends is reported with the signal and no status."""
    report = run(make_bot("kill -SEGV $$", language="shell"))
    assert (report.exit_code, report.signal) == (None, signal.SIGSEGV)
    assert report.cause == "was ended by SIGSEGV"


def test_megabytes_of_output_leave_their_end_and_block_nothing(make_bot: MakeBot) -> None:
    """5 MB on each output are read to the end, and the last 64 kB are kept."""
    script = """
import sys
for stream in (sys.stdout, sys.stderr):
    for i in range(5000):
        stream.write(f"{i:>999}\\n")
"""
    report = run(make_bot(script))
    expected = "".join(f"{i:>999}\n" for i in range(5000))[-64 * 1024 :]
    assert report.exit_code == 0
    assert report.stdout_tail == expected
    assert report.stderr_tail == expected


def test_a_flood_is_put_off_and_nothing_of_it_lost(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that writes faster than it may waits, and all that it has written is read."""
    monkeypatch.setattr(process, "_BURST_BYTES", 1000)
    monkeypatch.setattr(process, "_PAUSE_SECONDS", 0.001)
    lines = [f"{number:>99}\n" for number in range(4000)]
    report = run(make_bot("for number in range(4000): print(f'{number:>99}')"))
    assert report.exit_code == 0
    assert report.stdout_tail == "".join(lines)[-64 * 1024 :]


def test_a_chattering_bot_leaves_the_loop_responsive(make_bot: MakeBot, until: Until) -> None:
    """A bot that never stops printing is stopped like any other."""
    bot = make_bot("echo $$ > pids; while :; do echo chatter; done", language="shell")

    async def use(process: BotProcess) -> ExitReport:
        await told(bot, until)
        return await process.stop()

    report = asyncio.run(started(bot, use))
    assert report.signal == signal.SIGTERM
    assert "chatter" in report.stdout_tail


def test_the_environment_holds_the_allowed_names_and_no_other(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the launcher's environment reaches a bot but the PATH."""
    monkeypatch.setenv("SECRET", "x")
    report = run(make_bot("import json, os; print(json.dumps(dict(os.environ)))"))
    environment = json.loads(report.stdout_tail)
    # A /bin/sh that is bash leaves its SHLVL.
    assert environment.keys() - {"SHLVL"} == {
        "PATH",
        "HOME",
        "LANG",
        "TMPDIR",
        "PYTHONUNBUFFERED",
        "CONQUIAN_ADDRESS",
        "CONQUIAN_TOKEN",
    }
    assert (environment["CONQUIAN_ADDRESS"], environment["CONQUIAN_TOKEN"]) == ("address", "token")
    assert environment["HOME"] not in (os.environ.get("HOME"), "")


def test_a_bot_gets_nothing_but_its_three_standard_files(make_bot: MakeBot) -> None:
    """The input is /dev/null, the guard's pipe is gone, and no other file is handed down."""
    script = """
import os
print(os.path.realpath("/dev/fd/0"), repr(os.read(0, 1)))
for fd in range(3, 256):
    try:
        os.fstat(fd)
    except OSError:
        continue
    print("open", fd)
"""
    report = run(make_bot(script))
    assert report.stdout_tail.split()[-1] == "b''"
    assert "open" not in report.stdout_tail


def test_a_bot_leads_a_session_of_its_own_in_its_folder(make_bot: MakeBot) -> None:
    """Signals to the launcher's terminal don't reach a bot, and its files are where it is."""
    report = run(make_bot("import os; print(os.getsid(0) == os.getpid(), os.getcwd())"))
    bot_folder = make_bot("").folder.resolve()
    assert report.stdout_tail == f"True {bot_folder}\n"


def test_a_python_bot_runs_with_the_interpreter_that_has_the_sdk(make_bot: MakeBot) -> None:
    """The word python3 means the product's own interpreter, not the first one on the PATH."""
    assert run(make_bot("import sys; print(sys.executable)")).stdout_tail.strip() == sys.executable


def test_each_process_has_a_home_of_its_own_that_goes_with_it(make_bot: MakeBot) -> None:
    """Two processes of a bot share no storage in their homes, and leave none."""
    bot = make_bot('echo x > "$HOME/notes"; echo "$HOME"', language="shell")
    homes = [run(bot).stdout_tail.strip() for _ in range(2)]
    assert homes[0] != homes[1]
    assert not any(Path(home).exists() or Path(home).parent.exists() for home in homes)


def test_stop_ends_the_children_too(make_bot: MakeBot, until: Until, runs: Runs) -> None:
    """Stopping a bot ends every process of its group."""
    bot = make_bot(PARENT + "time.sleep(1000)")

    async def use(process: BotProcess) -> ExitReport:
        assert all(runs(pid) for pid in await told(bot, until))
        return await process.stop()

    report = asyncio.run(started(bot, use))
    assert report.signal == signal.SIGTERM
    until(lambda: not any(runs(pid) for pid in pids(bot)))


def test_children_end_when_their_leader_has_gone(
    make_bot: MakeBot, until: Until, runs: Runs
) -> None:
    """A bot that exits and leaves a child behind takes it along, though it holds the outputs."""
    bot = make_bot(PARENT + "print('bye')")

    async def use(process: BotProcess) -> ExitReport:
        report = await process.wait()
        await asyncio.to_thread(until, lambda: not any(runs(pid) for pid in pids(bot)))
        return report

    report = asyncio.run(started(bot, use))
    assert len(pids(bot)) == 2
    assert (report.exit_code, report.stdout_tail) == (0, "bye\n")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="found by Linux's /proc")
@pytest.mark.parametrize("leave", ["start_new_session=True", "process_group=0"])
@pytest.mark.parametrize("last", ["", "time.sleep(1000)"])
def test_children_that_leave_the_group_end_too(
    make_bot: MakeBot, until: Until, runs: Runs, leave: str, last: str
) -> None:
    """A daemon ends with the bot that started it, whether that exits or is stopped; no other does.

    A second bot's process, started alike, runs on.
    """
    script = PARENT.replace('"1000"]', f'"1000"], {leave}') + last
    bot, other = make_bot(script), make_bot(script)
    other = dataclasses.replace(bot, run=("python3", "-c", "import time; time.sleep(1000)"))

    async def run() -> None:
        async with Launcher() as launcher:
            bystander = await launcher.start(other, "address", "token")
            process = await launcher.start(bot, "address", "token")
            _, child = await told(bot, until)
            await (process.stop() if last else process.wait())
            await asyncio.to_thread(until, lambda: not runs(child))
            assert bystander.running

    asyncio.run(run())


def test_a_bot_that_ignores_sigterm_is_killed(make_bot: MakeBot, until: Until) -> None:
    """After the grace comes SIGKILL."""
    bot = make_bot("trap '' TERM; echo $$ > pids; while :; do sleep 0.01; done", language="shell")

    async def use(process: BotProcess) -> ExitReport:
        await told(bot, until)
        return await process.stop(grace_seconds=0.1)

    assert asyncio.run(started(bot, use)).signal == signal.SIGKILL


def test_a_bot_may_end_within_its_grace(make_bot: MakeBot, until: Until) -> None:
    """A bot that catches SIGTERM ends in its own way."""
    script = "trap 'exit 5' TERM; echo $$ > pids; while :; do sleep 0.01; done"
    bot = make_bot(script, language="shell")

    async def use(process: BotProcess) -> ExitReport:
        await told(bot, until)
        return await process.stop(grace_seconds=10)

    assert asyncio.run(started(bot, use)).exit_code == 5


def test_stopping_again_gives_the_same_report(make_bot: MakeBot) -> None:
    """Stop and wait on a process that has ended tell how it ended."""

    async def use(process: BotProcess) -> ExitReport:
        first = await process.wait()
        assert not process.running
        assert await process.stop() == await process.wait() == first
        return first

    assert asyncio.run(started(make_bot("import sys; sys.exit(4)"), use)).exit_code == 4


def test_a_cancelled_wait_leaves_the_bot_running(make_bot: MakeBot) -> None:
    """Giving up on a wait is no reason for a bot to end."""

    async def use(process: BotProcess) -> ExitReport:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(process.wait(), 0.05)
        assert process.running
        return await process.stop()

    report = asyncio.run(started(make_bot("sleep 1000", language="shell"), use))
    assert report.signal == signal.SIGTERM


def test_a_missing_program_is_refused_by_name(make_bot: MakeBot) -> None:
    """A bot whose program is not there is refused before anything starts."""
    bot = dataclasses.replace(make_bot("", build=("make",)), run=("./bin/bot",))
    with pytest.raises(StartError, match=r"scripted: .*bin/bot \(has the bot been built\?\)"):
        run(bot)
    with pytest.raises(StartError, match="'no-such-program' was not found"):
        run(dataclasses.replace(bot, run=("no-such-program",)))


def test_a_missing_folder_is_refused(make_bot: MakeBot, tmp_path: Path) -> None:
    """A folder that has gone since its manifest was read is an error of its own, with its path."""
    with pytest.raises(FolderGoneError, match=r"scripted: its folder .*/away is gone"):
        run(dataclasses.replace(make_bot(""), folder=tmp_path / "away"))
