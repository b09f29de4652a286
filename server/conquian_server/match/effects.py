"""What a leg wants done: the effects that `Leg.receive` and `Leg.handle_timer` return, in order."""

import enum
from dataclasses import dataclass
from typing import TypeAlias

from conquian_server.rules import Position, Settlement


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat is told of the score during a deal.

    Attributes:
        multiplier: how often the deal counts.
        totals: each seat's points in the leg before it.
    """

    multiplier: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealBegun:
    """Deal `number` begins; all seats are told."""

    number: int
    position: Position


@dataclass(slots=True)
class Request:
    """A seat's answer is wanted.

    Attributes:
        seat: the seat.
        request: the request's id, counted for each seat.
        deal: the deal's number.
        position: where the deal stands.
        standing: the score, None where it is not yet known.
        sent_at: when it was first asked, in the leg's seconds.
        deadline: when it faults, None with an unlimited clock.
        bank: seconds left of the deal's bank, None without one.
    """

    seat: int
    request: int
    deal: int
    position: Position
    standing: Standing | None
    sent_at: float
    deadline: float | None
    bank: float | None


class Rejection(enum.Enum):
    """Why an answer does not count."""

    UNKNOWN = "unknown"
    STALE = "stale"
    LATE = "late"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Rejected:
    """An answer does not count; the seat is told."""

    seat: int
    request: int
    rejection: Rejection
    reason: str


@dataclass(frozen=True, slots=True)
class DealOver:
    """A deal has ended; all seats are told and it is recorded.

    Attributes:
        number: the deal's number.
        position: its last position.
        charges: for each seat the seconds charged to each of its decisions, in order.
            One that was answered illegally is among them, one that was never answered is not.
        cause: what happened, in words, where a fault ended it; else empty.
        incidents: how many incidents each seat has had in the leg, this end's among them; what
            another attempt at the leg needs to go on as this one would have.
    """

    number: int
    position: Position
    charges: tuple[tuple[float, ...], ...]
    cause: str = ""
    incidents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DealCalledOff:
    """A running deal is handed back as not played."""

    number: int


@dataclass(frozen=True, slots=True)
class BotWanted:
    """The seat's bot is out: a hosted one is to be started again."""

    seat: int
    cause: str


class LegEnd(enum.Enum):
    """Why a leg is over.

    `SET_ASIDE`: a seat has used up its incidents; it has forfeited all that was left, if anything.
    """

    PLAYED = "played"
    TARGET_REACHED = "target_reached"
    SET_ASIDE = "set_aside"
    CALLED_OFF = "called_off"


@dataclass(frozen=True, slots=True)
class LegOver:
    """The leg is over; nothing follows.

    Attributes:
        end: why.
        settlements: the deals' multipliers, points and totals, by number; those before the first
            deal that was not played.
    """

    end: LegEnd
    settlements: tuple[Settlement, ...]


Effect: TypeAlias = DealBegun | Request | Rejected | DealOver | DealCalledOff | BotWanted | LegOver
