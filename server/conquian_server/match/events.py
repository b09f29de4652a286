"""What happens to a leg: the events that `Leg.receive` takes."""

from dataclasses import dataclass
from typing import TypeAlias

from conquian_server.match.decisions import Choice


@dataclass(frozen=True, slots=True)
class Joined:
    """A bot has taken the seat with a valid hello.

    Attributes:
        seat: the seat.
        deals_at_once: how many deals it plays at once.
        only_choices: whether the referee may answer for it where it has only one choice.
    """

    seat: int
    deals_at_once: int = 1
    only_choices: bool = False


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
    """The connection to the seat's bot is lost; the bot may come back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Returned:
    """The seat's bot has come back with its resume token."""

    seat: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The seat's bot will not come back: it said goodbye, or its process has ended."""

    seat: int
    cause: str


@dataclass(frozen=True, slots=True)
class Drain:
    """The referee stops: running deals finish, no more are begun."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """The referee stops at once: running deals are handed back as not played."""


Event: TypeAlias = Joined | Ready | Answered | Lost | Returned | Gone | Drain | CallOff
