"""What a bot's processes have used so far, by Linux's `/proc`; nothing is known elsewhere."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_MEBIBYTE: Final = 1 << 20

# Fields of /proc/PID/stat, counted after the program's name, which may hold anything.
_CPU = slice(11, 15)  # its own and that of children it has waited for, as user and as kernel
_RESIDENT: Final = 21


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process and all that come from it use.

    Attributes:
        cpu_seconds: CPU time, with that of those that have ended.
        memory_mb: Memory that they hold, in MiB; what two of them share counts twice.
    """

    cpu_seconds: float = 0.0
    memory_mb: float = 0.0


def usage_of(leader: int) -> Usage:
    """What a process and its descendants use; nothing of those that are gone."""
    ticks, pages = 0, 0
    for pid in descendants(leader):
        fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
        if fields:
            ticks += sum(map(int, fields[_CPU]))
            pages += int(fields[_RESIDENT])
    return Usage(ticks / _TICKS, pages * _PAGE / _MEBIBYTE)


def shared_once_mb(leader: int) -> float:
    """The memory that they hold in MiB, with what is shared divided by those who share it.

    It takes the kernel some milliseconds for a large process.
    """
    kilobytes = 0
    for pid in descendants(leader):
        for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith("Pss:"):
                kilobytes += int(line.split()[1])
    return kilobytes / 1024


def descendants(leader: int) -> Iterator[int]:
    """A process and all that come from it, as far as they have not left their parents."""
    yield leader
    try:
        threads = os.listdir(f"/proc/{leader}/task")
    except OSError:
        return
    for thread in threads:
        for child in _read(f"/proc/{leader}/task/{thread}/children").split():
            yield from descendants(int(child))


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:  # it has ended, or was never there
        return ""
