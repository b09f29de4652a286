"""The launcher's side of the guard: no bot outlives the launcher, even one that is SIGKILLed."""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_PROGRAM = Path(__file__).with_name("guard_program.py")
_END_SECONDS = 5.0

# The guard's pipe is the shell's input, so a bot's group is registered by the bot's own process,
# before its program runs: there is no moment in which the launcher can die and leave it unknown.
# Then the pipe is exchanged for /dev/null. The shell adds PWD to the environment, which is taken
# out again (a /bin/sh that is bash may insist on its SHLVL).
_REGISTER = 'echo "+$$" >&0 && unset PWD OLDPWD && exec "$@" </dev/null'


class Guard:
    """A helper process that kills registered process groups when this process ends.

    It also owns a scratch folder, which goes when the guard does. One pipe and 0.5 ms a started
    bot buy what `PR_SET_PDEATHSIG` can't give: bots' children end too, and it works on macOS.
    """

    def __init__(self, parent: str | None = None) -> None:
        self._scratch = tempfile.mkdtemp(prefix="conquian-", dir=parent)
        self._groups: set[int] = set()
        # The guard's end stays open here too: if a guard dies, a bot that registers itself just
        # then must not die of SIGPIPE, and the next guard reads what the last one has not.
        reading, writing = os.pipe()
        self._guard_end = open(reading, "rb", buffering=0)  # noqa: SIM115 - closed by close()
        self.pipe = open(writing, "wb", buffering=0)  # noqa: SIM115 - closed by close()
        # A guard that hangs must not hang the launcher with it: a full pipe takes no more.
        os.set_blocking(writing, False)
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        # Not a child of asyncio's: its transports kill their processes when a loop is closed.
        return subprocess.Popen(
            [sys.executable, "-I", "-S", str(_PROGRAM), self._scratch],
            stdin=self._guard_end,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )

    def new_scratch(self) -> Path:
        """Make an empty folder of one's own, readable by this user alone."""
        return Path(tempfile.mkdtemp(dir=self._scratch))

    def guarded(self, command: Sequence[str]) -> list[str]:
        """A command that registers its process group, then becomes `command`.

        Its standard input must be `pipe`, and it must lead a process group.
        """
        return ["/bin/sh", "-c", _REGISTER, "sh", *command]

    def ensure_alive(self) -> None:
        """Replace a guard that has died, so that no bot starts or stays unguarded."""
        if self._process.poll() is None:
            return
        self._process = self._start()
        for group in self._groups:
            self.pipe.write(b"+%d\n" % group)

    def note_started(self, group: int) -> None:
        """Remember a group, which has registered itself."""
        self._groups.add(group)

    def note_ended(self, group: int) -> None:
        """Strike off a group that has no process left; its number may be used again."""
        self._groups.discard(group)
        if not self.pipe.closed:
            self.pipe.write(b"-%d\n" % group)

    async def close(self) -> None:
        """End the guard, the groups that are still registered, and the scratch folder."""
        self.pipe.close()
        self._guard_end.close()
        # A guard with much to remove may take longer; it ends by itself all the same.
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(self._process.wait, _END_SECONDS)
