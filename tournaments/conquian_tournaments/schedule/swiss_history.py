"""What a Swiss system remembers of the rounds before."""

from collections.abc import Iterable
from dataclasses import dataclass

from conquian_tournaments.schedule.outcome import Outcome
from conquian_tournaments.schedule.pairing import Pairing

_WIN, _DRAW = 2, 1  # halves


@dataclass(frozen=True, slots=True)
class History:
    """For each entrant, by number, what the rounds before have brought.

    Attributes:
        scores: in halves of a win.
        leads: how many times more it was first than second.
        met: whom it has met; the number after the last entrant's stands for a round off.
    """

    scores: list[int]
    leads: list[int]
    met: list[set[int]]

    @classmethod
    def before(cls, number: int, entrant_count: int, outcomes: Iterable[Outcome]) -> "History":
        """Folds the outcomes of the rounds before `number`; their order plays no part.

        Raises:
            ValueError: a round has too few or too many outcomes.
        """
        history = cls(
            [0] * entrant_count, [0] * entrant_count, [set() for _ in range(entrant_count)]
        )
        rounds: list[dict[Pairing, Outcome]] = [{} for _ in range(number)]
        for outcome in outcomes:
            if outcome.pairing.round < number:
                rounds[outcome.pairing.round][outcome.pairing] = outcome
        for done, known in enumerate(rounds):
            _check_complete(done, len(known), entrant_count // 2)
            history._add_round(known.values())
        return history

    def _add_round(self, outcomes: Iterable[Outcome]) -> None:
        off = set(range(len(self.scores)))
        for outcome in outcomes:
            self._add(outcome)
            off -= {outcome.pairing.first, outcome.pairing.second}
        for entrant in off:
            self.scores[entrant] += _WIN
            self.met[entrant].add(len(self.scores))

    def _add(self, outcome: Outcome) -> None:
        first, second = outcome.pairing.first, outcome.pairing.second
        score = _DRAW + (outcome.margin > 0) - (outcome.margin < 0)
        self.scores[first] += score
        self.scores[second] += _WIN - score
        self.leads[first] += 1
        self.leads[second] -= 1
        self.met[first].add(second)
        self.met[second].add(first)


def _check_complete(number: int, known: int, wanted: int) -> None:
    if known != wanted:
        raise ValueError(f"outcomes: round {number} has {known} of {wanted}")
