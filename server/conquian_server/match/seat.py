"""One seat of a leg: where its bot is, and what has gone wrong with it."""

import enum
import math

from conquian_server.match.clock import SeatClock
from conquian_server.match.effects import Rejection, Request
from conquian_server.match.events import Joined
from conquian_server.match.plan import ClockRules


class Presence(enum.Enum):
    """Where the bot of a seat is."""

    AWAITED = "awaited"
    WARMING_UP = "warming_up"
    READY = "ready"


class Seat:
    """One seat of a leg. All times are the leg's seconds.

    Attributes:
        number: its place at the table.
        clock: its requests.
        deals_at_once: how many deals its bot plays at once.
        only_choices: whether its only-one-choice decisions are answered for it.
        incidents: how many faults count against it.
    """

    def __init__(self, number: int, clocks: ClockRules, arrival: float, incidents: int) -> None:
        self.number = number
        self.clock = SeatClock(number, clocks)
        self.deals_at_once = 1
        self.only_choices = False
        self.incidents = incidents
        self._presence = Presence.AWAITED
        self._next_step = arrival  # when the bot must have arrived, or be ready
        self._back_by = math.inf  # when a lost bot must have come back
        self._stalled_through = 0  # the last request that the bot held when it stalled
        self._late: set[int] = set()

    # --- the bot's presence -----------------------------------------------------------------

    @property
    def here(self) -> bool:
        """Whether the bot is ready and connected, so that deals may begin."""
        return self._presence is Presence.READY and self._back_by == math.inf

    def join(self, bot: Joined, warm_until: float) -> None:
        """The awaited bot has arrived and warms up; where none is awaited, nothing happens."""
        if self._presence is Presence.AWAITED:
            self.deals_at_once, self.only_choices = bot.deals_at_once, bot.only_choices
            self._presence, self._next_step = Presence.WARMING_UP, warm_until

    def be_ready(self) -> None:
        """The bot has warmed up."""
        if self._presence is Presence.WARMING_UP:
            self._presence, self._next_step = Presence.READY, math.inf

    def lose(self, back_by: float) -> None:
        """The connection is lost; to lose it again gives no more time."""
        if self._presence is not Presence.AWAITED:
            self._back_by = min(self._back_by, back_by)

    def find_again(self) -> None:
        """The bot has come back; what it had to do by when stands."""
        self._back_by = math.inf

    def leave(self, arrival: float) -> None:
        """The bot is out; another may arrive until `arrival`."""
        self._presence, self._next_step, self._back_by = Presence.AWAITED, arrival, math.inf
        self._stalled_through = 0

    def due(self) -> float:
        """When the bot is out unless it arrives, gets ready or comes back; infinite if never."""
        return min(self._next_step, self._back_by)

    def next_deadline(self) -> float:
        """When something of the seat is due, infinite where nothing is."""
        return min(self._next_step, self._back_by, self.clock.next_deadline())

    def why_out(self) -> str:
        """Why the bot is out when it is `due`."""
        if self._back_by < math.inf:
            return "the connection was lost and the bot did not come back"
        if self._presence is Presence.WARMING_UP:
            return "the bot did not get ready within its warm-up"
        return "the bot did not arrive"

    # --- stalls and late answers ------------------------------------------------------------

    @property
    def stalling(self) -> bool:
        """Whether a request has timed out since the bot's last answer."""
        return self._stalled_through > 0

    def time_out(self, request: Request) -> bool:
        """A request has timed out; whether that is a new incident.

        All that a stalling bot held is one incident; a request that was sent after it began and
        times out too begins the next.
        """
        self._late.add(request.request)
        if request.request <= self._stalled_through:
            return False
        self._stalled_through = self.clock.last_request
        return True

    def answered(self, now: float) -> None:
        """The bot has answered an open request: it does not stall."""
        self._stalled_through = 0
        self.clock.answered(now)

    def why_not_open(self, request: int) -> tuple[Rejection, str]:
        """Why an answer does not count whose request was not open when it came."""
        if request in self._late:
            return Rejection.LATE, "the answer came after the request's deadline"
        if 0 < request <= self.clock.last_request and request not in self.clock.open:
            return Rejection.STALE, "the request is answered already, or its deal is over"
        return Rejection.UNKNOWN, "there was no such request when the answer came"
