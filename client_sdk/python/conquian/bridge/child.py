"""The bridged bot's process: lines to it, lines from it, and how it ends."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from conquian.bridge.errors import BotLeft, BridgeError
from conquian.bridge.session import LONGEST_LINE
from conquian.errors import UsageError

MOST_UNREAD = 16 * 1024 * 1024  # bytes that wait for a bot to read them, beside the last line
END_GRACE = 0.5  # seconds that a bot has to end when its input has ended
CLOSING_GRACE = 0.5  # seconds that a bot which closes a pipe has to end, so that we can say how

_STDIN, _STDOUT = 0, 1


class Child(asyncio.SubprocessProtocol):
    """A command that reads and writes lines; its standard error is our own.

    It stays in our process group, so that whoever ends that ends both.

    Args:
        on_line: called with each line that it prints, without the line's end; of one that is too
            long with its beginning, and then with no more. It may raise a BridgeError.
        on_failure: called, once, when it has ended or does what it may not.
    """

    def __init__(
        self, on_line: Callable[[bytes], None], on_failure: Callable[[BridgeError], None]
    ) -> None:
        self._on_line = on_line
        self._on_failure = on_failure
        self._rest = b""
        self._given_up = False
        self._exited = asyncio.Event()

    async def start(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start the command.

        Raises:
            UsageError: there is no such program, or it can't be started.
        """
        loop = asyncio.get_running_loop()
        try:
            await loop.subprocess_exec(lambda: self, *command, stderr=None, env=environment)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise UsageError(f"the bot {command[0]!r} can't be started: {reason}") from None

    def tell(self, line: bytes) -> None:
        """Have it read a line.

        Raises:
            BridgeError: it doesn't read what it was told before.
        """
        if self._given_up or self._stdin.is_closing():
            return
        unread = self._stdin.get_write_buffer_size()
        if unread > MOST_UNREAD:
            raise BridgeError(f"the bot doesn't read: {unread} bytes wait on its standard input")
        self._stdin.write(line)

    async def end(self) -> None:
        """End its input, and after a grace the process itself; one that has failed gets none."""
        grace = 0.0 if self._given_up else END_GRACE
        self._given_up = True
        self._stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._exited.wait(), grace)
        if not self._exited.is_set():
            # Not by the transport, which might reap it before the event loop does.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.get_pid(), signal.SIGKILL)
            await self._exited.wait()
        self._process.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by the event loop when the process runs."""
        self._process = cast("asyncio.SubprocessTransport", transport)
        self._stdin = cast("asyncio.WriteTransport", self._process.get_pipe_transport(_STDIN))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Called by the event loop with what the process prints."""
        if self._given_up:
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)
        if len(self._rest) > LONGEST_LINE:
            self._take(self._rest)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Called by the event loop when the process has closed a pipe, mostly by its end."""
        if fd == _STDOUT and self._rest:
            self._take(self._rest)
        name = "input" if fd == _STDIN else "output"
        error = BridgeError(f"the bot has closed its standard {name} while the session goes on")
        asyncio.get_running_loop().call_later(CLOSING_GRACE, self._give_up, error)

    def process_exited(self) -> None:
        """Called by the event loop when the process has ended."""
        self._exited.set()
        status = self._process.get_returncode()
        words = f"the bot {_end(status)} while the session goes on"
        self._give_up(BridgeError(words) if status else BotLeft(words))

    def _take(self, line: bytes) -> None:
        if self._given_up:
            return
        try:
            self._on_line(line)
        except BridgeError as error:
            self._give_up(error)

    def _give_up(self, error: BridgeError) -> None:
        """Nothing that it prints from now on is looked at."""
        if self._given_up:
            return
        self._given_up = True
        stdout = cast("asyncio.ReadTransport", self._process.get_pipe_transport(_STDOUT))
        if not stdout.is_closing():
            stdout.pause_reading()
        self._on_failure(error)


def child_environment() -> dict[str, str]:
    """Our own environment, without what is the bridge's alone: where the referee is."""
    return {name: value for name, value in os.environ.items() if name not in _OURS}


_OURS = ("CONQUIAN_ADDRESS", "CONQUIAN_TOKEN", "CONQUIAN_CA")


def _end(status: int | None) -> str:
    if status is not None and status < 0:
        known = {number.value: number.name for number in signal.Signals}
        return f"was ended by {known.get(-status, f'signal {-status}')}"
    return f"has ended (exit status {status})"
