"""A leg on its stage: handed over as a small value, played, its deals handed back as they end."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from conquian_server.launcher import BotManifest, Launcher
from conquian_server.match import ClockRules, DealOver, FaultPolicy, LegEnd, LegPlan
from conquian_server.referee import (
    BotExit,
    LegReport,
    Lobby,
    Referee,
    RefereeError,
    Share,
    play_hosted_leg,
)
from conquian_server.rules import Result, Ruleset, deck_from_seed
from conquian_server.wire import LegNames

from conquian_tournaments.deals import deal_entry
from conquian_tournaments.hosting import bot_seed, hosting
from conquian_tournaments.ledger import Entry
from conquian_tournaments.schedule import Leg
from conquian_tournaments.tournament import Entrant

_STDERR_KEPT = 4096  # characters, of a bot in a leg


@dataclass(frozen=True, slots=True)
class LegTask:
    """What is left of a leg, as it is handed to a worker.

    Attributes:
        leg: the leg.
        seats: the entrant in each seat.
        ruleset: the ruleset.
        seed: the decks' seed.
        deal_count: how many deals the leg has then.
        played: the results of those that are played, by number.
        incidents: how many each seat has had in those; empty where there was none.
        deals_at_once: how many deals may be open.
        clocks: how long bots may think.
        policy: what is done about faults.
        first_deck: the number of the deck of deal 0; those of the others follow.
    """

    leg: Leg
    seats: tuple[Entrant, ...]
    ruleset: Ruleset
    seed: str
    deal_count: int
    played: Mapping[int, Result]
    incidents: tuple[int, ...]
    deals_at_once: int
    clocks: ClockRules
    policy: FaultPolicy
    first_deck: int = 0

    def deck(self, number: int) -> int:
        """The number of a deal's deck."""
        return self.first_deck + number


@dataclass(frozen=True, slots=True)
class LegDone:
    """What a worker says of a leg that is over.

    Attributes:
        end: how it ended.
        deal_count: how many of its deals are played, with those that were when it began.
        exits: the bots' processes that ended before it by themselves.
        stopped: all others.
        shares: for each seat what its bot had of the machine.
    """

    end: LegEnd
    deal_count: int
    exits: tuple[BotExit, ...]
    stopped: tuple[BotExit, ...]
    shares: tuple[Share, ...] = ()


class Returns(Protocol):
    """Takes deals back."""

    def hand_back(self, deal: Entry) -> None:
        """Hand over a deal that has ended."""


class Line(Returns, Protocol):
    """What connects who plays a leg with the run that it is played for."""

    async def hung_up(self) -> None:
        """Wait until the run wants no more of the leg, or is gone."""


def play_leg_task(task: LegTask, line: Line) -> LegDone:
    """Play a leg in an event loop of its own; see `play_leg`."""
    return asyncio.run(play_leg(task, line))


async def play_leg(task: LegTask, line: Line) -> LegDone:
    """Play what is left of a leg, on processes started for it.

    Raises:
        RefereeError: the referee stops.
        OSError: this machine can't play it.
        CancelledError: the run has hung up.
    """
    playing = asyncio.create_task(_play(task, line))
    hung_up = asyncio.create_task(line.hung_up())
    try:
        await asyncio.wait({playing, hung_up}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hung_up.cancel()
        playing.cancel()
        await asyncio.wait({playing, hung_up})
    return playing.result()


async def _play(task: LegTask, line: Line) -> LegDone:
    bots = [entrant.bot for entrant in task.seats if entrant.bot is not None]
    async with hosting() as (referee, launcher):
        return await play_at(referee, launcher, bots, task, line)


async def play_at(
    referee: Referee,
    launcher: Launcher,
    bots: Sequence[BotManifest | Lobby],
    task: LegTask,
    line: Returns,
) -> LegDone:
    """Play what is left of a leg at a referee; see `play_leg`.

    Args:
        referee: the referee.
        launcher: what starts bots.
        bots: the bot of each seat, or where it comes by itself.
        task: the leg.
        line: takes its deals.
    """
    ended, incidents = set(task.played), task.incidents

    def on_deal(over: DealOver) -> None:
        nonlocal incidents
        if over.incidents == incidents:  # the first deal after an incident tells of it
            over = replace(over, incidents=())
        else:
            incidents = over.incidents
        ended.add(over.number)
        deck = task.deck(over.number)
        line.hand_back(deal_entry(task.leg, task.seats, over, seed=task.seed, deck=deck))

    report = await play_hosted_leg(
        referee,
        launcher,
        _plan(task),
        LegNames(task.leg.id, tuple(entrant.name for entrant in task.seats)),
        bots,
        bot_seed=lambda deal, seat: bot_seed(task.seed, task.leg.id, deal, seat),
        on_deal=on_deal,
    )
    return _done(report, len(ended))


def _plan(task: LegTask) -> LegPlan:
    return LegPlan(
        ruleset=task.ruleset,
        seats=len(task.seats),
        deal_count=task.deal_count,
        deck_of=lambda number: deck_from_seed(task.seed, task.deck(number)),
        clocks=task.clocks,
        policy=task.policy,
        deals_at_once=task.deals_at_once,
        played=task.played,
        incidents=task.incidents,
    )


def _done(report: LegReport, deal_count: int) -> LegDone:
    if report.over.end is LegEnd.CALLED_OFF:
        raise RefereeError("the referee stopped before the leg was over")
    exits, stopped = (tuple(map(_short, each)) for each in (report.exits, report.stopped))
    return LegDone(report.over.end, deal_count, exits, stopped, report.shares)


def _short(ended: BotExit) -> BotExit:
    stderr = ended.report.stderr_tail[-_STDERR_KEPT:]
    return replace(ended, report=replace(ended.report, stdout_tail="", stderr_tail=stderr))
