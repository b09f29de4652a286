"""Checks of many deals: without a fault, and what they cost."""

import asyncio
import contextlib
import hashlib
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from conquian_server.conformance.bench import Bench, Seating
from conquian_server.conformance.failed import Failed
from conquian_server.conformance.scenes import SEED
from conquian_server.interview import last_words
from conquian_server.launcher import BotManifest, find_bot
from conquian_server.match import ClockRules, DealOver, FaultPolicy, LegPlan
from conquian_server.referee import LegReport, Options, Referee, play_hosted_leg
from conquian_server.rules import deck_from_seed, record_of
from conquian_server.wire import LegNames

DEALS = 200
_LOOK_SECONDS = 0.1
_MS = 1000


async def plays_without_fault(bench: Bench) -> str:
    """The bot plays seeded deals at a referee, against a bot of whims, without a fault."""
    each = math.ceil(DEALS / len(bench.seatings))
    address = f"unix:{bench.launcher.new_folder()}/s"
    async with Referee(Options(address)) as referee, _memory_watched(bench):
        for number, seating in enumerate(bench.seatings):
            await _Table(bench, seating, number % seating.seats).play(referee, each)
    return f"{each * len(bench.seatings)} deals, {len(bench.charges)} decisions"


async def tells_its_cost(bench: Bench) -> str:
    """Memory and time for each decision, in the deals that were played."""
    charges = sorted(bench.charges)
    half, most = (charges[math.ceil(len(charges) * part) - 1] for part in (0.5, 0.99))
    times = f"half of its decisions took up to {half * _MS:.2f} ms, 99 % up to {most * _MS:.2f} ms"
    if not bench.peak_mb:
        return f"{times}; this system does not tell its memory"
    return f"{times}; its processes took up to {bench.peak_mb:.0f} MiB"


class _Table:
    """A leg of the bot against bots of whims."""

    def __init__(self, bench: Bench, seating: Seating, seat: int) -> None:
        self._bench = bench
        self._seating = seating
        self._seat = seat
        self._seed = f"{SEED} {seating.text}"
        self._fault: DealOver | None = None

    async def play(self, referee: Referee, deals: int) -> None:
        """Play it.

        Raises:
            Failed: a fault of the bot ended a deal.
        """
        bots = self._bots()
        names = LegNames("check", tuple(bot.name for bot in bots))
        report = await play_hosted_leg(
            referee,
            self._bench.launcher,
            self._plan(deals),
            names,
            bots,
            bot_seed=self._bot_seed,
            on_deal=self._take,
        )
        if self._fault is not None:
            raise self._failure(self._fault, names, report)

    def _plan(self, deals: int) -> LegPlan:
        bench, patience = self._bench, self._bench.patience
        return LegPlan(
            self._seating.ruleset,
            self._seating.seats,
            deals,
            partial(deck_from_seed, self._seed),
            ClockRules(patience.decision, warm_up=patience.warm_up or 0.0),
            FaultPolicy(incidents=1),
            deals_at_once=max(1, bench.hello.deals_at_once),
        )

    def _bots(self) -> list[BotManifest]:
        bots = [replace(find_bot("random"), name="whims") for _ in range(self._seating.seats)]
        bots[self._seat] = self._bench.bot
        return bots

    def _bot_seed(self, deal: int, seat: int) -> int:
        digest = hashlib.sha256(f"{self._seed}:{deal}:{seat}".encode()).digest()
        return int.from_bytes(digest[:8], "big")

    def _take(self, over: DealOver) -> None:
        self._bench.charges += over.charges[self._seat]
        result = over.position.result
        if result is not None and result.offender == self._seat and self._fault is None:
            self._fault = over

    def _failure(self, over: DealOver, names: LegNames, report: LegReport) -> Failed:
        result = over.position.result
        assert result is not None, "a deal that is over has a result"
        words = f"deal {over.number} of {self._seating.text}: {result.reason.value}: {over.cause}"
        for exit_ in report.exits:
            if exit_.seat == self._seat:
                words += f"; {last_words(exit_.report)}"
        return Failed(words, record=record_of(over.position, names.seats))


@asynccontextmanager
async def _memory_watched(bench: Bench) -> AsyncIterator[None]:
    watching = asyncio.create_task(_watch_memory(bench))
    try:
        yield
    finally:
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching


async def _watch_memory(bench: Bench) -> None:
    started = bench.launcher.started
    before = len(started)  # of other checks
    while True:
        for bot, process in started[before:]:
            if bot is bench.bot and process.running:
                bench.peak_mb = max(bench.peak_mb, process.measure().memory_mb)
        await asyncio.sleep(_LOOK_SECONDS)
