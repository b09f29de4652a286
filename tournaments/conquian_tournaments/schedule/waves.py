"""What all schedules have in common."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from conquian_tournaments.schedule.outcome import Outcome
from conquian_tournaments.schedule.pairing import Pairing


class Schedule(Protocol):
    """Who meets whom, in waves.

    The pairings of a wave don't depend on each other, so they may be played side by side and in
    any order; a wave may depend on the outcomes of all waves before it. Where nothing depends on
    outcomes there is one wave for all rounds; else each round is a wave.
    """

    @property
    def wave_count(self) -> int:
        """How many waves there are."""

    @property
    def pairing_count(self) -> int:
        """How many pairings there are in all waves."""

    def wave(self, number: int, outcomes: Iterable[Outcome] = ()) -> Iterator[Pairing]:
        """The pairings of a wave, always the same ones in the same order.

        Args:
            number: the wave's.
            outcomes: of all pairings of the waves before, in any order. Those of this wave and
                later ones are looked over.

        Raises:
            ValueError: there is no such wave, or an outcome is missing; raised at once.
        """


def check_whole(name: str, value: int, least: int, most: int | None = None) -> None:
    """Refuses a number outside its bounds.

    Raises:
        ValueError: naming it.
    """
    if value < least:
        raise ValueError(f"{name}: must be at least {least}, not {value}")
    if most is not None and value > most:
        raise ValueError(f"{name}: must be at most {most}, not {value}")


def check_wave(schedule: Schedule, number: int) -> None:
    """Refuses a wave that a schedule does not have.

    Raises:
        ValueError: naming `number`.
    """
    check_whole("number", number, 0, schedule.wave_count - 1)
