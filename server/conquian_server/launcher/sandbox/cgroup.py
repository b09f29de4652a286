"""A control group for each bot, where the system lets us make some: version 2, delegated.

The kernel then counts a bot's memory, processes and CPU time itself, to the byte and the
microsecond. Where there is none, limits of each process and a watch over all of them stand in.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from conquian_server.launcher.sandbox.limits import MEBIBYTE, Limits

_NEEDED: Final = frozenset({"memory", "pids"})
_PROCESSES: Final = "cgroup.procs"
_MICROSECONDS: Final = 1_000_000

# The bot's own process joins before it becomes what it is to be, so nothing runs outside.
_JOIN: Final = 'echo "$$" >"$0" && exec "$@"'


@dataclass(frozen=True, slots=True)
class BotGroup:
    """The control group of one bot.

    Attributes:
        folder: Where it lies.
        limits: What it is held to.
    """

    folder: Path
    limits: Limits

    @classmethod
    def make(cls, parent: Path, name: str, limits: Limits) -> "BotGroup":
        """A new group with these limits.

        Raises:
            OSError: It can't be made.
        """
        group = cls(parent / name, limits)
        group.folder.mkdir(exist_ok=True)  # one with our number may be left from long ago
        group._write("memory.max", str(limits.memory_mb * MEBIBYTE))
        group._write("pids.max", str(limits.processes))
        with contextlib.suppress(OSError):  # a system without swap has no such file
            group._write("memory.swap.max", "0")
        return group

    def words(self) -> tuple[str, ...]:
        """The command that joins it, and becomes another."""
        return "/bin/sh", "-c", _JOIN, str(self.folder / _PROCESSES)

    def cpu_seconds(self) -> float:
        """The CPU time of all that was ever in it; 0 where that can't be read."""
        return self._number("cpu.stat", "usage_usec") / _MICROSECONDS

    def excess(self) -> str:
        """What the kernel has ended a process of it for, in words; empty where it has not."""
        if self._number("memory.events", "oom_kill"):
            return f"its memory: more than {self.limits.memory_mb} MB"
        return ""

    def remove(self) -> None:
        """End what is left in it, and remove it."""
        with contextlib.suppress(OSError):  # before Linux 5.14 there is no such file
            self._write("cgroup.kill", "1")
        with contextlib.suppress(OSError):
            self.folder.rmdir()

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def _number(self, name: str, key: str) -> int:
        """The number after a key in a file of a key and a number a line."""
        try:
            lines = (self.folder / name).read_text().splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) for line in lines if line.split()[0] == key), 0)


@cache
def our_parent() -> Path | None:
    """Where this process can make control groups; None where it can't."""
    return find_parent(Path("/proc/self"))


def find_parent(proc: Path) -> Path | None:
    """The nearest group above a process, or its own, that we may make others in.

    Its children must have the controllers of memory and processes already: to give them these is
    up to who has delegated it.

    Args:
        proc: The process's folder in `/proc`.
    """
    mount, own = _mount(proc), _own(proc)
    if mount is None or own is None:
        return None
    place = mount / own
    above = (each for each in (place, *place.parents) if each.is_relative_to(mount))
    return next(filter(_is_delegated, above), None)


def _mount(proc: Path) -> Path | None:
    """Where the groups of version 2 are mounted."""
    for line in _lines(proc / "mountinfo"):
        before, _, after = line.partition(" - ")
        if after.split()[:1] == ["cgroup2"]:
            return Path(before.split()[4])
    return None


def _own(proc: Path) -> str | None:
    marks = (line.split(":", 2) for line in _lines(proc / "cgroup"))
    return next((mark[2].lstrip("/") for mark in marks if mark[0] == "0"), None)


def _is_delegated(folder: Path) -> bool:
    given = {name for line in _lines(folder / "cgroup.subtree_control") for name in line.split()}
    writable = all(os.access(path, os.W_OK) for path in (folder, folder / _PROCESSES))
    return given >= _NEEDED and writable


def _lines(path: Path) -> Iterator[str]:
    try:
        yield from path.read_text().splitlines()
    except OSError:
        return
