"""How much memory processes take, with all that they have started; Linux tells, others don't."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

_KIB = 1024


def peak_bytes(roots: Iterable[int]) -> int:
    """The most that the processes and their descendants have held in memory, each at its time.

    What has ended is not counted. 0 where the system does not tell.
    """
    children: dict[int, list[int]] = {}
    for pid, parent in _parents().items():
        children.setdefault(parent, []).append(pid)
    total, waiting = 0, list(roots)
    while waiting:
        pid = waiting.pop()
        total += _peak_of(pid)
        waiting += children.get(pid, [])
    return total


def _parents() -> dict[int, int]:
    """The parent of each process."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name before the fields may hold blanks and brackets.
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            found[int(folder.name)] = int(fields[1])
    return found


def _peak_of(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/status").read_text(errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * _KIB
    return 0
