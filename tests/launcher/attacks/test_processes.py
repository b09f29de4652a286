"""What a bot's processes can do to others, and how many they can be: little, and few."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conquian_server.launcher import BotManifest, ExitReport, Launcher, preparing
from conquian_server.launcher.sandbox.limits import Limits
from conquian_server.launcher.usage import descendants

Found = Callable[[str], dict[str, Any]]
Attack = Callable[[str], ExitReport]
Until = Callable[[Callable[[], bool]], None]


def running(mark: str) -> list[int]:
    """The processes of this machine that have a word in their arguments."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            arguments = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if mark.encode() in arguments and int(pid) != os.getpid():
            found.append(int(pid))
    return found


def test_a_fork_bomb_is_held(found: Found) -> None:
    """A bot has 128 processes at most, and leaves none."""
    told = found("""
made = 0
try:
    while made < 1000:
        if os.fork() == 0:
            time.sleep(1000)
        made += 1
except OSError as error:
    tell(made=made, error=errno.errorcode[error.errno])
""")
    assert told["error"] == "EAGAIN"
    assert 100 < told["made"] < 128


def test_threads_count_too(found: Found) -> None:
    """A bot has as many threads as processes."""
    told = found("""
made = 0
threading.stack_size(1 << 16)  # stacks count as data
try:
    while made < 1000:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        made += 1
except RuntimeError:
    tell(made=made)
os._exit(0)
""")
    assert 100 < told["made"] < 128


def test_a_hog_in_one_process_gets_no_memory(attack: Attack) -> None:
    """An allocation beyond the limit fails; the bot's own words tell of it."""
    report = attack("hoard = bytes(600 << 20)")
    assert report.cause == "exited with status 1"
    assert "MemoryError" in report.stderr_tail


def test_a_hog_in_many_processes_is_ended(attack: Attack) -> None:
    """Processes that keep their own limits and break the bot's end together, with the cause."""
    report = attack("""
for _ in range(9):
    if os.fork() == 0:
        hoard = b"x" * (100 << 20)
        time.sleep(1000)
time.sleep(1000)
""")
    assert report.cause.startswith("was ended for its memory: ")
    assert report.cause.endswith(" MB of 512 MB")


@pytest.mark.parametrize(
    ("limits", "cause"),
    [
        (Limits(cpu_seconds=0.4), "was ended for its CPU time: "),
        (Limits(wall_seconds=0.4), "was ended for its time: it ran for "),
    ],
)
def test_a_spinner_is_ended(
    attack: Attack, monkeypatch: pytest.MonkeyPatch, limits: Limits, cause: str
) -> None:
    """A bot that uses more CPU time than it has, or runs for too long, ends with the cause."""
    monkeypatch.setattr(preparing, "limits_for", lambda _: limits)
    report = attack("""
if os.fork() == 0:
    while True:
        pass
time.sleep(1000)
""")
    assert report.cause.startswith(cause)


def test_a_bot_kills_nobody_but_itself(found: Found) -> None:
    """Neither its parent nor the sandbox's first process, nor all that it can name."""
    told = found("""
signal.signal(signal.SIGTERM, signal.SIG_IGN)
parent = could(lambda: os.kill(os.getppid(), signal.SIGKILL))
first = could(lambda: os.kill(1, signal.SIGKILL))
time.sleep(0.1)
try:
    os.kill(-1, signal.SIGTERM)
except OSError:
    pass
tell(alive=True)
""")
    assert told == {"alive": True}


def test_a_bot_looks_into_no_process(found: Found) -> None:
    """System calls that trace, read or write other processes are refused, and so are more."""
    told = found("""
pid = os.fork()
if pid == 0:
    time.sleep(1000)
word = ctypes.create_string_buffer(64)
tell(
    attach=refused("ptrace", 16, pid, None, None),
    trace_me=refused("ptrace", 0, 0, None, None),
    read=refused("process_vm_readv", pid, word, 1, word, 1, 0),
    write=refused("process_vm_writev", pid, word, 1, word, 1, 0),
    memory=could(lambda: open("/proc/1/mem", "rb")),
    namespaces=refused("unshare", 0x10000000),
    personality=refused("personality", 0x0040000),
    keys=refused("syscall", 250, 0, 0, 0, 0, 0),
    cores=refused("sched_setaffinity", 0, 8, word),
)
os.kill(pid, signal.SIGKILL)
""")
    assert told.pop("memory") is False
    assert set(told.values()) == {1}  # EPERM


def test_a_bot_does_not_leave_its_group(found: Found) -> None:
    """A session or a group of its own would not be stopped and ended with the bot."""
    told = found("""
child = os.fork()
if child == 0:
    os._exit(could(os.setsid) + 2 * could(lambda: os.setpgid(0, 0)))
tell(group=could(lambda: os.setpgid(0, 0)), child=os.waitpid(child, 0)[1])
""")
    assert told == {"group": False, "child": 0}


def test_a_process_left_behind_ends_with_its_bot(
    attacker: Callable[[str], BotManifest], until: Until
) -> None:
    """A daemon that a bot starts sees no other leg: it ends before its launcher says so."""
    mark = f"left-behind-{os.getpid()}"
    bot = attacker(f"""
if os.fork() == 0:
    if os.fork() == 0:
        for name in ("SIGHUP", "SIGINT", "SIGTERM"):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        os.environ.clear()
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(1000)", {mark!r}])
    os._exit(0)
os.wait()
sys.stdin = open(os.devnull)
time.sleep(1000)
""")

    async def run() -> None:
        async with Launcher() as launcher:
            process = await launcher.start(bot, "unix:/nowhere", "token")
            await asyncio.to_thread(until, lambda: bool(running(mark)))
            await process.stop()
            await asyncio.to_thread(until, lambda: not running(mark))

    asyncio.run(run())


def test_two_bots_are_two_users(attacker: Callable[[str], BotManifest], until: Until) -> None:
    """Where the launcher is root, no two bots that run are the same user, and none is root."""
    if os.geteuid() != 0:
        pytest.skip("only root can give each bot a user")
    bot = attacker("tell(user=os.getuid(), groups=os.getgroups()); time.sleep(1000)")

    async def users() -> set[int]:
        async with Launcher() as launcher:
            started = [await launcher.start(bot, "unix:/nowhere", "token") for _ in range(3)]
            inner = [await asyncio.to_thread(last_user, process.pid) for process in started]
            return {user for user in inner if user}

    def last_user(leader: int) -> int:
        """The user of the innermost process, once it is no more ours."""
        until(lambda: user_of(leader) != os.geteuid())
        return user_of(leader)

    def user_of(leader: int) -> int:
        return Path(f"/proc/{[*descendants(leader)][-1]}").stat().st_uid

    found = asyncio.run(users())
    assert len(found) == 3
    assert all(user >= 2_000_000 for user in found)
