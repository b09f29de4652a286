"""Whether the sandbox holds on this machine: tried with a program inside, not guessed."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from conquian_server.launcher.errors import StartError
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.sandbox.bots import sandboxed
from conquian_server.launcher.sandbox.identity import BUILDER, can_become_others
from conquian_server.launcher.sandbox.jail import BWRAP
from conquian_server.launcher.sandbox.limits import Limits
from conquian_server.launcher.sandbox.syscalls import NoFilterError
from conquian_server.launcher.tools import find_inner_tool, find_tool

_PROBE: Final = Path(__file__).with_name("probe_program.py")
_SECONDS: Final = 20.0
_TOOLS: Final = ("prlimit", "setpriv", "env")

# What forbids an ordinary user a world of his own: the file, the value that forbids, the remedy.
_SWITCHES: Final = (
    (
        "/proc/sys/kernel/unprivileged_userns_clone",
        "0",
        "sysctl kernel.unprivileged_userns_clone=1",
    ),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "sysctl kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap",
    ),
    ("/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What the self-test has found.

    Attributes:
        reason: Why the sandbox does not hold, in words; empty where it does.
    """

    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether bots can be run in it."""
        return not self.reason


@cache
def self_test() -> Finding:
    """Run a program in the sandbox that a bot would get, and have it try to get out.

    It is done once in a process, and takes less than a tenth of a second.
    """
    if sys.platform != "linux":
        return Finding("bubblewrap needs Linux")
    if find_tool(BWRAP) is None:
        return Finding("bubblewrap is not installed: apt install bubblewrap")
    missing = next((name for name in _TOOLS if find_inner_tool(name) is None), None)
    if missing is not None:
        return Finding(f"the program {missing} is missing (util-linux and coreutils have it)")
    try:
        return Finding(_try())
    except (NoFilterError, StartError, OSError) as error:
        return Finding(str(error))
    except subprocess.TimeoutExpired:
        return Finding(f"a program in it did not end within {_SECONDS:g} s")


def self_test_again() -> Finding:
    """Run it anew: something of the machine may have changed."""
    self_test.cache_clear()
    return self_test()


def _try() -> str:
    """Why the sandbox does not hold; empty where it does."""
    with tempfile.TemporaryDirectory(prefix="conquian-probe-") as folder:
        secret, scratch, bots = (Path(folder, name) for name in ("secret", "scratch", "bot"))
        scratch.mkdir()
        bots.mkdir(mode=0o755)
        secret.write_text("not for bots")
        bot = BotManifest("probe", "1", "python", (), folder=bots)
        command = (sys.executable, "-I", "-S", str(_PROBE), str(secret))
        environment = {"PATH": os.environ.get("PATH", os.defpath), "CONQUIAN_ADDRESS": ""}
        user = BUILDER if can_become_others() else None
        start = sandboxed(bot, command, environment, scratch, limits=Limits(), user=user)
        try:
            done = subprocess.run(
                start.command,
                env=start.environment,
                pass_fds=start.files,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=_SECONDS,
                check=False,
            )
        finally:
            start.close()
    return _verdict(done)


def _verdict(done: "subprocess.CompletedProcess[str]") -> str:
    try:
        escapes: list[str] = json.loads(done.stdout)
    except ValueError:
        return _why_not_started(done.stderr.strip().rpartition("\n")[2])
    return f"a program in it could {' and '.join(escapes)}" if escapes else ""


def _why_not_started(words: str) -> str:
    said = words or "bubblewrap said nothing"
    if not can_become_others():
        for file, forbids, remedy in _SWITCHES:
            if _read(file) == forbids:
                return f"user namespaces are forbidden here ({said}): {remedy}"
    return f"a program can't be started in it: {said}"


def _read(file: str) -> str:
    try:
        return Path(file).read_text().strip()
    except OSError:
        return ""
