"""Everyone against everyone: round robins by Berger's tables."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from conquian_tournaments.schedule.outcome import Outcome
from conquian_tournaments.schedule.pairing import Pairing
from conquian_tournaments.schedule.waves import check_wave, check_whole


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everyone meets everyone once a cycle, all in one wave.

    Attributes:
        entrant_count: how many entrants there are.
        cycles: how often two entrants meet.

    Raises:
        ValueError: fewer than two entrants, or no cycle.
    """

    entrant_count: int
    cycles: int = 1

    def __post_init__(self) -> None:
        check_whole("entrant_count", self.entrant_count, 2)
        check_whole("cycles", self.cycles, 1)

    @property
    def wave_count(self) -> int:
        """One: nothing depends on outcomes."""
        return 1

    @property
    def pairing_count(self) -> int:
        """How many pairings there are."""
        return math.comb(self.entrant_count, 2) * self.cycles

    def wave(self, number: int, outcomes: Iterable[Outcome] = ()) -> Iterator[Pairing]:
        """All pairings; see `Schedule.wave`."""
        check_wave(self, number)
        return pairings(self.entrant_count, self.cycles)


def pairings(entrant_count: int, cycles: int = 1) -> Iterator[Pairing]:
    """Yields a round robin, round by round, without holding it in memory.

    In a cycle everyone meets everyone once. With an odd number of entrants each has one round
    off. Within a cycle nobody is `first` more than once more often than `second`, or the other
    way round; each cycle exchanges the order of the one before.

    Raises:
        ValueError: fewer than two entrants, or no cycle.
    """
    check_whole("entrant_count", entrant_count, 2)
    check_whole("cycles", cycles, 1)
    return _rounds(entrant_count, cycles)


def _rounds(entrant_count: int, cycles: int) -> Iterator[Pairing]:
    places = entrant_count + entrant_count % 2
    for number in range(cycles * (places - 1)):
        cycle, row = divmod(number, places - 1)
        for first, second in _berger_row(places, row):
            if max(first, second) < entrant_count:
                pair = (second, first) if cycle % 2 else (first, second)
                yield Pairing(number, *pair)


def _berger_row(places: int, row: int) -> Iterator[tuple[int, int]]:
    """One row of the FIDE Handbook's Berger table for an even number of places.

    The last place stays and changes colour from row to row. The others stand in a circle and
    each row turns it by half of `places`: who stands at its head meets the last place, and
    those equally far from the head on either side meet each other.
    """
    circle, last = places - 1, places - 1
    head = row * (places // 2) % circle
    yield (last, head) if row % 2 else (head, last)
    for distance in range(1, places // 2):
        yield (head + distance) % circle, (head - distance) % circle
