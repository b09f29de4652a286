"""How far to go where the whole way would overshoot."""

from collections.abc import Sequence
from dataclasses import dataclass

LONGEST_MOVE = 4.0
"""Of two entrants' gap by one renewal: from broad priors, many equal wins overshoot for ever."""
STEP_GROWTH = 1.2
SMALLEST_STEP = 1 / 32
NOISE = 1e-12
"""Moves of a gap below this tell nothing about swinging."""


@dataclass(slots=True)
class Damping:
    """What is remembered of the last change, to tell whether the next one swings back.

    Equal results renewed together may swing about their fixed point: each of them then makes the
    whole correction. A swing that does not die down halves the step.
    """

    _step: float = 1.0
    _last: Sequence[float] = ()

    def part(self, moves: Sequence[float]) -> float:
        """The part of a change to make.

        Args:
            moves: by how much the full change moves each gap between entrants.
        """
        largest = max(map(abs, moves))
        swings = largest > NOISE and self._swings(moves, largest)
        grown = min(1.0, self._step * STEP_GROWTH)
        self._step = max(SMALLEST_STEP, self._step / 2) if swings else grown
        self._last = moves
        return min(self._step, LONGEST_MOVE / largest) if largest else self._step

    def _swings(self, moves: Sequence[float], largest: float) -> bool:
        if not self._last or largest <= max(map(abs, self._last)) / 2:
            return False
        return sum(one * other for one, other in zip(moves, self._last, strict=True)) < 0
