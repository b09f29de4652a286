"""One seat of a leg: where its bot is, and what has gone wrong with it."""

import enum

from conquian_server.match.clock import SeatClock
from conquian_server.match.effects import Rejection
from conquian_server.match.plan import ClockRules


class Presence(enum.Enum):
    """Where the bot of a seat is."""

    AWAITED = "awaited"
    WARMING_UP = "warming_up"
    READY = "ready"


class Seat:
    """One seat of a leg.

    Attributes:
        number: its place at the table.
        clock: its open requests.
        presence: where its bot is.
        lost: whether the connection to the bot is lost at present.
        deadline: when it must have arrived, warmed up or come back; None where nothing is due.
        deals_at_once: how many deals its bot plays at once.
        only_choices: whether its only-one-choice decisions are answered for it.
        incidents: how many faults count against it.
        stalled: whether a request has timed out since its last answer.
    """

    def __init__(self, number: int, clocks: ClockRules, deadline: float) -> None:
        self.number = number
        self.clock = SeatClock(clocks)
        self.presence = Presence.AWAITED
        self.lost = False
        self.deadline: float | None = deadline
        self.deals_at_once = 1
        self.only_choices = False
        self.incidents = 0
        self.stalled = False
        self._warm_until = deadline
        self._last_request = 0
        self._late: set[int] = set()

    def new_request_id(self) -> int:
        """The next request's id: counted for the seat, so that it tells nothing of the others."""
        self._last_request += 1
        return self._last_request

    def warm_up(self, until: float) -> None:
        """The bot has arrived and warms up."""
        self.presence, self.lost = Presence.WARMING_UP, False
        self.deadline = self._warm_until = until

    def be_ready(self) -> None:
        """The bot has warmed up."""
        self.presence, self.deadline = Presence.READY, None

    def lose(self, until: float) -> None:
        """The connection is lost; the bot may come back until then."""
        self.lost, self.deadline = True, until

    def find_again(self) -> None:
        """The bot has come back."""
        self.lost = False
        self.deadline = self._warm_until if self.presence is Presence.WARMING_UP else None

    def leave(self, until: float) -> None:
        """The bot is out; another may arrive until then."""
        self.presence, self.lost, self.deadline = Presence.AWAITED, False, until

    def mark_late(self, request: int) -> None:
        """A request has timed out, so that its answer will be told so."""
        self._late.add(request)

    def why_not_open(self, request: int) -> tuple[Rejection, str]:
        """Why an answer to a request that is not open does not count."""
        if request in self._late:
            return Rejection.LATE, "the answer came after the request's deadline"
        if 0 < request <= self._last_request:
            return Rejection.STALE, "the request is answered already, or its deal is over"
        return Rejection.UNKNOWN, "there was no such request"
