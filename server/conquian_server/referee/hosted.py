"""A leg between bots that are started here, each a process of its own, or come from elsewhere."""

import asyncio
import errno
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from conquian_server.launcher import BotManifest, BotProcess, ExitReport, Launcher, StartError
from conquian_server.match import DealOver, Gone, LegOver, LegPlan
from conquian_server.referee.lobby import Lobby
from conquian_server.referee.server import Referee
from conquian_server.referee.table import Table
from conquian_server.wire import LegNames

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


@dataclass(frozen=True, slots=True)
class LegReport:
    """A leg that is over.

    Attributes:
        over: how it ended, and its settled deals.
        exits: the bots that ended before it by themselves, first one first.
        stopped: all others: those that had to be ended, and those that stayed to the leg's end.
    """

    over: LegOver
    exits: tuple[BotExit, ...]
    stopped: tuple[BotExit, ...]


async def play_hosted_leg(
    referee: Referee,
    launcher: Launcher,
    plan: LegPlan,
    names: LegNames,
    bots: Sequence[BotManifest | Lobby],
    *,
    bot_seed: Callable[[int, int], int],
    on_deal: Callable[[DealOver], None],
) -> LegReport:
    """Play a leg on processes started for it, and end them with it.

    A cancelled leg is called off before its bots are ended, so that nobody is blamed for that.

    Args:
        referee: a referee that listens.
        launcher: what starts the bots.
        plan: the leg.
        names: its id and its seats' names.
        bots: the bot of each seat, or where it comes by itself.
        bot_seed: the random number that a bot gets for a deal number and seat.
        on_deal: called with each deal as it ends.

    Raises:
        RefereeError: the referee is stopping.
        Exception: what `on_deal` raised, or what else failed that is no bot's fault.
    """
    keepers: list[_Keeper] = []
    table, tokens = referee.open_table(
        plan,
        names,
        bot_seed=bot_seed,
        on_deal=on_deal,
        on_bot_wanted=lambda wanted: keepers[wanted.seat].replace(),
    )
    stage = _Stage(referee, launcher, table)
    keepers += [_keeper(stage, seat, bot, tokens[seat]) for seat, bot in enumerate(bots)]
    running = [asyncio.create_task(keeper.run()) for keeper in keepers]
    try:
        await asyncio.wait({table.over})
    finally:
        table.call_off()
        try:
            await asyncio.gather(*running, return_exceptions=True)
        finally:
            referee.close_table(table)
    return LegReport(table.over.result(), tuple(stage.exits), tuple(stage.stopped))


class _Stage:
    """What the hosts of a leg's seats have in common."""

    def __init__(self, referee: Referee, launcher: Launcher, table: Table) -> None:
        self.referee = referee
        self.launcher = launcher
        self.table = table
        self.exits: deque[BotExit] = deque(maxlen=_EXITS_KEPT)
        self.stopped: deque[BotExit] = deque(maxlen=_EXITS_KEPT)


class _Keeper(Protocol):
    """Sees to it that a seat has a bot until the leg is over."""

    def replace(self) -> None:
        """The seat's bot is out."""

    async def run(self) -> None:
        """Do it; what fails here, and is no bot's fault, ends the leg."""


def _keeper(stage: _Stage, seat: int, bot: BotManifest | Lobby, token: str) -> _Keeper:
    return (
        _Host(stage, seat, bot, token) if isinstance(bot, BotManifest) else _Usher(stage, seat, bot)
    )


class _Usher:
    """Leads a bot that comes by itself, and may come again, to its seat."""

    def __init__(self, stage: _Stage, seat: int, lobby: Lobby) -> None:
        self._table = stage.table
        self._seat = seat
        self._lobby = lobby

    def replace(self) -> None:
        """It is up to the bot to come again."""

    async def run(self) -> None:
        """Lead it to the seat as long as the leg goes on."""
        self._lobby.open(self._table, self._seat)
        try:
            await asyncio.wait({self._table.over})
        finally:
            self._lobby.close()


class _Host:
    """Keeps a bot in one seat until the leg is over, one process at a time."""

    def __init__(self, stage: _Stage, seat: int, bot: BotManifest, token: str) -> None:
        self._stage = stage
        self._table = stage.table
        self._seat = seat
        self._bot = bot
        self._token = token
        self._replaced = self._new_future()

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
                self._bot, self._stage.referee.inner, self._token
            )
        except StartError as error:
            self._blame_for(error)
            return
        left_early = False
        try:
            await self._until(self._replaced, process.ended)
            left_early = self._has_left_early(process)  # its end may be the leg's end, too
            if process.ended.done():
                await self._tell_end(process.ended.result())
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

    async def _tell_end(self, report: ExitReport) -> None:
        await self._table.heard_out(self._seat, _HEAR_OUT_SECONDS)
        if not self._replaced.done():
            self._table.receive(Gone(self._seat, f"the bot's process {report.cause}"))

    def _has_left_early(self, process: BotProcess) -> bool:
        return process.ended.done() and not self._table.over.done()

    async def _end(self, process: BotProcess, left_early: bool) -> None:
        """Let the process end by itself for a while, then end it, and keep how it ended."""
        try:
            await asyncio.wait({process.ended}, timeout=_LEAVE_SECONDS)
            left_early = left_early or self._has_left_early(process)
        finally:
            report = await process.stop()
        kept = self._stage.exits if left_early else self._stage.stopped
        kept.append(BotExit(self._seat, report))

    @staticmethod
    def _new_future() -> "asyncio.Future[None]":
        return asyncio.get_running_loop().create_future()
