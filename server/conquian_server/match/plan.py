"""What a leg is played by: its deals, its clocks and its fault policy."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from conquian_server.rules import Deck, Result, Ruleset


@dataclass(frozen=True, slots=True)
class ClockRules:
    """How long a bot may think, all in seconds; with neither `limit` nor `bank`, for ever.

    Attributes:
        limit: for each decision.
        bank: for all decisions of a deal together, instead of `limit`.
        increment: added to the bank after each decision.
        warm_up: from a bot's hello until it is ready, before its first clock runs.

    Raises:
        ValueError: a value is out of range, or both modes are given; it begins with the field.
    """

    limit: float | None = None
    bank: float | None = None
    increment: float = 0.0
    warm_up: float = 10.0

    def __post_init__(self) -> None:
        if self.limit is not None and self.bank is not None:
            raise ValueError("bank: a clock has a limit or a bank, not both")
        for name in ("limit", "bank", "warm_up"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise ValueError(f"{name}: must be more than 0 seconds, not {value}")
        if not 0 <= self.increment < math.inf or (self.increment and self.bank is None):
            raise ValueError("increment: must be at least 0 seconds, and goes with a bank")


@dataclass(frozen=True, slots=True)
class FaultPolicy:
    """What the referee does about faults.

    Attributes:
        incidents: after so many of a seat, the rest of the leg is forfeited.
        grace: seconds that a lost bot has to come back, its clocks running.
        arrival: seconds that a bot has to say hello, at the start and when started again.

    Raises:
        ValueError: a value is out of range; it begins with the field.
    """

    incidents: int = 3
    grace: float = 5.0
    arrival: float = 30.0

    def __post_init__(self) -> None:
        if self.incidents < 1:
            raise ValueError(f"incidents: must be at least 1, not {self.incidents}")
        for name in ("grace", "arrival"):
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise ValueError(f"{name}: must be at least 0 seconds, not {value}")


@dataclass(frozen=True, slots=True)
class LegPlan:
    """A leg before it is played.

    Attributes:
        ruleset: the ruleset.
        seats: how many play.
        deal_count: how many deals, at the most.
        deck_of: the deck of a deal number; the same number gives the same deck.
        clocks: how long bots may think.
        policy: what is done about faults.
        deals_at_once: how many deals may be open at a time, where the bots take as many.
        target: the score that ends the leg, None where only the number of deals does.
        played: results of deals that an earlier attempt has finished, by number.
        incidents: how many each seat has had in an earlier attempt; empty where there was none.

    Raises:
        BadConfiguration: so many seats can't play the ruleset.
        ValueError: another value is out of range; it begins with the field.
    """

    ruleset: Ruleset
    seats: int
    deal_count: int
    deck_of: Callable[[int], Deck]
    clocks: ClockRules = field(default_factory=ClockRules)
    policy: FaultPolicy = field(default_factory=FaultPolicy)
    deals_at_once: int = 1
    target: int | None = None
    played: Mapping[int, Result] = field(default_factory=dict)
    incidents: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.ruleset.check_seats(self.seats)
        if self.deal_count < 1:
            raise ValueError(f"deal_count: must be at least 1, not {self.deal_count}")
        if self.deals_at_once < 1:
            raise ValueError(f"deals_at_once: must be at least 1, not {self.deals_at_once}")
        if len(self.incidents) not in (0, self.seats):
            raise ValueError(
                f"incidents: must be empty or one number for each of {self.seats} seats"
            )
        self._check_target()
        self._check_played()

    def _check_target(self) -> None:
        if self.target is None:
            return
        if self.target < 1:
            raise ValueError(f"target: must be at least 1 point, not {self.target}")
        if self.deals_at_once > 1:
            raise ValueError("target: a leg to a target plays its deals one after another")

    def _check_played(self) -> None:
        for number, result in self.played.items():
            if not 0 <= number < self.deal_count:
                raise ValueError(f"played: there is no deal {number} of {self.deal_count}")
            if len(result.points) != self.seats:
                raise ValueError(f"played: deal {number} is not one of {self.seats} seats")
