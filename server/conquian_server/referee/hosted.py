"""A leg between bots that the referee starts itself, each a process of its own."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass

from conquian_server.launcher import BotManifest, BotProcess, ExitReport, Launcher, StartError
from conquian_server.match import BotWanted, DealOver, Gone, LegOver, LegPlan
from conquian_server.referee.server import Referee
from conquian_server.referee.table import Table
from conquian_server.wire import LegNames


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
        exits: the bots that ended before it, first one first.
        stopped: all others: those that were replaced, and those that stayed to the leg's end.
    """

    over: LegOver
    exits: tuple[BotExit, ...]
    stopped: tuple[BotExit, ...]


async def play_hosted_leg(
    referee: Referee,
    launcher: Launcher,
    plan: LegPlan,
    names: LegNames,
    bots: Sequence[BotManifest],
    *,
    bot_seed: Callable[[int, int], int],
    on_deal: Callable[[DealOver], None],
) -> LegReport:
    """Play a leg on processes started for it, and end them with it.

    Args:
        referee: a referee that listens.
        launcher: what starts the bots.
        plan: the leg.
        names: its id and its seats' names.
        bots: the bot of each seat.
        bot_seed: the random number that a bot gets for a deal number and seat.
        on_deal: called with each deal as it ends.
    """
    host = _Host(referee, launcher, bots)
    table, tokens = referee.open_table(
        plan, names, bot_seed=bot_seed, on_deal=on_deal, on_bot_wanted=host.replace
    )
    try:
        return await host.play(table, tokens)
    finally:
        referee.close_table(table)


class _Host:
    """The processes of one leg's seats."""

    def __init__(self, referee: Referee, launcher: Launcher, bots: Sequence[BotManifest]) -> None:
        self._referee = referee
        self._launcher = launcher
        self._bots = bots
        self._processes: list[BotProcess | None] = [None] * len(bots)
        self._tasks: set[asyncio.Task[None]] = set()
        self._exits: list[BotExit] = []
        self._stopped: list[BotExit] = []

    async def play(self, table: Table, tokens: Sequence[str]) -> LegReport:
        self._table, self._tokens = table, tokens
        for seat in range(len(self._bots)):
            self._spawn(self._run(seat))
        try:
            over = await table.over
        finally:
            await self._end_all()
        return LegReport(over, tuple(self._exits), tuple(self._stopped))

    def replace(self, wanted: BotWanted) -> None:
        """End what is left of a seat's bot and start it again."""
        self._spawn(self._run(wanted.seat))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, seat: int) -> None:
        """Start the seat's bot, in the place of one that it had, and tell the table of its end."""
        before, self._processes[seat] = self._processes[seat], None
        if before is not None:
            await self._stop(seat, before)
        try:
            process = await self._launcher.start(
                self._bots[seat], self._referee.address, self._tokens[seat]
            )
        except StartError as error:
            self._table.receive(Gone(seat, str(error)))
            return
        self._processes[seat] = process
        report = await process.wait()
        # Another may have been started meanwhile, and the leg may be over.
        if self._processes[seat] is process and not self._table.over.done():
            self._exits.append(BotExit(seat, report))
            self._table.receive(Gone(seat, f"the bot's process {report.cause}"))

    async def _end_all(self) -> None:
        processes = self._processes
        self._processes = [None] * len(self._bots)
        await asyncio.gather(
            *(self._stop(seat, process) for seat, process in enumerate(processes) if process)
        )
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _stop(self, seat: int, process: BotProcess) -> None:
        report = await process.stop()
        if all(ended.report is not report for ended in self._exits):
            self._stopped.append(BotExit(seat, report))
