"""The guard: a process that outlives its launcher by a moment, to end what it has left running.

Its standard input is a pipe whose other end lives as long as the launcher, however that ends.
A line `+N` says that process group N runs, `-N` that it is gone. At the end of the input the
groups that still run are killed, with what has left them, and the folder named by the argument is
removed.
Run as a file, with the standard library alone, so that it starts fast.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterable, Iterator

_PASSES = 3  # for children that are started between the look and the kill


def groups_left(lines: Iterable[bytes]) -> set[int]:
    """The process groups that run after all the lines have been read."""
    groups: set[int] = set()
    for line in lines:
        change = int(line)
        if change > 0:
            groups.add(change)
        else:
            groups.discard(-change)
    return groups


def kill_carriers(mark: bytes) -> None:
    """Kill the processes of this user that were started with `mark` in their environment.

    So end those that have left their bot's process group. On systems without Linux's `/proc`
    nothing is found; and a process that empties its environment is not either.
    """
    for _ in range(_PASSES):
        carriers = list(_carriers(mark))
        for pid in carriers:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not carriers:
            return


def _carriers(mark: bytes) -> Iterator[int]:
    with contextlib.suppress(FileNotFoundError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            # Another user's is refused, and one that has just ended is gone.
            with contextlib.suppress(OSError), open(f"/proc/{name}/environ", "rb") as environment:
                if mark in environment.read():
                    yield int(name)


def _main() -> None:
    # What ends the launcher politely must not end the guard before it.
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    for group in groups_left(sys.stdin.buffer):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    kill_carriers(os.fsencode(f"TMPDIR={sys.argv[1]}/"))
    import shutil  # noqa: PLC0415 - seldom needed before the end, and slow to load

    shutil.rmtree(sys.argv[1], ignore_errors=True)


if __name__ == "__main__":
    _main()
