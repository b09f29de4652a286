"""Playing a tournament: what its schedule says and its ledger does not have yet."""

import asyncio
import os
from collections.abc import Mapping
from typing import Protocol

from conquian_server.launcher import LauncherError, build
from conquian_server.match import DealOver
from conquian_server.referee import BotExit, LegReport, RefereeError
from conquian_server.rules import Result

from conquian_tournaments.deals import deal_entry
from conquian_tournaments.hosting import hosting
from conquian_tournaments.kinds import LEG, SEED, UNPLAYABLE
from conquian_tournaments.ledger import Entry, Ledger
from conquian_tournaments.opening import secret_seed
from conquian_tournaments.progress import Progress, read_progress
from conquian_tournaments.schedule import Leg
from conquian_tournaments.scribe import Scribe
from conquian_tournaments.stage import Stage
from conquian_tournaments.tournament import Tournament

_ATTEMPTS = 3
_STDERR_KEPT = 4096  # characters, of a bot in a leg


class Watcher(Protocol):
    """Is told how a run goes on."""

    def begin(self, deals_wanted: int, deals_played: int) -> None:
        """The run begins: so many deals in all, of which so many stand in the ledger."""

    def deal_over(self, over: DealOver) -> None:
        """A deal has ended."""

    def leg_over(self, leg: Leg, report: LegReport) -> None:
        """A leg is over."""

    def leg_failed(self, leg: Leg, why: str) -> None:
        """A leg could not be played and is set aside."""


async def run(tournament: Tournament, ledger: Ledger, watcher: Watcher) -> None:
    """Play what is left of a tournament. Cancelled, it keeps the deals that have ended.

    Raises:
        LedgerError: the ledger can't be written.
        LauncherError: a bot can't be built.
    """
    with ledger.view() as view:
        progress, seed = read_progress(view), secret_seed(view)
    if progress.finished:
        return
    for entrant in tournament.entrants:
        await build(entrant.bot)
    watcher.begin(tournament.deal_count, progress.deal_count)
    scribe = Scribe(ledger)
    try:
        async with hosting() as (referee, launcher), asyncio.TaskGroup() as tasks:
            writing = tasks.create_task(scribe.run())
            stage = Stage(tournament, seed, referee, launcher)
            await _Run(stage, scribe, watcher).play(progress)
            writing.cancel()
    finally:
        scribe.flush()  # if writing has failed, it says so again, alone and not in a group
    scribe.add(Entry(SEED, "", {"seed": seed}))
    scribe.flush()


class _Run:
    """One run over a tournament's schedule, several legs side by side."""

    def __init__(self, stage: Stage, scribe: Scribe, watcher: Watcher) -> None:
        self._stage = stage
        self._tournament = stage.tournament
        self._scribe = scribe
        self._watcher = watcher

    async def play(self, progress: Progress) -> None:
        places = asyncio.Semaphore(self._tournament.workers or _places())
        async with asyncio.TaskGroup() as tasks:
            for leg in self._tournament.legs():
                if leg.id not in progress.over:
                    await places.acquire()  # first, so that a long schedule makes few tasks
                    task = tasks.create_task(self._play_leg(leg, progress.played.get(leg.id, {})))
                    task.add_done_callback(lambda _: places.release())

    async def _play_leg(self, leg: Leg, before: Mapping[int, Result]) -> None:
        """Play a leg; a failure that is not the bots' is tried again, then the leg is set aside."""
        played = dict(before)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                report = await self._attempt(leg, played)
            except (RefereeError, LauncherError, OSError) as error:
                why = f"attempt {attempt}: {error}"
            else:
                self._scribe.add(_leg_entry(leg, report))
                self._watcher.leg_over(leg, report)
                return
        self._scribe.add(Entry(UNPLAYABLE, leg.id, {"why": why}))
        self._watcher.leg_failed(leg, why)

    async def _attempt(self, leg: Leg, played: dict[int, Result]) -> LegReport:
        """Play what is left of a leg, and add to `played` what it comes to."""
        seats = self._tournament.seats(leg)

        def on_deal(over: DealOver) -> None:
            assert over.position.result is not None  # it has ended
            played[over.number] = over.position.result
            self._scribe.add(deal_entry(leg, seats, over, seed=self._stage.seed))
            self._watcher.deal_over(over)

        return await self._stage.play(leg, dict(played), on_deal)


def _places() -> int:
    """How many legs the cores carry: a bot each for both seats, and at least one leg."""
    here = hasattr(os, "sched_getaffinity")  # macOS has none
    cores = len(os.sched_getaffinity(0)) if here else os.cpu_count() or 1
    return max(1, cores // 2)


def _leg_entry(leg: Leg, report: LegReport) -> Entry:
    body = {
        "end": report.over.end.value,
        "exits": [_exit_object(ended) for ended in report.exits],
        "stopped": [_exit_object(ended) for ended in report.stopped],
    }
    return Entry(LEG, leg.id, body)


def _exit_object(ended: BotExit) -> dict[str, object]:
    report = ended.report
    stderr = report.stderr_tail[-_STDERR_KEPT:]
    return {"seat": ended.seat, "cause": report.cause, "stderr": stderr}
