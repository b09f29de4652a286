"""What runs in a worker process."""

import asyncio
import os
import signal
import threading
from multiprocessing.connection import Connection
from types import FrameType

from conquian_tournaments import signals
from conquian_tournaments.ledger import Entry
from conquian_tournaments.stage import LegDone, LegTask, play_leg_task

_lines: list["_Line"] = []  # of this process: none before it has begun, then one


def begin(deals: Connection, life: Connection) -> None:
    """Make this process a worker.

    Args:
        deals: where deals are handed back.
        life: ends when the run hangs up, or dies.
    """
    for number in signals.STOPPING:
        signal.signal(number, _ignore)  # and not SIG_IGN, which bots would inherit
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals.STOPPING)
    _lines.append(_Line(deals, life))


def play(task: LegTask) -> LegDone:
    """Play a leg in this process; see `play_leg`."""
    (line,) = _lines
    with line.busy:
        return play_leg_task(task, line)


class _Line:
    """Two pipes to the run; see `Line`.

    Attributes:
        busy: held while a leg is played.
    """

    def __init__(self, deals: Connection, life: Connection) -> None:
        self.busy = threading.Lock()
        self._deals = deals
        self._life = life
        threading.Thread(target=self._leave, daemon=True).start()

    def hand_back(self, deal: Entry) -> None:
        """See `Line`."""
        self._deals.send(deal)

    async def hung_up(self) -> None:
        """See `Line`."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._life, ended.set)  # nothing is ever written to it but its end
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._life)

    def _leave(self) -> None:
        """End the process when the run has hung up, and a leg that is played has ended."""
        self._life.poll(None)
        with self.busy:
            os._exit(0)


def _ignore(number: int, frame: FrameType | None) -> None:
    """What ends the run ends the workers too, when it says so."""
