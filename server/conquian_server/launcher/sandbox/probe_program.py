"""A program that tries to get out of the sandbox that it is started in.

It prints, as a JSON list, what it could do and should not have been able to. Its argument is the
path of a file that it must not see. Run as a file, with the standard library alone.
"""

import ctypes
import json
import os
import resource
import sys
from collections.abc import Callable

_PTRACE_TRACEME = 0
_CLONE_NEWUSER = 0x10000000


def _read(path: str) -> bool:
    with open(path, "rb") as file:
        return bool(file.read(1))


def _write(folder: str) -> bool:
    with open(os.path.join(folder, "probe"), "wb"):
        return True


def _see_others() -> bool:
    numbers = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    return bool(numbers - {1, os.getpid()}) or os.path.exists("/proc/1/environ")


def _see_a_network() -> bool:
    with open("/proc/net/dev", encoding="ascii") as interfaces:
        names = [line.partition(":")[0].strip() for line in interfaces if ":" in line]
    return names != ["lo"]


def _call(name: str, *arguments: int) -> bool:
    function = getattr(ctypes.CDLL(None, use_errno=True), name)
    return bool(function(*arguments) == 0)


def _leave_the_group() -> bool:
    os.setpgid(0, 0)
    return True


def _be_root() -> bool:
    return os.geteuid() == 0


def _have_no_limits() -> bool:
    limits = (resource.RLIMIT_DATA, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE)
    return any(resource.getrlimit(each)[1] == resource.RLIM_INFINITY for each in limits)


def _escapes(secret: str) -> dict[str, Callable[[], bool]]:
    return {
        "read a file outside": lambda: _read(secret),
        "write to its root folder": lambda: _write("/"),
        "write to its own folder": lambda: _write("."),
        "write to /dev": lambda: _write("/dev"),
        "see other processes": _see_others,
        "see a network": _see_a_network,
        "trace processes": lambda: _call("ptrace", _PTRACE_TRACEME, 0, 0, 0),
        "make namespaces": lambda: _call("unshare", _CLONE_NEWUSER),
        "leave its process group": _leave_the_group,
        "be root": _be_root,
        "use all of the machine": _have_no_limits,
    }


def _could(attempt: Callable[[], bool]) -> bool:
    try:
        return attempt()
    except OSError:
        return False


if __name__ == "__main__":
    json.dump(
        [what for what, attempt in _escapes(sys.argv[1]).items() if _could(attempt)], sys.stdout
    )
