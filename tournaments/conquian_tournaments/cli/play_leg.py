"""The work of `conquian play`: the bots are built, play in the loop, and are summed up."""

import asyncio
import signal
from asyncio import Future, Queue
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from conquian_server.launcher import BotManifest, build, command_for
from conquian_server.match import DealOver
from conquian_server.referee import LegReport, play_hosted_leg
from conquian_server.wire import LegNames

from conquian_tournaments import signals
from conquian_tournaments.cli.errors import NO, remark
from conquian_tournaments.cli.play_output import Outlet, Style, outlet
from conquian_tournaments.cli.play_setup import Setup
from conquian_tournaments.cli.play_summary import Played, print_summary
from conquian_tournaments.cli.trusting import check_tiers
from conquian_tournaments.hosting import bot_seed, hosting
from conquian_tournaments.settled import SettledDeal, Settler
from conquian_tournaments.sums import LegSums

_LEG = "play"
_SIGNALLED = 128  # what a shell adds to a signal's number


def run(setup: Setup, style: Style) -> int:
    """Play a leg, put out its deals and its summary, and return the exit status.

    Raises:
        BadInput: the options of the output can't be used.
        LauncherError: a bot can't be built or has no program.
        OSError: the output can't be written.
    """
    sums = LegSums(setup.plan.seats)
    with outlet(setup, style) as put_out:
        setup = replace(setup, bots=built(setup.bots))

        def deliver(deal: SettledDeal) -> None:
            sums.add(deal)
            put_out(deal)

        played = asyncio.run(_play(setup, deliver, sums))
    print_summary(played, style)
    if played.stopped_by is not None:
        return _SIGNALLED + played.stopped_by
    return NO if played.failed else 0


def built(bots: Sequence[BotManifest]) -> tuple[BotManifest, ...]:
    """Build the bots that need it, each once, and see that all have a program.

    Raises:
        LauncherError: a bot can't be built or has no program, or no sandbox can hold it.
    """
    check_tiers(bots)
    ready = {bot: asyncio.run(build(bot, tell=remark)) for bot in dict.fromkeys(bots)}
    for bot in ready.values():
        command_for(bot)
    return tuple(ready[bot] for bot in bots)


async def _play(setup: Setup, deliver: Outlet, sums: LegSums) -> Played:
    """Play the leg until its end or the first signal; a second signal acts as it always does."""
    loop = asyncio.get_running_loop()
    stopped: Future[signal.Signals] = loop.create_future()

    def stop(number: signal.Signals) -> None:
        if not stopped.done():
            stopped.set_result(number)
        for each in signals.heard():
            loop.remove_signal_handler(each)

    for number in signals.heard():
        loop.add_signal_handler(number, stop, number)
    settler = Settler(setup.plan.ruleset, setup.plan.seats)
    report = await _deliver_all(setup, stopped, settler, deliver)
    signalled = stopped.result() if stopped.done() else None
    return Played(setup, sums, report, settler.waiting, signalled)


async def _deliver_all(
    setup: Setup, stopped: "Future[signal.Signals]", settler: Settler, deliver: Outlet
) -> LegReport:
    """Play the leg and deliver its settled deals.

    A thread delivers them: a reader who takes his time must not cost the bots theirs.
    """
    ended: Queue[DealOver | None] = Queue()
    leg = asyncio.create_task(_host(setup, stopped, ended.put_nowait))
    leg.add_done_callback(lambda _: ended.put_nowait(None))
    try:
        while (over := await ended.get()) is not None:
            for deal in settler.add(over):
                await asyncio.to_thread(deliver, deal)
        return await leg
    finally:
        leg.cancel()
        await asyncio.wait({leg})


async def _host(
    setup: Setup, stopped: "Future[signal.Signals]", on_deal: Callable[[DealOver], None]
) -> LegReport:
    async with hosting() as (referee, launcher):
        leg = asyncio.create_task(
            play_hosted_leg(
                referee,
                launcher,
                setup.plan,
                LegNames(_LEG, setup.names),
                setup.bots,
                bot_seed=lambda deal, seat: bot_seed(setup.seed, _LEG, deal, seat),
                on_deal=on_deal,
            )
        )
        try:
            either: tuple[Future[Any], ...] = (leg, stopped)
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if stopped.done():
                await referee.stop()
            return await leg
        finally:
            leg.cancel()
            await asyncio.wait({leg})
