"""A crew of worker processes on this machine."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection

from conquian_tournaments import signals
from conquian_tournaments.crew import worker
from conquian_tournaments.crew.face import Crew, Deliver
from conquian_tournaments.crew.promise import promise, settle
from conquian_tournaments.ledger import Entry
from conquian_tournaments.stage import LegDone, LegTask


def usual_places(seats: int = 2) -> int:
    """How many legs the cores carry: a core for each seat's bot, and at least one leg."""
    here = hasattr(os, "sched_getaffinity")  # macOS has none
    cores = len(os.sched_getaffinity(0)) if here else os.cpu_count() or 1
    return max(1, cores // seats)


@asynccontextmanager
async def local_crew(places: int, deliver: Deliver) -> AsyncIterator[Crew]:
    """A crew with as many worker processes as legs are played at a time."""
    loop = asyncio.get_running_loop()
    crew = _LocalCrew(places, lambda deal: loop.call_soon_threadsafe(deliver, deal))
    try:
        yield crew
    finally:
        await asyncio.to_thread(crew.stop)


class _LocalCrew:
    """Workers in pools of one: the death of one breaks its own pool, and costs no other leg."""

    def __init__(self, places: int, deliver: Callable[[Entry], object]) -> None:
        self.places = places
        self._deliver = deliver
        self._workers: list[_Worker] = []  # with those that have died
        self._idle: list[_Worker] = []

    def submit(self, task: LegTask) -> "Future[LegDone]":
        """See `Crew`."""
        promised: Future[LegDone] = promise()
        hired, playing = self._begin(task)
        playing.add_done_callback(partial(self._end, hired, promised))
        return promised

    def stop(self) -> None:
        """Have all workers stop in order, at the same time, and wait for their ends."""
        for each in self._workers:
            each.hang_up()
        for each in self._workers:
            each.join()

    def _begin(self, task: LegTask) -> "tuple[_Worker, Future[LegDone]]":
        while self._idle:
            idle = self._idle.pop()
            try:
                return idle, idle.submit(task)
            except BrokenExecutor:  # it has died while it had nothing to do
                idle.hang_up()
        new = _Worker(self._deliver)
        self._workers.append(new)
        return new, new.submit(task)

    def _end(
        self, hired: "_Worker", promised: "Future[LegDone]", playing: "Future[LegDone]"
    ) -> None:
        if isinstance(playing.exception(), BrokenExecutor | asyncio.CancelledError):
            hired.hang_up()
            hired.read_to_end()
            promised.set_exception(BrokenExecutor("the worker process has died"))
        else:
            self._idle.append(hired)
            settle(promised, playing)


class _Worker:
    """A worker process with its two pipes: deals come out of one, the other says that we live.

    Args:
        deliver: called with each deal that it hands back, in a thread of the worker's.
    """

    def __init__(self, deliver: Callable[[Entry], object]) -> None:
        _start_tracker()
        context = get_context("spawn")
        deals, its_deals = context.Pipe(duplex=False)
        its_life, self._life = context.Pipe(duplex=False)
        self._its_ends: list[Connection] = [its_deals, its_life]
        self._pool = ProcessPoolExecutor(
            max_workers=1,
            mp_context=context,
            initializer=worker.begin,
            initargs=(its_deals, its_life),
        )
        self._reader = threading.Thread(target=_read, args=(deals, deliver), daemon=True)
        self._reader.start()

    def submit(self, task: LegTask) -> "Future[LegDone]":
        """Have it play a leg.

        Raises:
            BrokenExecutor: it is dead.
            OSError: it can't be started.
        """
        # The first one starts the process. Ctrl-C goes to all processes of a terminal; a worker
        # that is told to stop by us must not hear of it, not even before it can say so.
        resource_tracker.ensure_running()  # it would let the signals through again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals.STOPPING)
        try:
            return self._pool.submit(worker.play, task)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            while self._its_ends:  # or the pipe would not end with the process
                self._its_ends.pop().close()

    def hang_up(self) -> None:
        """Have it end what it does in order, and then itself."""
        self._life.close()

    def join(self) -> None:
        """Wait for its end."""
        self._pool.shutdown()
        self.read_to_end()

    def read_to_end(self) -> None:
        """Wait for its end, and until all that it has handed back is delivered."""
        self._reader.join()


def _start_tracker() -> None:
    """Start what multiprocessing starts beside its first lock, out of a closed terminal's reach."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
    try:
        resource_tracker.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _read(deals: Connection, deliver: Callable[[Entry], object]) -> None:
    with deals:
        while True:
            try:
                deal = deals.recv()
            except (EOFError, OSError):  # it has ended, perhaps in the middle of a deal
                return
            deliver(deal)
