"""Equal results of two entrants, and the message that each of them sends."""

from dataclasses import dataclass, field

from conquian_tournaments.rating.gaussian import Gaussian
from conquian_tournaments.rating.model import Duel

LONGEST_MOVE = 4.0
"""Of two entrants' gap by one renewal: from broad priors, many equal wins overshoot for ever."""
STEP_GROWTH = 1.2
SMALLEST_STEP = 1 / 32
NOISE = 1e-12
"""Moves of a gap below this tell nothing about swinging."""


@dataclass(slots=True)
class Factor:
    """All equal results of two entrants, who are given by their places in the pool.

    Attributes:
        to_winner: the message of one of the results; the others send the same.
        to_loser: likewise.
    """

    winner: int
    loser: int
    drawn: bool
    times: int
    to_winner: Gaussian = field(default_factory=Gaussian)
    to_loser: Gaussian = field(default_factory=Gaussian)
    _step: float = 1.0
    _last_move: float = 0.0

    def renew(self, duel: Duel, beliefs: list[Gaussian]) -> None:
        """Replaces the messages by those of the duel, or goes a part of the way, in `beliefs`."""
        winner, loser = beliefs[self.winner], beliefs[self.loser]
        for_winner, for_loser = duel.to_winner / self.to_winner, duel.to_loser / self.to_loser
        part = self._part(
            (winner * for_winner**self.times).mean
            - winner.mean
            - (loser * for_loser**self.times).mean
            + loser.mean
        )
        self.to_winner *= for_winner**part
        self.to_loser *= for_loser**part
        beliefs[self.winner] = winner * for_winner ** (part * self.times)
        beliefs[self.loser] = loser * for_loser ** (part * self.times)

    def send(self, beliefs: list[Gaussian]) -> None:
        """Multiplies the messages of all results into the beliefs."""
        beliefs[self.winner] *= self.to_winner**self.times
        beliefs[self.loser] *= self.to_loser**self.times

    def shift(self, distance: float) -> None:
        """Moves what the messages say of both entrants."""
        self.to_winner = self.to_winner.shifted(distance)
        self.to_loser = self.to_loser.shifted(distance)

    def _part(self, move: float) -> float:
        """The part of a change to make when the full change moves the entrants' gap by `move`.

        Equal results renewed together may swing about their fixed point: each of them then makes
        the whole correction. A swing that does not die down halves the step.
        """
        swings = move * self._last_move < 0 and abs(move) > max(abs(self._last_move) / 2, NOISE)
        grown = min(1.0, self._step * STEP_GROWTH)
        self._step = max(SMALLEST_STEP, self._step / 2) if swings else grown
        self._last_move = move
        return min(self._step, LONGEST_MOVE / abs(move)) if move else self._step
