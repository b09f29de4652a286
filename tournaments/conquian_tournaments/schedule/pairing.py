"""A planned match and its two legs."""

import re
from dataclasses import dataclass

_LEG = re.compile(r"r(0|[1-9]\d*)-(0|[1-9]\d*)v(0|[1-9]\d*)-([ab])", re.ASCII)


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


def read_leg(text: str) -> Leg:
    """The leg that has an id.

    Raises:
        ValueError: no leg has it.
    """
    match = _LEG.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no leg's id")
    round_, first, second, letter = match.groups()
    return Leg(Pairing(int(round_), int(first), int(second)), "ab".index(letter))
