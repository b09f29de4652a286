"""A command inside bubblewrap: what it sees, who it is, and how little it can do."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from conquian_server.launcher.sandbox import view
from conquian_server.launcher.sandbox.identity import GROUP, become
from conquian_server.launcher.sandbox.limits import MEBIBYTE, SCRATCH_MB, Limits
from conquian_server.launcher.start import Start
from conquian_server.launcher.tools import inner_tool, tool
from conquian_server.launcher.trust import Tier

BWRAP: Final = "bwrap"
HOME: Final = "/tmp"
"""The one place that a bot can write to; it is in memory, and goes with the bot."""

_NAMESPACES: Final = ("ipc", "pid", "uts", "cgroup-try")
_FREE_FOR_ALL: Final = "1777"
_INSIDE: Final = 1000  # the user and group that an ordinary user is inside

# The outer process outlives a SIGTERM to the group, so that the bot can take its leave; and what
# is ignored would stay so for the bot.
_OUTLIVE_TERM: Final = "--ignore-signal=TERM"
_HEAR_TERM: Final = "--default-signal=TERM"


@dataclass(frozen=True, slots=True)
class Jail:
    """A sandbox to be.

    Attributes:
        folder: Where the command runs.
        scratch: A folder of ours for what the sandbox is made of.
        filter: The program that filters its system calls.
        shown: Options of what is shown beside the system's programs.
        limits: What each of the command's processes may use.
        scratch_mb: The size of its own `/tmp` and of `/dev/shm`, in MiB.
        network: Whether it has the machine's network instead of none.
        home: The home of who runs it.
    """

    folder: Path
    scratch: Path
    filter: bytes
    shown: tuple[str, ...]
    limits: Limits
    scratch_mb: int = SCRATCH_MB
    network: bool = False
    home: Path = Path(HOME)

    def start(
        self, command: Sequence[str], environment: Mapping[str, str], user: int | None
    ) -> Start:
        """The start of a command in this sandbox; it runs as another user where one is given.

        Bubblewrap's own environment would show in the sandbox as that of its first process, and
        its arguments on the machine as everybody's to read.
        """
        options = self._options(environment, user)
        files = _in_memory("\0".join(options).encode()), _in_memory(self.filter)
        bwrap = (tool(BWRAP), "--args", str(files[0]), "--seccomp", str(files[1]), "--")
        inner = (
            *self.limits.words(),
            *(() if user is None else become(user)),
            *(inner_tool("env"), _HEAR_TERM),
        )
        outer = (tool("env"), _OUTLIVE_TERM, *bwrap)
        own = {"PATH": environment["PATH"], "TMPDIR": str(self.scratch)}
        return Start((*outer, *inner, *command), own, files, tier=Tier.SANDBOX)

    def _options(self, environment: Mapping[str, str], user: int | None) -> list[str]:
        return [
            *self._namespaces(),
            *_right_to_become(user),
            *view.system(),
            *(view.network() if self.network else ()),
            *self._people(user),
            # The first process is not the bot's, and is not to be looked into.
            *("--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"),
            *("--dev", "/dev", *self._room("/dev/shm"), *self._room(HOME)),
            *self.shown,
            *("--remount-ro", "/dev", "--remount-ro", "/"),
            *("--chdir", str(self.folder), "--clearenv"),
            *(word for item in environment.items() for word in ("--setenv", *item)),
        ]

    def _namespaces(self) -> Iterator[str]:
        yield "--die-with-parent"
        for name in _NAMESPACES:
            yield f"--unshare-{name}"
        if not self.network:
            yield "--unshare-net"

    def _room(self, path: str) -> tuple[str, ...]:
        size = str(self.scratch_mb * MEBIBYTE)
        return "--perms", _FREE_FOR_ALL, "--size", size, "--tmpfs", path

    def _people(self, user: int | None) -> list[str]:
        """Files that say who the command is and what `localhost` means, for programs that ask."""
        number, group = (_INSIDE, _INSIDE) if user is None else (user, GROUP)
        texts = {
            "passwd": f"root:x:0:0::/:/bin/sh\nbot:x:{number}:{group}::{self.home}:/bin/sh\n",
            "group": f"root:x:0:\nbot:x:{group}:\n",
        }
        if not self.network:
            texts["hosts"] = "127.0.0.1 localhost\n::1 localhost\n"
        options: list[str] = []
        for name, text in texts.items():
            file = self.scratch / name
            file.write_text(text)
            file.chmod(0o644)
            options += ["--ro-bind", str(file), f"/etc/{name}"]
        return options


def _right_to_become(user: int | None) -> tuple[str, ...]:
    """What is needed to be another user inside, or to be one of a world of its own."""
    if user is None:
        return "--unshare-user", "--uid", str(_INSIDE), "--gid", str(_INSIDE)
    return "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"


def _in_memory(data: bytes) -> int:
    """An open file with this content, which has no name."""
    file = os.memfd_create("conquian")
    os.write(file, data)
    os.lseek(file, 0, os.SEEK_SET)
    return file
