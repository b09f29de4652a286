"""A leg between bots that are started here, each a process of its own, or come from elsewhere."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conquian_server.launcher import BotManifest, Launcher, cores_for
from conquian_server.match import DealOver, LegOver, LegPlan
from conquian_server.referee.keepers import BotExit, Host, Keeper, Share, Stage, Usher
from conquian_server.referee.lobby import Lobby
from conquian_server.referee.server import Referee
from conquian_server.referee.table import Table
from conquian_server.wire import LegNames


@dataclass(frozen=True, slots=True)
class LegReport:
    """A leg that is over.

    Attributes:
        over: how it ended, and its settled deals.
        exits: the bots that ended before it by themselves, first one first.
        stopped: all others: those that had to be ended, and those that stayed to the leg's end.
        shares: for each seat what its bot had of the machine.
    """

    over: LegOver
    exits: tuple[BotExit, ...]
    stopped: tuple[BotExit, ...]
    shares: tuple[Share, ...] = ()


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
    keepers: list[Keeper] = []
    table, tokens = referee.open_table(
        plan,
        names,
        bot_seed=bot_seed,
        on_deal=on_deal,
        on_bot_wanted=lambda wanted: keepers[wanted.seat].replace(),
        on_change=lambda: _give_rest(keepers),
    )
    stage = Stage(referee, launcher, table, rests=_may_rest(plan, bots))
    with cores_for(len(bots)) as cores:
        keepers += [
            Host(stage, seat, bot, tokens[seat], cores[seat])
            if isinstance(bot, BotManifest)
            else Usher(stage, seat, bot)
            for seat, bot in enumerate(bots)
        ]
        try:
            await _keep(keepers, table)
        finally:
            referee.close_table(table)
    shares = tuple(keeper.share for keeper in keepers)
    return LegReport(table.over.result(), tuple(stage.exits), tuple(stage.stopped), shares)


async def _keep(keepers: Sequence[Keeper], table: Table) -> None:
    """Have the seats kept until the leg is over, or this is cancelled."""
    running = [asyncio.create_task(keeper.run()) for keeper in keepers]
    try:
        await asyncio.wait({table.over})
    finally:
        table.call_off()
        await asyncio.gather(*running, return_exceptions=True)


def _may_rest(plan: LegPlan, bots: Sequence[BotManifest | Lobby]) -> bool:
    """Whether bots are stopped while they have nothing to do.

    Where a clock runs, and all of them are here: nobody can stop one that plays from elsewhere.
    """
    timed = plan.clocks.limit is not None or plan.clocks.bank is not None
    return timed and all(isinstance(bot, BotManifest) for bot in bots)


def _give_rest(keepers: Sequence[Keeper]) -> None:
    for keeper in keepers:
        keeper.rest()
