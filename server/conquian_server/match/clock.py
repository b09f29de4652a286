"""One seat's requests: their ids, their deadlines and what their answers cost.

A bot that plays many deals at once is one worker with one pool of time: a request's deadline
allows for all requests that are open when it is sent, and the time between two sendings of
answers is charged once.
"""

import heapq
import math

from conquian_server.match.effects import Request, Standing
from conquian_server.match.plan import ClockRules
from conquian_server.rules import Position

_FEW_DEADLINES = 256


class SeatClock:
    """The open requests of one seat, and what they cost it.

    All times are the leg's seconds.

    Attributes:
        open: the requests that are not answered, by id, oldest first.
        last_request: the id of the newest request; they are counted for each seat, so that an id
            tells nothing of the other seats.
    """

    def __init__(self, seat: int, rules: ClockRules) -> None:
        self.open: dict[int, Request] = {}
        self.last_request = 0
        self._seat = seat
        self._limit = rules.limit
        self._allowed = 0.0  # the allowances of all open requests together
        self._deadlines: list[tuple[float, int]] = []  # a heap; answered ones leave it late
        self._answered_at = -math.inf

    def ask(
        self,
        deal: int,
        position: Position,
        standing: Standing | None,
        bank: float | None,
        now: float,
    ) -> Request:
        """Open a new request.

        Its deadline is fixed here: now, and the allowances of all requests then open, its own
        included. An allowance is the limit of a decision, or what is left of the deal's bank.
        """
        self.last_request += 1
        request_id = self.last_request
        deadline = self._deadline(request_id, self._limit if bank is None else bank, now)
        request = Request(self._seat, request_id, deal, position, standing, now, deadline, bank)
        self.open[request_id] = request
        return request

    def close(self, request: Request) -> None:
        """Take a request out, if it is still open; it no longer counts."""
        if self.open.pop(request.request, None) is None:
            return
        allowance = self._limit if request.bank is None else request.bank
        if not self.open:
            self._allowed = 0.0  # so that rounding does not add up
        elif allowance is not None:
            self._allowed -= allowance

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

    def next_deadline(self) -> float:
        """The first deadline of an open request, infinite where there is none."""
        self._drop_answered()
        return self._deadlines[0][0] if self._deadlines else math.inf

    def next_to_fault(self) -> Request:
        """The open request whose deadline is `next_deadline`."""
        self._drop_answered()
        return self.open[self._deadlines[0][1]]

    def _deadline(self, request_id: int, allowance: float | None, now: float) -> float | None:
        if allowance is None:
            return None
        self._allowed += allowance
        deadline = now + self._allowed
        if len(self._deadlines) > _FEW_DEADLINES + 2 * len(self.open):
            self._forget_answered()
        heapq.heappush(self._deadlines, (deadline, request_id))
        return deadline

    def _drop_answered(self) -> None:
        while self._deadlines and self._deadlines[0][1] not in self.open:
            heapq.heappop(self._deadlines)

    def _forget_answered(self) -> None:
        """Keep the heap small where an old request stays open under many answered ones."""
        self._deadlines = [entry for entry in self._deadlines if entry[1] in self.open]
        heapq.heapify(self._deadlines)
