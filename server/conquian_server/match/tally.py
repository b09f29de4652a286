"""The score of a leg whose deals end in any order."""

from conquian_server.match.effects import Standing
from conquian_server.match.plan import LegPlan
from conquian_server.rules import LegScore, Result, Settlement


class Tally:
    """The deals that are finished, settled in the order of their numbers (rules section 7).

    Attributes:
        finished_count: how many deals are finished, settled or not.
        settlements: those settled: all before the first that is not finished.
        standing: the score after the last that is settled.
        target_reached: whether a seat has the score that ends the leg.
    """

    def __init__(self, plan: LegPlan) -> None:
        self.finished_count = 0
        self.settlements: list[Settlement] = []
        self.target_reached = False
        self._target = plan.target
        self._score = LegScore(plan.ruleset, plan.seats)
        self._unsettled: dict[int, Result] = {}
        self.standing = self._standing()
        for number, result in plan.played.items():
            self.add(number, result)

    def add(self, number: int, result: Result) -> None:
        """Note the result of a finished deal."""
        self.finished_count += 1
        self._unsettled[number] = result
        while not self.target_reached and len(self.settlements) in self._unsettled:
            self._settle(self._unsettled.pop(len(self.settlements)))

    def _settle(self, result: Result) -> None:
        self.settlements.append(self._score.add(result))
        self.standing = self._standing()
        self.target_reached = self._target is not None and max(self._score.totals) >= self._target

    def _standing(self) -> Standing:
        return Standing(self._score.multiplier, self._score.totals)
