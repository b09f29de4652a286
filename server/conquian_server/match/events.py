"""What happens to a leg: the events that `Leg.receive` takes.

A seat is one of the plan's. An event that can't be (a bot that comes back without having been
lost, a hello where no bot is awaited) changes nothing.
"""

from dataclasses import dataclass
from typing import TypeAlias

from conquian_server.match.decisions import Choice


@dataclass(frozen=True, slots=True)
class Joined:
    """A bot has taken the seat with a valid hello: at first, or after `BotWanted`.

    Attributes:
        seat: the seat.
        deals_at_once: how many deals it plays at once.
        only_choices: whether the referee may answer for it where it has only one choice.

    Raises:
        ValueError: `deals_at_once` is less than 1.
    """

    seat: int
    deals_at_once: int = 1
    only_choices: bool = False

    def __post_init__(self) -> None:
        if self.deals_at_once < 1:
            raise ValueError(f"deals_at_once: must be at least 1, not {self.deals_at_once}")


@dataclass(frozen=True, slots=True)
class Ready:
    """The seat's bot has warmed up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answered:
    """Answers of the seat that arrived together, as request id and choice."""

    seat: int
    answers: tuple[tuple[int, Choice], ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """The seat's bot has lost its only connection; it may come back. Its clocks run on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Returned:
    """The seat's bot has come back with its resume token, and gets its open requests again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The seat's bot will not come back: it said goodbye, or its process has ended.

    Said once of each bot, and not of one that the leg itself has given up with `BotWanted`.
    """

    seat: int
    cause: str


@dataclass(frozen=True, slots=True)
class Drain:
    """The referee stops: running deals finish, no more are begun or forfeited."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """The referee stops at once: running deals are handed back as not played."""


Event: TypeAlias = Joined | Ready | Answered | Lost | Returned | Gone | Drain | CallOff
