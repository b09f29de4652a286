"""Deals that end in any order, settled in the order of their numbers (rules section 7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from conquian_server.match import DealOver
from conquian_server.rules import LegScore, Result, Ruleset, Settlement, record_of


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """A deal that has ended, with its place in its leg.

    Attributes:
        over: the deal.
        settlement: its multiplier, its points and the totals after it.
    """

    over: DealOver
    settlement: Settlement

    @property
    def result(self) -> Result:
        """How it ended, with the points before the multiplier."""
        assert self.over.position.result is not None  # it has ended
        return self.over.position.result

    def record(self, names: Sequence[str]) -> dict[str, Any]:
        """Its record as a JSON object, `number` added (rules section 12).

        Args:
            names: the seats' names.
        """
        record = record_of(self.over.position, names, multiplier=self.settlement.multiplier)
        return {**record, "number": self.over.number}


class Settler:
    """Settles the deals of a leg."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self._score = LegScore(ruleset, seats)
        self._waiting: dict[int, DealOver] = {}
        self._next = 0

    @property
    def waiting(self) -> int:
        """How many deals have ended that a lower number's, which has not, keeps unsettled."""
        return len(self._waiting)

    def add(self, over: DealOver) -> Iterator[SettledDeal]:
        """Take a deal that has ended; what can be settled now follows, in order."""
        self._waiting[over.number] = over
        while (deal := self._waiting.pop(self._next, None)) is not None:
            assert deal.position.result is not None  # it has ended
            self._next += 1
            yield SettledDeal(deal, self._score.add(deal.position.result))
