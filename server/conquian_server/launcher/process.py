"""A running bot: its process group, what it prints, and how it ended.

A child that leaves the group (`setsid`, `setpgid`) is found by its environment on Linux, where it
has kept that. One that hides from both lives on: only a sandbox can hold it.
"""

import asyncio
import contextlib
import os
import shutil
import signal
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from conquian_server.launcher.errors import LauncherError
from conquian_server.launcher.guard import Guard
from conquian_server.launcher.guard_program import kill_carriers
from conquian_server.launcher.start import Start
from conquian_server.launcher.tail import Tail
from conquian_server.launcher.usage import Usage, usage_of

GRACE_SECONDS = 1.0
"""How long a bot may take to end by itself after SIGTERM."""

_KILL_SECONDS = 5.0
"""SIGKILL acts at once, unless the kernel holds the process; then we don't wait for ever."""

_DRAIN_SECONDS = 0.5
"""A process that has left the bot's group may hold its output open; nothing waits for that long."""

_BURST_BYTES = 4 << 20
_PAUSE_SECONDS = 0.1
"""So a bot writes 40 MB/s at most, whose reading nobody notices."""

_SIGNALLED = 128
"""What bubblewrap adds to the number of a signal, as shells do."""

_STDOUT, _STDERR = 1, 2


@dataclass(frozen=True, slots=True)
class ExitReport:
    """How a bot's process ended.

    Attributes:
        exit_code: Its exit status, or None if a signal ended it.
        signal: The number of the signal that ended it, or None.
        stdout_tail: The last 64 kB of what it printed.
        stderr_tail: The last 64 kB of what it wrote to standard error.
        ended_for: What it was ended for by its launcher, in words; empty where it was not.
        cpu_seconds: CPU time of all its processes, as far as it was measured.
    """

    exit_code: int | None
    signal: int | None
    stdout_tail: str
    stderr_tail: str
    ended_for: str = ""
    cpu_seconds: float = field(default=0.0, compare=False)

    @property
    def cause(self) -> str:
        """The end in words, such as `exited with status 3` or `was ended by SIGSEGV`."""
        if self.ended_for:
            return f"was ended for {self.ended_for}"
        if self.signal is None:
            return f"exited with status {self.exit_code}"
        known = {number.value: number.name for number in signal.Signals}
        return f"was ended by {known.get(self.signal, f'signal {self.signal}')}"


class _Group(asyncio.SubprocessProtocol):
    """Follows the leader of a process group.

    A protocol rather than asyncio's `Process`: in some Python versions `Process.wait` also waits
    for the pipes, which a bot's children can hold open after the bot has ended.
    """

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self.tails = {_STDOUT: Tail(), _STDERR: Tail()}
        self.exited = asyncio.Event()
        self.drained = asyncio.Event()
        self.pid = 0
        self._transport: asyncio.SubprocessTransport | None = None
        self._burst = 0  # bytes that were read since reading was last put off

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)
        self.pid = self._transport.get_pid()
        self._guard.note_started(self.pid)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.tails[fd].append(data)
        self._burst += len(data)
        if self._burst >= _BURST_BYTES:
            self._burst = 0
            self._put_off(fd)

    def _put_off(self, fd: int) -> None:
        """Read no more for a while: a flood is to slow down its bot, and not its opponent."""
        pipe = self._transport.get_pipe_transport(fd) if self._transport else None
        if isinstance(pipe, asyncio.ReadTransport):
            pipe.pause_reading()
            asyncio.get_running_loop().call_later(_PAUSE_SECONDS, pipe.resume_reading)

    def process_exited(self) -> None:
        """Take the children along: a bot ends with its leader."""
        self._kill(signal.SIGKILL)
        self._guard.note_ended(self.pid)
        self.exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.drained.set()

    def send(self, number: signal.Signals) -> None:
        """Signal every process of the group, but never a stranger with a number used again."""
        if not self.exited.is_set():
            self._kill(number)

    def _kill(self, number: signal.Signals) -> None:
        # macOS answers EPERM where a group has only zombies left.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    async def exits_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self.exited.wait(), seconds)
        except TimeoutError:
            return False
        return True


