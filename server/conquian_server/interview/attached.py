"""A bot that its author runs by hand: it has the terminal, so that a debugger can stop it.

No guard and no sandbox stand between, for both take the standard input away. It is the user's own
program, in the user's own environment; a bot that loses its referee ends by itself.
"""

import asyncio
import os

from conquian.command import ADDRESS, TOKEN

from conquian_server.launcher import BotManifest, ExitReport, StartError, command_for

_GRACE_SECONDS = 1.0


class AttachedProcess:
    """A bot's process with the terminal of this one.

    Attributes:
        ended: done when it has ended, with how.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.ended = asyncio.create_task(self._end())

    async def stop(self, grace_seconds: float = _GRACE_SECONDS) -> ExitReport:
        """End it: SIGTERM, a grace, SIGKILL."""
        if not self.ended.done():
            self._process.terminate()
            await asyncio.wait({self.ended}, timeout=grace_seconds)
        if not self.ended.done():
            self._process.kill()
        return await self.ended

    async def _end(self) -> ExitReport:
        status = await self._process.wait()
        if status < 0:
            return ExitReport(None, -status, "", "")
        return ExitReport(status, None, "", "")


async def start_attached(bot: BotManifest, address: str, token: str) -> AttachedProcess:
    """Start a bot that will dial `address` and show `token`.

    Raises:
        StartError: its program does not exist or can't be started.
    """
    environment = {**os.environ, ADDRESS: address, TOKEN: token}
    try:
        process = await asyncio.create_subprocess_exec(
            *command_for(bot), cwd=bot.folder, env=environment
        )
    except OSError as error:
        raise StartError(f"{bot.name}: can't be started: {error}") from error
    return AttachedProcess(process)
