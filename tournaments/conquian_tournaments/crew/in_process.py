"""A crew that plays in the run's own event loop."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import partial

from conquian_tournaments.crew.face import Crew, Deliver
from conquian_tournaments.crew.promise import promise, settle
from conquian_tournaments.ledger import Entry
from conquian_tournaments.stage import LegDone, LegTask, play_leg


@asynccontextmanager
async def in_process_crew(places: int, deliver: Deliver) -> AsyncIterator[Crew]:
    """A crew without workers: a leg is a task beside the run's own."""
    crew = _InProcess(places, deliver)
    try:
        yield crew
    finally:
        await crew.stop()


class _InProcess:
    def __init__(self, places: int, deliver: Deliver) -> None:
        self.places = places
        self._deliver = deliver
        self._playing: set[asyncio.Task[LegDone]] = set()

    def submit(self, task: LegTask) -> "Future[LegDone]":
        """See `Crew`."""
        promised: Future[LegDone] = promise()
        playing = asyncio.create_task(play_leg(task, self))
        self._playing.add(playing)
        playing.add_done_callback(self._playing.discard)
        playing.add_done_callback(partial(settle, promised))
        return promised

    def hand_back(self, deal: Entry) -> None:
        """See `Line`."""
        self._deliver(deal)

    async def hung_up(self) -> None:
        """Never: a task is stopped by cancelling it."""
        await asyncio.Event().wait()

    async def stop(self) -> None:
        """Stop what is played."""
        for playing in self._playing:
            playing.cancel()
        if self._playing:
            await asyncio.wait(self._playing)
