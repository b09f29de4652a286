"""The deals of a leg: how each is begun, asked about and ended."""

from collections.abc import Sequence

from conquian_server.match.deal import Deal
from conquian_server.match.decisions import only_action
from conquian_server.match.effects import DealBegun, DealCalledOff, DealOver, Effect
from conquian_server.match.plan import LegPlan
from conquian_server.match.seat import Seat
from conquian_server.match.tally import Tally
from conquian_server.rules import Position, Reason, dealer_of, start


class Deals:
    """The deals of a leg.

    What is to be done about them is added to the list of effects that it is given.

    Attributes:
        running: the deals in play, by number.
        tally: the deals that are finished.
        at_once: how many may be in play.
    """

    def __init__(self, plan: LegPlan, seats: Sequence[Seat], effects: list[Effect]) -> None:
        self.running: dict[int, Deal] = {}
        self.tally = Tally(plan)
        self.at_once = 1
        self._plan = plan
        self._seats = seats
        self._effects = effects
        self._unplayed = (number for number in range(plan.deal_count) if number not in plan.played)

    @property
    def has_room(self) -> bool:
        """Whether more deals may be in play than are."""
        return len(self.running) < self.at_once

    @property
    def all_finished(self) -> bool:
        """Whether no deal is left to play."""
        return self.tally.finished_count == self._plan.deal_count

    def begin(self, now: float) -> None:
        """Begin as many deals as may be in play."""
        while self.has_room and (number := self._next()) is not None:
            deal = Deal(number, self._start(number), self._plan.clocks.bank)
            self.running[number] = deal
            self._effects.append(DealBegun(number, deal.position))
            self.ask(deal, now)

    def ask(self, deal: Deal, now: float) -> None:
        """Ask for the deal's next decision, or end it."""
        while deal.position.result is None:
            seat = self._seats[deal.asked_seat]
            only = only_action(deal.position) if seat.only_choices else None
            if only is None:
                self._request(deal, seat, now)
                return
            deal.charge(seat.number, 0.0, self._plan.clocks.increment)
            deal.position = deal.position.apply(only)
        self._end(deal, "")

    def forfeit(self, deal: Deal, seat: Seat, reason: Reason, cause: str) -> None:
        """End a deal by a fault of `seat`; `cause` tells it in words."""
        deal.position = deal.position.forfeit(reason, seat.number)
        self._end(deal, cause)

    def forfeit_running(self, seat: Seat, cause: str) -> None:
        """`seat` is out and forfeits every deal in play."""
        for deal in list(self.running.values()):
            self.forfeit(deal, seat, Reason.DISCONNECTED, cause)

    def forfeit_rest(self, seat: Seat, cause: str) -> None:
        """`seat` is out and forfeits every deal that has not begun."""
        charges = ((),) * self._plan.seats
        while (number := self._next()) is not None:
            position = self._start(number).forfeit(Reason.DISCONNECTED, seat.number)
            self._record(number, position, charges, cause)

    def call_off(self) -> None:
        """Hand every deal in play back as not played."""
        for deal in list(self.running.values()):
            self._take_out(deal)
            self._effects.append(DealCalledOff(deal.number))

    def _next(self) -> int | None:
        """The number of the next deal, None where none is left."""
        return None if self.tally.target_reached else next(self._unplayed, None)

    def _start(self, number: int) -> Position:
        plan = self._plan
        dealer = dealer_of(number, plan.seats)
        return start(plan.ruleset, plan.deck_of(number), dealer=dealer, seats=plan.seats)

    def _request(self, deal: Deal, seat: Seat, now: float) -> None:
        # With deals side by side, what is settled when a request is sent hangs on timing, and a
        # bot that looks at it could not be reproduced: then it is not shown.
        standing = self.tally.standing if self.at_once == 1 else None
        bank = deal.bank_of(seat.number)
        deal.request = seat.clock.ask(deal.number, deal.position, standing, bank, now)
        self._effects.append(deal.request)

    def _end(self, deal: Deal, cause: str) -> None:
        self._take_out(deal)
        self._record(deal.number, deal.position, deal.charges, cause)

    def _take_out(self, deal: Deal) -> None:
        del self.running[deal.number]
        if deal.request is not None:
            self._seats[deal.request.seat].clock.close(deal.request)

    def _record(
        self, number: int, position: Position, charges: tuple[tuple[float, ...], ...], cause: str
    ) -> None:
        assert position.result is not None
        incidents = tuple([seat.incidents for seat in self._seats])
        self._effects.append(DealOver(number, position, charges, cause, incidents))
        self.tally.add(number, position.result)
