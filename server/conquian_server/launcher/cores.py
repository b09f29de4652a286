"""Cores for bots: one for each, as far as the machine has enough."""

import os
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Final

from conquian_server.launcher.claims import claim
from conquian_server.launcher.tools import find_tool, tool

_PIN: Final = "taskset"


@dataclass(frozen=True, slots=True)
class Core:
    """A core that a bot runs on.

    Attributes:
        number: the machine's number of it.
        is_shared: Whether other bots run there, too, of this process or of another.
    """

    number: int
    is_shared: bool

    def words(self) -> tuple[str, ...]:
        """The command that keeps another one to this core."""
        return tool(_PIN), "--cpu-list", str(self.number)


@contextmanager
def cores_for(count: int) -> Iterator[tuple[Core | None, ...]]:
    """Cores for the bots of a table; None for each where none can be chosen.

    Those are taken that no other table has, in whatever process; where they do not suffice, bots
    share, and those of one table share last.
    """
    if not hasattr(os, "sched_getaffinity") or find_tool(_PIN) is None:
        yield (None,) * count
        return
    numbers = sorted(os.sched_getaffinity(0))
    with ExitStack() as held:
        yield _dealt(numbers, _claimed(numbers, count, held), count)


def _claimed(numbers: list[int], count: int, held: ExitStack) -> list[int]:
    claimed: list[int] = []
    for number in numbers:
        if len(claimed) < count and (name := claim(f"core-{number}")) is not None:
            held.enter_context(name)
            claimed.append(number)
    return claimed


def _dealt(numbers: list[int], claimed: list[int], count: int) -> tuple[Core, ...]:
    others = [number for number in numbers if number not in claimed]
    random.shuffle(others)
    dealt = list(islice(cycle(claimed + others), count))
    return tuple(
        Core(number, is_shared=number not in claimed or dealt.count(number) > 1) for number in dealt
    )
