"""Users that exist for one bot each, where the launcher is root."""

import errno
import os
import random
import socket
from functools import cache
from pathlib import Path
from typing import Final

from conquian_server.launcher.claims import claim
from conquian_server.launcher.tools import inner_tool

FIRST_USER: Final = 2_000_000
"""Users from this number on are taken to be nobody else's."""

GROUP: Final = FIRST_USER
"""The group of all bots and builds, which a referee's socket is opened to."""

BUILDER: Final = FIRST_USER
"""The user that builds bots. No bot runs as it."""

_USERS: Final = 1_000_000
_TRIES: Final = 100


@cache
def can_become_others() -> bool:
    """Whether this process can have another run as a user of its own: it is root.

    In a container that knows few users, root can become only those.
    """
    return os.geteuid() == 0 and _is_known(FIRST_USER) and _is_known(FIRST_USER + _USERS)


def _is_known(user: int) -> bool:
    lines = Path("/proc/self/uid_map").read_text().splitlines()
    ranges = (map(int, line.split()) for line in lines)
    return any(first <= user < first + count for first, _, count in ranges)


class Identity:
    """A user of one running bot: the kernel counts its processes, and no other bot signals them.

    Attributes:
        user: its number.

    Raises:
        OSError: No number is free.
    """

    def __init__(self) -> None:
        self.user, self._held = _claimed()

    def release(self) -> None:
        """The bot has ended; another may have the number."""
        self._held.close()


def _claimed() -> tuple[int, socket.socket]:
    for _ in range(_TRIES):
        user = FIRST_USER + random.randint(1, _USERS)
        if (held := claim(f"user-{user}")) is not None:
            return user, held
    raise OSError(errno.EAGAIN, "no user is free for another bot")


def become(user: int) -> list[str]:
    """The command that becomes a user without any right of ours, and then another command."""
    return [inner_tool("setpriv"), f"--reuid={user}", f"--regid={GROUP}", "--clear-groups"]


def open_to_bots(path: str) -> None:
    """Let bots connect to a socket of ours, whoever they run as."""
    if can_become_others():
        os.chown(path, -1, GROUP)
        os.chmod(path, 0o660)
