"""What of a machine matters to bots: compilers and interpreters, sandbox, limits, cores."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from conquian_server.launcher.sandbox.cgroup import our_parent
from conquian_server.launcher.sandbox.identity import can_become_others
from conquian_server.launcher.sandbox.jail import BWRAP
from conquian_server.launcher.sandbox.limits import MOST_MEMORY_MB, SCRATCH_MB, Limits
from conquian_server.launcher.sandbox.selftest import self_test
from conquian_server.launcher.sandbox.syscalls import NoFilterError, bot_filter
from conquian_server.launcher.toolchains import NEWER, OLDEST, PACKAGES, is_too_old
from conquian_server.launcher.tools import find_tool
from conquian_server.launcher.trust import Tier

_SECONDS: Final = 20.0
_VERSION: Final = re.compile(r"\d+(?:\.\d+)+[\w.+-]*")

_GRPC: Final = "libgrpc++"
_GRPC_HEADER: Final = "grpcpp/version_info.h"
_GRPC_QUESTION: Final = f"#include <{_GRPC_HEADER}>\nGRPC_CPP_VERSION_STRING\n"
_GRPC_PLACE: Final = re.compile(rf'"(/[^"]*)/{_GRPC_HEADER}"')

_TELLS_ITS_VERSION: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "go": ("version",),
        "cargo": ("--version",),
        "java": ("-version",),
        "javac": ("-version",),
        "mvn": ("--version",),
        "node": ("--version",),
        "npm": ("--version",),
        "g++": ("--version",),
        "make": ("--version",),
        "cmake": ("--version",),
        "protoc": ("--version",),
        "grpc_cpp_plugin": (),  # it reads what it is to do, and says nothing
        "perl": ("-e", 'print "$^V"'),
        "bash": ("--version",),
        "awk": ("-W", "version"),
        BWRAP: ("--version",),
    }
)


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A program, or a library, that bots are built or run with.

    Attributes:
        program: its name.
        path: where it is; None where it is not.
        version: as it says itself; empty where it does not.
        package: the Debian package that has it.
        oldest: the first version that the SDKs do with; empty where any will do.
    """

    program: str
    path: str | None
    version: str
    package: str
    oldest: str = ""

    @property
    def too_old(self) -> bool:
        """Whether it is here, but older than that."""
        return is_too_old(self.program, self.version)

    @property
    def newer_from(self) -> str:
        """The site that has it new enough; empty where any will do."""
        return NEWER.get(self.program, "")


@dataclass(frozen=True, slots=True)
class Protection:
    """How the machine is kept from strangers' bots.

    Attributes:
        tier: where they run; None where they are refused.
        reason: why no sandbox holds; empty where one does.
        users: who they run as.
        system_calls: the filter of their system calls, or why there is none.
        control_groups: where a bot's control group is made, or that none is.
        limits: what each gets.
    """

    tier: Tier | None
    reason: str
    users: str
    system_calls: str
    control_groups: str
    limits: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Cores:
    """What bots can compute on.

    Attributes:
        count: the cores that this program may use.
        pinned: whether each bot is kept to one of its own.
    """

    count: int
    pinned: bool


def toolchains() -> list[Toolchain]:
    """All that are known, whether they are here or not; it takes about a second."""
    with ThreadPoolExecutor() as several:
        library = several.submit(_grpc_library)
        return [*several.map(_toolchain, _TELLS_ITS_VERSION), library.result()]


def protection() -> Protection:
    """How strangers' bots are held here; tried, not guessed."""
    finding, parent = self_test(), our_parent()
    tier = Tier.SANDBOX if parent is None else Tier.SANDBOX_IN_CGROUP
    return Protection(
        tier=tier if finding.holds else None,
        reason=finding.reason,
        users="one for each bot" if can_become_others() else "yours, in a world of its own",
        system_calls=_system_calls(),
        control_groups="none that this user may divide" if parent is None else str(parent),
        limits=_limits(),
    )


def cores() -> Cores:
    """The cores of this machine that bots are given."""
    if hasattr(os, "sched_getaffinity"):
        return Cores(len(os.sched_getaffinity(0)), find_tool("taskset") is not None)
    return Cores(os.cpu_count() or 1, pinned=False)


def _toolchain(program: str) -> Toolchain:
    path = shutil.which(program)
    version = "" if path is None else _version(path, _TELLS_ITS_VERSION[program])
    return Toolchain(program, path, version, PACKAGES.get(program, ""), OLDEST.get(program, ""))


def _grpc_library() -> Toolchain:
    """What C++ bots are linked with, as their compiler finds it."""
    compiler = shutil.which("g++")
    words = "" if compiler is None else _said([compiler, "-E", "-x", "c++", "-"], _GRPC_QUESTION)
    place = _GRPC_PLACE.search(words)
    version = _VERSION.search(words.rpartition("\n#")[2])
    return Toolchain(
        _GRPC,
        place[1] if place else None,
        version[0] if place and version else "",
        PACKAGES[_GRPC],
    )


def _version(path: str, arguments: tuple[str, ...]) -> str:
    found = _VERSION.search(_said([path, *arguments])) if arguments else None
    return found[0] if found else ""


def _said(command: list[str], question: str = "") -> str:
    """What a program writes when it reads this; empty where it can't be run."""
    try:
        done = subprocess.run(
            command,
            input=question,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr


def _system_calls() -> str:
    if sys.platform != "linux":
        return "not filtered: that needs Linux"
    try:
        bot_filter()
    except NoFilterError as error:
        return f"not filtered: {error}"
    return "filtered"


def _limits() -> dict[str, str]:
    limits = Limits()
    return {
        "memory": f"{limits.memory_mb} MB, up to {MOST_MEMORY_MB} MB if bot.toml asks for it",
        "files": f"{SCRATCH_MB} MB in memory, {limits.file_mb} MB each",
        "open files": f"{limits.open_files}",
        "processes and threads": f"{limits.processes}",
        "CPU time": f"{limits.cpu_seconds / 3600:g} h",
        "time": f"{limits.wall_seconds / 3600:g} h",
    }