class BotProcess:
    """A command running in a session and process group of its own.

    Both outputs are always read and only their ends kept, so a bot that prints neither blocks nor
    fills memory. When the leader ends, in whatever way, the rest of its group is killed,
    and on Linux what has left the group.

    Attributes:
        tier: Where it runs.
        ended: Its end, which waits for nobody.
    """

    def __init__(
        self, start: Start, transport: asyncio.SubprocessTransport, group: _Group, scratch: Path
    ) -> None:
        self.tier = start.tier
        self._counted = start.group
        self._transport = transport
        self._group = group
        self._scratch = scratch
        self._cpu_seconds = 0.0
        self._ended_for = ""
        self._resting = False
        self.ended = asyncio.create_task(self._end())

    @classmethod
    async def start(cls, start: Start, folder: Path, scratch: Path, guard: Guard) -> "BotProcess":
        """Start a command in `folder`, with its environment and nothing of ours.

        The scratch folder is removed when the process has ended.

        Raises:
            OSError: The operating system can't start it.
        """
        try:
            guard.ensure_alive()
            transport, group = await asyncio.get_running_loop().subprocess_exec(
                lambda: _Group(guard),
                *guard.guarded(start.command),
                stdin=guard.pipe,
                cwd=folder,
                env=start.environment,
                start_new_session=True,
                pass_fds=start.files,
            )
        finally:
            start.close()
        return cls(start, transport, group, scratch)

    @property
    def pid(self) -> int:
        """The number of the process and of its group."""
        return self._group.pid

    @property
    def running(self) -> bool:
        """Whether the process has not ended yet."""
        return not self._group.exited.is_set()

    def measure(self) -> Usage:
        """What it uses now; the report of its end has the CPU time that was measured last."""
        usage = usage_of(self.pid) if self.running else Usage()
        self._cpu_seconds = max(self._cpu_seconds, usage.cpu_seconds)
        return usage

    def rest(self, resting: bool) -> None:
        """Stop the whole group where it is, or let it go on; to say so again changes nothing."""
        if resting != self._resting:
            self._resting = resting
            self._group.send(signal.SIGSTOP if resting else signal.SIGCONT)

    def end_for(self, what: str) -> None:
        """Kill the whole group for something that its report will name."""
        if self.running:
            self._ended_for = what
            self._group.send(signal.SIGKILL)

    async def wait(self) -> ExitReport:
        """Wait for the end of the process; cancelling the wait leaves it running."""
        return await asyncio.shield(self.ended)

    async def stop(self, grace_seconds: float = GRACE_SECONDS) -> ExitReport:
        """End the whole group: SIGTERM, a grace, SIGKILL. A cancelled stop kills at once.

        Raises:
            LauncherError: The kernel does not let go of the process.
        """
        self._group.send(signal.SIGTERM)
        self.rest(False)
        try:
            await self._group.exits_within(grace_seconds)
        finally:
            self._group.send(signal.SIGKILL)
        if not await self._group.exits_within(_KILL_SECONDS):
            raise LauncherError(f"process {self.pid} does not end after SIGKILL")
        return await self.wait()

    async def _end(self) -> ExitReport:
        await self._group.exited.wait()
        # TMPDIR is a folder of this start's own; 0.6 ms with 70 processes on the machine.
        await asyncio.to_thread(kill_carriers, os.fsencode(f"TMPDIR={self._scratch}\0"))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._group.drained.wait(), _DRAIN_SECONDS)
        self._transport.close()
        await asyncio.to_thread(shutil.rmtree, self._scratch, ignore_errors=True)
        return self._report()

    def _report(self) -> ExitReport:
        if self._counted is not None:
            self._cpu_seconds = max(self._cpu_seconds, self._counted.cpu_seconds())
            self._ended_for = self._ended_for or self._counted.excess()
        status = self._transport.get_returncode()
        assert status is not None, "asked for after the process has exited"
        if self.tier.is_sandbox and status > _SIGNALLED:
            status = _SIGNALLED - status
        return ExitReport(
            exit_code=status if status >= 0 else None,
            signal=-status if status < 0 else None,
            stdout_tail=self._group.tails[_STDOUT].text(),
            stderr_tail=self._group.tails[_STDERR].text(),
            ended_for=self._ended_for,
            cpu_seconds=self._cpu_seconds,
        )
