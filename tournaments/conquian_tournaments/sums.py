"""A leg in sums, seat by seat."""

from collections import Counter
from dataclasses import dataclass, field

from conquian_tournaments.settled import SettledDeal


@dataclass(slots=True)
class FaultRun:
    """Deals one after another that a seat forfeited with the same cause.

    Attributes:
        first: the number of the first deal.
        last: the number of the last.
        cause: what happened, in words.
    """

    first: int
    last: int
    cause: str


@dataclass(slots=True)
class SeatSums:
    """What a seat did in the deals of a leg.

    Attributes:
        won: deals won, those that another seat forfeited among them.
        drawn: deals drawn.
        lost: deals lost, its own forfeited ones among them.
        points: the points, with the multipliers.
        faults: how many deals it forfeited, by reason.
        fault_runs: why it forfeited them.
        decisions: how many decisions were charged to it.
        seconds: what was charged for all of them together.
        slowest: the most seconds charged for one.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    fault_runs: list[FaultRun] = field(default_factory=list)
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def mean(self) -> float | None:
        """The mean of seconds charged for a decision, None before the first."""
        return self.seconds / self.decisions if self.decisions else None

    def charge(self, charges: tuple[float, ...]) -> None:
        """Add the seconds charged for the decisions of a deal."""
        self.decisions += len(charges)
        self.seconds += sum(charges)
        self.slowest = max(self.slowest, *charges, 0.0)

    def fault(self, number: int, reason: str, cause: str) -> None:
        """Note why it forfeited the deal of that number."""
        self.faults[reason] += 1
        run = self.fault_runs[-1] if self.fault_runs else None
        if run is not None and (run.last, run.cause) == (number - 1, cause):
            run.last = number
        else:
            self.fault_runs.append(FaultRun(number, number, cause))


class LegSums:
    """Adds up the deals of a leg.

    Attributes:
        deals: how many deals there were.
        seats: the sums of each seat.
    """

    def __init__(self, seats: int) -> None:
        self.deals = 0
        self.seats = tuple(SeatSums() for _ in range(seats))

    def add(self, deal: SettledDeal) -> None:
        """Add a deal."""
        self.deals += 1
        self._judge(deal)
        amounts = zip(self.seats, deal.settlement.points, deal.over.charges, strict=True)
        for sums, points, charges in amounts:
            sums.points += points
            sums.charge(charges)

    @property
    def faulted(self) -> bool:
        """Whether a deal was forfeited."""
        return any(sums.faults for sums in self.seats)

    def _judge(self, deal: SettledDeal) -> None:
        result = deal.result
        for sums, rank in zip(self.seats, result.ranks(), strict=True):
            sums.drawn += result.drawn
            sums.won += rank == 0 and not result.drawn
            sums.lost += rank > 0
        if result.offender is not None:
            offender = self.seats[result.offender]
            offender.fault(deal.over.number, result.reason.value, deal.over.cause)
