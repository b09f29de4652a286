"""Everyone against everyone at tables of three or four."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from conquian_tournaments.schedule.outcome import Outcome
from conquian_tournaments.schedule.pairing import Pairing
from conquian_tournaments.schedule.waves import check_wave, check_whole

FEWEST_SEATS, MOST_SEATS = 3, 4


@dataclass(frozen=True, slots=True)
class Tables:
    """Each three, or each four, of the entrants meet once, all in one wave and one round.

    The legs of a table give everyone each seat once, but leave who sits after whom as it is.

    Attributes:
        entrant_count: how many entrants there are.
        seats: how many sit at a table.

    Raises:
        ValueError: a table can't have so many seats, or there are fewer entrants than seats.
    """

    entrant_count: int
    seats: int

    def __post_init__(self) -> None:
        check_whole("seats", self.seats, FEWEST_SEATS, min(MOST_SEATS, self.entrant_count))

    @property
    def wave_count(self) -> int:
        """One: nothing depends on outcomes."""
        return 1

    @property
    def pairing_count(self) -> int:
        """How many tables there are."""
        return math.comb(self.entrant_count, self.seats)

    def wave(self, number: int, outcomes: Iterable[Outcome] = ()) -> Iterator[Pairing]:
        """All tables; see `Schedule.wave`."""
        check_wave(self, number)
        return self._tables()

    def _tables(self) -> Iterator[Pairing]:
        for first, second, *others in combinations(range(self.entrant_count), self.seats):
            yield Pairing(0, first, second, tuple(others))
