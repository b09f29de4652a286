"""The whole path: referee, state machine, rules, and two bots on the SDK, each a process."""

import asyncio
import resource
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from conquian_server.launcher import read_manifest
from conquian_server.match import ClockRules, DealOver, LegPlan
from conquian_server.referee import play_hosted_leg
from conquian_server.rules import PRESETS, deck_from_seed
from conquian_server.wire import LegNames
from conquian_tournaments.hosting import hosting

BOT = Path(__file__).with_name("instant_bot")
_DECISIONS_PER_DEAL = 39  # of these bots, about; it only sets how long a run is


@dataclass(frozen=True, slots=True)
class PathSample:
    """One leg over the whole path.

    Attributes:
        rate: decisions a second, from the first deal's end to the last one's.
        referee_us: CPU microseconds of the referee's process a decision.
        bots_us: CPU microseconds of both bots a decision, their starts included.
    """

    rate: float
    referee_us: float
    bots_us: float


def play(at_once: int, decisions: int) -> PathSample:
    """Play a leg with so many deals at once, of about so many decisions."""
    deal_count = max(2 * at_once, decisions // _DECISIONS_PER_DEAL)
    return asyncio.run(_play(at_once, deal_count))


async def _play(at_once: int, deal_count: int) -> PathSample:
    plan = LegPlan(
        PRESETS["classic"],
        2,
        deal_count,
        lambda number: deck_from_seed("benchmark", number),
        clocks=ClockRules(limit=60.0),
        deals_at_once=at_once,
    )
    ends: list[tuple[float, float, int]] = []

    def on_deal(over: DealOver) -> None:
        ends.append((perf_counter(), _cpu(resource.RUSAGE_SELF), over.position.action_count))

    before = _cpu(resource.RUSAGE_CHILDREN)
    async with hosting() as (referee, launcher):
        await play_hosted_leg(
            referee,
            launcher,
            plan,
            LegNames("benchmark", ("a", "b")),
            [read_manifest(BOT)] * 2,
            bot_seed=lambda deal, seat: 2 * deal + seat,
            on_deal=on_deal,
        )
    bots = _cpu(resource.RUSAGE_CHILDREN) - before
    # Deals that run side by side end together: what was decided before the first end counts for
    # little over a long leg, and is left out with that end.
    decided = sum(count for _, _, count in ends[1:])
    return PathSample(
        rate=decided / (ends[-1][0] - ends[0][0]),
        referee_us=(ends[-1][1] - ends[0][1]) / decided * 1e6,
        bots_us=bots / decided * 1e6,
    )


def _cpu(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime
