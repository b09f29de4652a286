"""What a run knows of who plays its legs."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeAlias

from conquian_tournaments.ledger import Entry
from conquian_tournaments.stage import LegDone, LegTask


class CrewError(Exception):
    """A crew that can't be brought together; the text names the field at fault."""


class NoShowError(Exception):
    """A leg can't be played, now or later: a remote bot did not come."""


class Crew(Protocol):
    """Plays legs, several side by side.

    Attributes:
        places: how many legs it can play at a time.
    """

    places: int

    def submit(self, task: LegTask) -> "Future[LegDone]":
        """Have a leg played, as `concurrent.futures.Executor.submit` does.

        The future holds what `play_leg` raised, or a `BrokenExecutor` where the worker is lost; by
        then all deals that a lost worker has handed back are delivered.
        """


Deliver: TypeAlias = Callable[[Entry], None]
"""Takes a deal that was handed back; called in the event loop of the run."""

Hire: TypeAlias = Callable[[Deliver], AbstractAsyncContextManager[Crew]]
"""Brings a crew together. When it is left, legs that are played are stopped in order, and what was
handed back is delivered."""
