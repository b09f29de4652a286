"""Who meets whom, and in which seats: round robins by Berger's tables.

All numbers count from 0: rounds, entrants (by their place in the list of entrants), legs.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pairing:
    """A planned match of two entrants; `first` takes seat 0 in leg 0."""

    round: int
    first: int
    second: int

    @property
    def id(self) -> str:
        """Unique in a tournament and the same whenever its schedule is made, e.g. `r1-2v7`."""
        return f"r{self.round}-{self.first}v{self.second}"


@dataclass(frozen=True, slots=True)
class Leg:
    """The deals of a pairing with one seating; leg 1 has the seats of leg 0 exchanged."""

    pairing: Pairing
    number: int

    @property
    def id(self) -> str:
        """The pairing's id and a letter for the leg, e.g. `r1-2v7-a`."""
        return f"{self.pairing.id}-{'ab'[self.number]}"

    @property
    def seats(self) -> tuple[int, int]:
        """The entrants in seats 0 and 1."""
        first, second = self.pairing.first, self.pairing.second
        return (first, second) if self.number == 0 else (second, first)


def legs(pairing: Pairing) -> tuple[Leg, Leg]:
    """The two legs of a match."""
    return Leg(pairing, 0), Leg(pairing, 1)


def pairings(entrant_count: int, cycles: int = 1) -> Iterator[Pairing]:
    """Yields a round robin, round by round, without holding it in memory.

    In a cycle everyone meets everyone once. With an odd number of entrants each has one round
    off. Within a cycle nobody is `first` more than once more often than `second`, or the other
    way round; each cycle exchanges the order of the one before.

    Raises:
        ValueError: fewer than two entrants, or no cycle.
    """
    if entrant_count <= 1:
        raise ValueError(f"entrant_count: a round robin needs two entrants, not {entrant_count}")
    if cycles < 1:
        raise ValueError(f"cycles: must be at least 1, not {cycles}")
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
