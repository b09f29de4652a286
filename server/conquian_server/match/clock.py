"""One seat's clock: deadlines, charges and banks of the requests that are open at it.

A bot that plays many deals at once is one worker with one pool of time: a request's deadline
allows for all requests that are open when it is sent, and the time between two sendings of
answers is charged once.
"""

import heapq

from conquian_server.match.effects import Request
from conquian_server.match.plan import ClockRules


class SeatClock:
    """The open requests of one seat, and what they cost it.

    All times are the leg's seconds.
    """

    def __init__(self, rules: ClockRules) -> None:
        self.open: dict[int, Request] = {}
        self._rules = rules
        self._allowances: dict[int, float] = {}
        self._allowed = 0.0
        self._deadlines: list[tuple[float, int]] = []
        self._answered_at = 0.0

    def deadline_for(self, request: int, bank: float | None, now: float) -> float | None:
        """When the new `request` faults: all that is open now, itself included, may use its time.

        Args:
            request: its id.
            bank: what is left of its deal's bank, None without one.
            now: when it is sent.
        """
        allowance = self._rules.limit if bank is None else bank
        if allowance is None:
            return None
        self._allowances[request] = allowance
        self._allowed += allowance
        deadline = now + self._allowed
        heapq.heappush(self._deadlines, (deadline, request))
        return deadline

    def close(self, request: int) -> Request:
        """Take a request out; it no longer counts."""
        self._allowed -= self._allowances.pop(request, 0.0)
        if not self._allowances:
            self._allowed = 0.0  # so that rounding does not add up
        return self.open.pop(request)

    def charge(self, request: Request, now: float, together: int) -> float:
        """The seconds that an answer costs: since its request or the answer before it.

        Args:
            request: the request that is answered.
            now: when the answer came.
            together: how many answers came with it, itself included; they share the time.
        """
        return (now - max(request.sent_at, self._answered_at)) / together

    def answered(self, now: float) -> None:
        """Answers have come at `now`: what follows is charged from here."""
        self._answered_at = now

    def next_deadline(self) -> float | None:
        """The first deadline of an open request."""
        while self._deadlines and self._deadlines[0][1] not in self.open:
            heapq.heappop(self._deadlines)
        return self._deadlines[0][0] if self._deadlines else None

    def overdue(self, now: float) -> Request | None:
        """An open request whose deadline has come, the first one first."""
        deadline = self.next_deadline()
        if deadline is None or deadline > now:
            return None
        return self.open[self._deadlines[0][1]]
