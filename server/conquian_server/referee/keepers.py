"""Who keeps the seats of a leg: starts, rests, replaces and ends their bots, or lets others in."""

import asyncio
import errno
from collections import deque
from dataclasses import dataclass
from typing import Any, Protocol

from conquian_server.launcher import (
    BotManifest,
    BotProcess,
    Core,
    ExitReport,
    Launcher,
    StartError,
    Tier,
    check_sandbox,
)
from conquian_server.match import Gone
from conquian_server.referee.lobby import Lobby
from conquian_server.referee.server import Referee
from conquian_server.referee.table import Table

# Of a leg, the last ones; a fault policy without end must not fill memory.
_EXITS_KEPT = 16

# A process that can't be started for want of these is not the bot's fault.
_OUT_OF_RESOURCES = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)

# How long a bot that is out, or whose leg is over, may take to end by itself.
_LEAVE_SECONDS = 1.0

# How long the last that an ended process has sent is listened to.
_HEAR_OUT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class BotExit:
    """How a bot's process ended.

    Attributes:
        seat: the bot's seat.
        report: how it ended.
    """

    seat: int
    report: ExitReport


@dataclass(slots=True)
class Share:
    """What the bot in a seat had of the machine, all its processes of a leg together.

    Attributes:
        tier: where it ran; None where it could not be started.
        core: the core that it was kept to; None where it was to none.
        cpu_seconds: the CPU time that it used, as far as it was measured.
    """

    tier: Tier | None = None
    core: Core | None = None
    cpu_seconds: float = 0.0


class Stage:
    """What the hosts of a leg's seats have in common."""

    def __init__(self, referee: Referee, launcher: Launcher, table: Table, *, rests: bool) -> None:
        self.referee = referee
        self.launcher = launcher
        self.table = table
        self.rests = rests
        self.exits: deque[BotExit] = deque(maxlen=_EXITS_KEPT)
        self.stopped: deque[BotExit] = deque(maxlen=_EXITS_KEPT)


class Keeper(Protocol):
    """Sees to it that a seat has a bot until the leg is over."""

    share: Share

    def rest(self) -> None:
        """Stop the seat's bot if it has nothing to do, or have it go on."""

    def replace(self) -> None:
        """The seat's bot is out."""

    async def run(self) -> None:
        """Do it; what fails here, and is no bot's fault, ends the leg."""


class Usher:
    """Leads a bot that comes by itself, and may come again, to its seat."""

    def __init__(self, stage: Stage, seat: int, lobby: Lobby) -> None:
        self._table = stage.table
        self._seat = seat
        self._lobby = lobby
        self.share = Share(Tier.REMOTE)

    def rest(self) -> None:
        """Nobody here can stop it."""

    def replace(self) -> None:
        """It is up to the bot to come again."""

    async def run(self) -> None:
        """Lead it to the seat as long as the leg goes on."""
        self._lobby.open(self._table, self._seat)
        try:
            await asyncio.wait({self._table.over})
        finally:
            self._lobby.close()


class Host:
    """Keeps a bot in one seat until the leg is over, one process at a time."""

    def __init__(
        self, stage: Stage, seat: int, bot: BotManifest, token: str, core: Core | None
    ) -> None:
        self._stage = stage
        self._table = stage.table
        self._seat = seat
        self._bot = bot
        self._token = token
        self._core = core
        self._process: BotProcess | None = None
        self._replaced = self._new_future()
        self.share = Share(core=core)

    def rest(self) -> None:
        """Stop the bot if it has nothing to do, so that it can't use its opponent's time."""
        if self._process is not None and self._stage.rests:
            self._process.rest(self._table.may_rest(self._seat))

    def replace(self) -> None:
        """The seat's bot is out: have another started, and let the old one in no more."""
        self._token = self._stage.referee.renew_token(self._table, self._seat)
        if not self._replaced.done():
            self._replaced.set_result(None)

    async def run(self) -> None:
        """Run the seat's bots; what fails here, and is no bot's fault, ends the leg."""
        try:
            while not self._table.over.done():
                self._replaced = self._new_future()
                await self._run_bot()
                await self._until(self._replaced)
        except Exception as error:
            self._table.fail(error)

    async def _run_bot(self) -> None:
        """Run one process to the end of it, or of its use."""
        try:
            process = await self._stage.launcher.start(
                self._bot, self._stage.referee.inner, self._token, self._core
            )
        except StartError as error:
            self._blame_for(error)
            return
        self._process, left_early = process, False
        self.share.tier = process.tier
        try:
            await self._until(self._replaced, process.ended)
            left_early = self._has_left_early(process)  # its end may be the leg's end, too
            if process.ended.done():
                await self._tell_end(process)
        finally:
            await self._end(process, left_early)

    async def _until(self, *futures: "asyncio.Future[Any]") -> None:
        """Wait for one of the futures, or the end of the leg."""
        await asyncio.wait({self._table.over, *futures}, return_when=asyncio.FIRST_COMPLETED)

    def _blame_for(self, error: StartError) -> None:
        """A bot that can't be started is out, unless it is this machine that can't."""
        if isinstance(error.__cause__, OSError) and error.__cause__.errno in _OUT_OF_RESOURCES:
            raise error
        self._table.receive(Gone(self._seat, str(error)))

    async def _tell_end(self, process: BotProcess) -> None:
        report = process.ended.result()
        await check_sandbox(self._bot, process.tier, report)
        await self._table.heard_out(self._seat, _HEAR_OUT_SECONDS)
        if not self._replaced.done():
            self._table.receive(Gone(self._seat, f"the bot's process {report.cause}"))

    def _has_left_early(self, process: BotProcess) -> bool:
        return process.ended.done() and not self._table.over.done()

    async def _end(self, process: BotProcess, left_early: bool) -> None:
        """Let the process end by itself for a while, then end it, and keep how it ended."""
        self._process = None
        process.measure()
        process.rest(False)
        try:
            await asyncio.wait({process.ended}, timeout=_LEAVE_SECONDS)
            left_early = left_early or self._has_left_early(process)
        finally:
            report = await process.stop()
        self.share.cpu_seconds += report.cpu_seconds
        kept = self._stage.exits if left_early else self._stage.stopped
        kept.append(BotExit(self._seat, report))

    @staticmethod
    def _new_future() -> "asyncio.Future[None]":
        return asyncio.get_running_loop().create_future()
