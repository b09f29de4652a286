"""A crew of a Dask cluster's workers.

A leg is a task of the cluster; its deals come back as events of a topic that this run alone has.
"""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from conquian_tournaments.crew.face import Crew, CrewError, Deliver
from conquian_tournaments.crew.promise import promise, settle
from conquian_tournaments.ledger import Entry
from conquian_tournaments.stage import LegDone, LegTask, play_leg_task

if TYPE_CHECKING:
    import distributed

_CONNECT_SECONDS = 10
_LOOK_SECONDS = 0.5  # between two looks at whether a leg is still wanted
_LOST = "the cluster has lost the leg"


@asynccontextmanager
async def dask_crew(address: str, places: int | None, deliver: Deliver) -> AsyncIterator[Crew]:
    """A crew of the workers of a cluster, which must find the same bots at the same paths.

    When it is left, what is played is cancelled and ends within seconds; it is not waited for.

    Args:
        address: the scheduler's.
        places: how many legs are played at a time; None for one for every two threads that the
            workers have.
        deliver: see `Deliver`.

    Raises:
        CrewError: there is no such cluster, or Dask is not installed.
    """
    client = await asyncio.to_thread(_connect, address)
    topic = f"conquian-{uuid.uuid4().hex}"
    loop = asyncio.get_running_loop()

    def take(event: tuple[float, list[str]]) -> None:
        kind, key, body = event[1]
        loop.call_soon_threadsafe(deliver, Entry(kind, key, json.loads(body)))

    try:
        client.subscribe_topic(topic, take)
        yield _DaskCrew(client, topic, places or _usual_places(client))
    finally:
        await asyncio.to_thread(client.close)


def _connect(address: str) -> "distributed.Client":
    try:
        import distributed  # noqa: PLC0415 - an extra that few have
    except ImportError:
        raise CrewError("executor: Dask is not installed: pip install 'conquian[dask]'") from None
    try:
        return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CrewError(f"executor: {address}: {error}") from None


def _usual_places(client: "distributed.Client") -> int:
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()) // 2)


class _DaskCrew:
    def __init__(self, client: "distributed.Client", topic: str, places: int) -> None:
        self.places = places
        # A task with the same arguments is another attempt; we repeat attempts ourselves.
        self._executor: Executor = client.get_executor(pure=False, retries=0)
        self._topic = topic

    def submit(self, task: LegTask) -> "Future[LegDone]":
        """See `Crew`."""
        promised: Future[LegDone] = promise()
        attempt = f"{self._topic}-{uuid.uuid4().hex}"
        playing = self._executor.submit(play_on_worker, task, self._topic, attempt)
        playing.add_done_callback(partial(_end, promised))
        return promised


def _end(promised: "Future[LegDone]", playing: "Future[LegDone]") -> None:
    import distributed  # noqa: PLC0415 - as above

    lost = playing.cancelled() or isinstance(playing.exception(), distributed.KilledWorker)
    if lost:
        promised.set_exception(BrokenExecutor(_LOST))
    else:
        settle(promised, playing)


def play_on_worker(task: LegTask, topic: str, attempt: str) -> LegDone:
    """Play a leg in a worker of a cluster; see `play_leg`.

    Raises:
        BrokenExecutor: a worker that has begun this attempt is lost. The cluster has given it to
            another one, which knows nothing of the deals that were handed back.
    """
    import distributed  # noqa: PLC0415 - as above

    begun = distributed.Event(attempt)
    if begun.is_set():
        begun.clear()
        raise BrokenExecutor(_LOST)
    begun.set()
    done = play_leg_task(task, _Line(distributed.get_worker(), topic))
    begun.clear()
    return done


class _Line:
    """The events of a topic, and what the worker knows of its task; see `Line`."""

    def __init__(self, worker: "distributed.Worker", topic: str) -> None:
        self._worker = worker
        self._topic = topic
        self._task = worker.get_current_task()

    def hand_back(self, deal: Entry) -> None:
        """See `Line`."""
        self._worker.log_event(self._topic, [deal.kind, deal.key, deal.text])

    async def hung_up(self) -> None:
        """See `Line`. A cluster also forgets the tasks of a run that is gone."""
        while self._is_wanted():
            await asyncio.sleep(_LOOK_SECONDS)

    def _is_wanted(self) -> bool:
        known = self._worker.state.tasks.get(self._task)
        return known is not None and known.state == "executing"
