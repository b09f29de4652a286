"""Worker processes: what is handed to them and back, and what happens when they die."""

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_server.launcher import find_bot
from conquian_server.match import ClockRules, FaultPolicy, LegEnd
from conquian_tournaments.crew.local import local_crew
from conquian_tournaments.ledger import Entry
from conquian_tournaments.stage import LegTask
from conquian_tournaments.tournament import Entrant

from tests.tournaments.actors import CLASSIC, leg


@pytest.fixture
def task(tmp_path: Path) -> LegTask:
    """Three deals of two shipped bots."""
    return LegTask(
        leg=leg(0),
        seats=tuple(Entrant(name, name, find_bot(name, tmp_path)) for name in ("random", "greedy")),
        ruleset=CLASSIC,
        seed="a seed",
        deal_count=3,
        played={},
        incidents=(),
        deals_at_once=1,
        clocks=ClockRules(),
        policy=FaultPolicy(),
    )


def _only_worker() -> int:
    (worker,) = multiprocessing.active_children()
    assert worker.pid is not None
    return worker.pid


def test_a_worker_plays_leg_after_leg(task: LegTask) -> None:
    """One process plays the legs of one place, each deal is handed back, and it goes at the end."""
    deals: list[Entry] = []

    async def play() -> tuple[int, int]:
        async with local_crew(1, deals.append) as crew:
            done = await asyncio.wrap_future(crew.submit(task))
            assert (done.end, done.deal_count, done.exits) == (LegEnd.PLAYED, 3, ())
            before = _only_worker()
            await asyncio.wrap_future(crew.submit(task))
            return before, _only_worker()

    before, after = asyncio.run(play())
    assert before == after
    assert [deal.key for deal in deals] == 2 * ["r0-0v1-a/0", "r0-0v1-a/1", "r0-0v1-a/2"]
    assert deals[0].body["seats"] == ["random", "greedy"]
    assert multiprocessing.active_children() == []


def test_a_worker_that_died_idle_is_replaced(task: LegTask) -> None:
    """A worker that is killed while it has nothing to do costs nothing."""

    async def play() -> int:
        async with local_crew(1, lambda _: None) as crew:
            await asyncio.wrap_future(crew.submit(task))
            worker = multiprocessing.active_children()[0]
            worker.kill()
            await asyncio.to_thread(worker.join)
            return (await asyncio.wrap_future(crew.submit(task))).deal_count

    assert asyncio.run(play()) == 3


def test_deals_of_a_dead_worker_are_delivered_first(task: LegTask) -> None:
    """When a leg is known to be lost with its worker, all that was handed back has come."""
    deals: list[Entry] = []

    def kill_after_two(deal: Entry) -> None:
        deals.append(deal)
        if len(deals) == 2:
            os.kill(_only_worker(), signal.SIGKILL)

    async def play() -> int:
        async with local_crew(1, kill_after_two) as crew:
            with pytest.raises(BrokenExecutor, match="the worker process has died"):
                await asyncio.wrap_future(crew.submit(_long(task)))
            return len(deals)

    assert asyncio.run(play()) == len(deals) >= 2
    assert multiprocessing.active_children() == []


def test_leaving_stops_what_is_played(task: LegTask) -> None:
    """A crew that is left in the middle of a leg ends it, and the deals before are delivered."""
    deals: list[Entry] = []

    async def play() -> None:
        begun = asyncio.Event()

        def deliver(deal: Entry) -> None:
            deals.append(deal)
            begun.set()

        async with local_crew(1, deliver) as crew:
            crew.submit(_long(task))
            await begun.wait()

    asyncio.run(play())
    assert [deal.key for deal in deals] == [f"r0-0v1-a/{number}" for number in range(len(deals))]
    assert multiprocessing.active_children() == []


def _long(task: LegTask) -> LegTask:
    """A leg that does not end before a test does."""
    return replace(task, deal_count=100_000)
