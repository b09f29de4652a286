"""How much of the machine a bot gets."""

import resource
from dataclasses import dataclass
from typing import Final

from conquian_server.launcher.errors import StartError
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.tools import inner_tool

MEBIBYTE: Final = 1 << 20

MOST_MEMORY_MB: Final = 2048
"""The most that a `bot.toml` can ask for."""

SCRATCH_MB: Final = 64
"""The size of /tmp, which is also a bot's home, and of /dev/shm."""

_MEMORY_MB: Final = 512
_JAVA_MEMORY_MB: Final = 768  # its heap is the same, but what the virtual machine adds is more


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot with all its processes may use.

    Attributes:
        memory_mb: Memory in MiB: each process's data, and what all of them hold together.
        file_mb: The size of a file in MiB.
        open_files: Open files of a process.
        processes: Processes and threads of the bot.
        cpu_seconds: CPU time of all its processes.
        wall_seconds: How long it may run at all.
    """

    memory_mb: int = _MEMORY_MB
    file_mb: int = 4
    open_files: int = 256
    processes: int = 128
    cpu_seconds: float = 24 * 3600.0
    wall_seconds: float = 24 * 3600.0

    def words(self) -> list[str]:
        """The command that sets what the kernel holds each process to, and becomes another.

        The data of a process is limited, not its address space, of which Java, Go and Node reserve
        far more than they use. A limit of our own that is lower holds for bots, too.
        """
        wanted = {
            "data": self.memory_mb * MEBIBYTE,
            "fsize": self.file_mb * MEBIBYTE,
            "nofile": self.open_files,
            "nproc": self.processes,
            "core": 0,
        }
        options = (f"--{name}={_within_ours(name, number)}" for name, number in wanted.items())
        return [inner_tool("prlimit"), *options]


def _within_ours(name: str, wanted: int) -> int:
    most = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
    return wanted if most == resource.RLIM_INFINITY else min(wanted, most)


def limits_for(bot: BotManifest) -> Limits:
    """The limits of a bot, with its own wish for memory.

    Raises:
        StartError: It wishes for more than there is.
    """
    usual = _JAVA_MEMORY_MB if bot.language.lower() in ("java", "kotlin", "scala") else _MEMORY_MB
    memory_mb = usual if bot.memory_mb is None else bot.memory_mb
    if memory_mb > MOST_MEMORY_MB:
        raise StartError(
            f"{bot.name}: memory_mb: asks for {memory_mb} MB; a bot gets {MOST_MEMORY_MB} at most"
        )
    return Limits(memory_mb=memory_mb)
