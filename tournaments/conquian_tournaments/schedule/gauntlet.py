"""The first few entrants against all others."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from conquian_tournaments.schedule.outcome import Outcome
from conquian_tournaments.schedule.pairing import Pairing
from conquian_tournaments.schedule.waves import check_wave, check_whole


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """Each of the first entrants, the runners, meets each other entrant once a cycle, in one wave.

    Runners don't meet each other, nor do the others. Within a cycle nobody is `first` more than
    once more often than `second`, or the other way round; each cycle exchanges the order of the
    one before.

    Attributes:
        entrant_count: how many entrants there are.
        runners: how many of them, the first ones, run the gauntlet.
        cycles: how often two entrants meet.

    Raises:
        ValueError: nobody runs the gauntlet, or nobody is left to be met, or no cycle.
    """

    entrant_count: int
    runners: int = 1
    cycles: int = 1

    def __post_init__(self) -> None:
        check_whole("entrant_count", self.entrant_count, 2)
        check_whole("runners", self.runners, 1, self.entrant_count - 1)
        check_whole("cycles", self.cycles, 1)

    @property
    def wave_count(self) -> int:
        """One: nothing depends on outcomes."""
        return 1

    @property
    def pairing_count(self) -> int:
        """How many pairings there are."""
        return self.runners * (self.entrant_count - self.runners) * self.cycles

    def wave(self, number: int, outcomes: Iterable[Outcome] = ()) -> Iterator[Pairing]:
        """All pairings; see `Schedule.wave`."""
        check_wave(self, number)
        return self._pairings()

    def _pairings(self) -> Iterator[Pairing]:
        rounds = max(self.runners, self.entrant_count - self.runners)
        for number in range(self.cycles * rounds):
            cycle, turn = divmod(number, rounds)
            yield from self._round(number, turn, exchanged=cycle % 2 == 1)

    def _round(self, number: int, turn: int, *, exchanged: bool) -> Iterator[Pairing]:
        """The others stand in a circle, with gaps if there are more runners, and turn by one."""
        others = self.entrant_count - self.runners
        for runner in range(self.runners):
            other = (runner + turn) % max(self.runners, others)
            if other < others:
                pair = runner, self.runners + other
                # Like a chessboard's colours: even along each row and each column.
                if (runner + other) % 2 != exchanged:
                    pair = pair[1], pair[0]
                yield Pairing(number, *pair)
