"""A planned match and its legs."""

import re
from dataclasses import dataclass

_LETTERS = "abcd"  # as many as there can be seats
_LEG = re.compile(r"r(0|[1-9]\d*)-((?:0|[1-9]\d*)(?:v(?:0|[1-9]\d*)){1,3})-([abcd])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A planned match of two entrants, or of the three or four at a table.

    In leg 0 the entrants sit in their order here.

    Attributes:
        round: the round.
        first: the entrant in seat 0.
        second: the entrant in seat 1.
        others: the entrants in seats 2 and 3, at a table that has them.
    """

    round: int
    first: int
    second: int
    others: tuple[int, ...] = ()

    @property
    def entrants(self) -> tuple[int, ...]:
        """All entrants, in the order of their seats in leg 0."""
        return (self.first, self.second, *self.others)

    @property
    def id(self) -> str:
        """Unique in a tournament and the same whenever its schedule is made, e.g. `r1-2v7`."""
        return f"r{self.round}-{'v'.join(map(str, self.entrants))}"


@dataclass(frozen=True, slots=True)
class Leg:
    """The deals of a pairing with one seating.

    From leg to leg everyone moves on by one seat, so two entrants exchange theirs.
    """

    pairing: Pairing
    number: int

    @property
    def id(self) -> str:
        """The pairing's id and a letter for the leg, e.g. `r1-2v7-a`."""
        return f"{self.pairing.id}-{_LETTERS[self.number]}"

    @property
    def seats(self) -> tuple[int, ...]:
        """The entrant in each seat."""
        entrants = self.pairing.entrants
        return entrants[-self.number :] + entrants[: -self.number]


def legs(pairing: Pairing) -> tuple[Leg, ...]:
    """The legs of a match: as many as it has entrants, each of whom has each seat once."""
    return tuple(Leg(pairing, number) for number in range(len(pairing.entrants)))


def read_leg(text: str) -> Leg:
    """The leg that has an id.

    Raises:
        ValueError: no leg has it.
    """
    match = _LEG.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no leg's id")
    first, second, *others = map(int, match[2].split("v"))
    pairing = Pairing(int(match[1]), first, second, tuple(others))
    number = _LETTERS.index(match[3])
    if number >= len(pairing.entrants):
        raise ValueError(f"{text!r} is no leg's id: its pairing has no such leg")
    return Leg(pairing, number)
