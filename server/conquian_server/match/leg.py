"""The state machine of a leg, without I/O: events and times in, effects out."""

from collections.abc import Iterator

from conquian_server.match.deal import Deal
from conquian_server.match.decisions import Choice, action_of, only_action
from conquian_server.match.effects import (
    BotWanted,
    DealBegun,
    DealCalledOff,
    DealOver,
    Effect,
    LegEnd,
    LegOver,
    Rejected,
    Rejection,
    Request,
    Standing,
)
from conquian_server.match.events import (
    Answered,
    CallOff,
    Drain,
    Event,
    Gone,
    Joined,
    Lost,
    Ready,
    Returned,
)
from conquian_server.match.plan import LegPlan
from conquian_server.match.seat import Presence, Seat
from conquian_server.rules import (
    IllegalAction,
    LegScore,
    Position,
    Reason,
    Result,
    Settlement,
    dealer_of,
    start,
)


class Leg:
    """A leg from the first bot's arrival to its last deal.

    Feed it with `receive`, and with `handle_timer` when `next_deadline` has come. Both return
    what is to be done, in order; the last effect of a leg is `LegOver`. `now` is in seconds of a
    clock that never goes back.

    Attributes:
        over: whether the leg has ended; it then takes events and does nothing.
    """

    def __init__(self, plan: LegPlan, now: float) -> None:
        self.over = False
        self._plan = plan
        self._seats = [
            Seat(number, plan.clocks, now + plan.policy.arrival) for number in range(plan.seats)
        ]
        self._running: dict[int, Deal] = {}
        self._results: dict[int, Result] = dict(plan.played)
        self._unplayed = iter(
            [number for number in range(plan.deal_count) if number not in plan.played]
        )
        self._draining = False
        self._score = LegScore(plan.ruleset, plan.seats)
        self._settlements: list[Settlement] = []
        self._effects: list[Effect] = []
        self._settle()

    # --- the face ---------------------------------------------------------------------------

    def receive(self, event: Event, now: float) -> list[Effect]:
        """Take an event; what is overdue at `now` comes first."""
        if self.over:
            return []
        self._fire_timers(now)
        if not self.over:
            self._take(event, now)
        return self._flush(now)

    def handle_timer(self, now: float) -> list[Effect]:
        """Do what has become due."""
        if self.over:
            return []
        self._fire_timers(now)
        return self._flush(now)

    def next_deadline(self) -> float | None:
        """When `handle_timer` has something to do, None while nothing is due."""
        if self.over:
            return None
        due = [seat.deadline for seat in self._seats]
        due += [seat.clock.next_deadline() for seat in self._seats]
        return min((when for when in due if when is not None), default=None)

    def open_requests(self, seat: int) -> list[Request]:
        """The requests that the seat has not answered, oldest first."""
        return list(self._seats[seat].clock.open.values())

    # --- events -----------------------------------------------------------------------------

    def _take(self, event: Event, now: float) -> None:
        match event:
            case Answered(seat, answers):
                self._answers(self._seats[seat], answers, now)
            case Joined():
                self._joined(event, now)
            case Ready(seat):
                self._ready(self._seats[seat], now)
            case Lost(seat):
                self._seats[seat].lose(now + self._plan.policy.grace)
            case Returned(seat):
                self._seats[seat].find_again()
                self._effects += self.open_requests(seat)
            case Gone(seat, cause):
                self._drop(self._seats[seat], cause, now)
            case Drain():
                self._draining = True
            case CallOff():
                self._call_off()

    def _joined(self, event: Joined, now: float) -> None:
        seat = self._seats[event.seat]
        seat.deals_at_once = event.deals_at_once
        seat.only_choices = event.only_choices
        seat.warm_up(now + self._plan.clocks.warm_up)

    def _ready(self, seat: Seat, now: float) -> None:
        if seat.presence is Presence.WARMING_UP:
            seat.be_ready()
            self._begin_deals(now)

    def _call_off(self) -> None:
        for number in list(self._running):
            self._take_out(number)
            self._effects.append(DealCalledOff(number))
        self._finish(LegEnd.CALLED_OFF)

    # --- deals ------------------------------------------------------------------------------

    def _begin_deals(self, now: float) -> None:
        """Open as many deals as may be open, once every bot is ready."""
        while not self._draining and len(self._running) < self._window():
            number = next(self._unplayed, None)
            if number is None:
                return
            deal = Deal(number, self._start(number), self._plan.clocks.bank)
            self._running[number] = deal
            self._effects.append(DealBegun(number, deal.position))
            self._ask(deal, now)

    def _window(self) -> int:
        if any(seat.presence is not Presence.READY for seat in self._seats):
            return 0
        return min(self._plan.deals_at_once, *(seat.deals_at_once for seat in self._seats))

    def _start(self, number: int) -> Position:
        plan = self._plan
        dealer = dealer_of(number, plan.seats)
        return start(plan.ruleset, plan.deck_of(number), dealer=dealer, seats=plan.seats)

    def _ask(self, deal: Deal, now: float) -> None:
        """Ask for the deal's next decision, or end it."""
        while deal.position.result is None:
            seat = self._seats[deal.asked_seat]
            only = only_action(deal.position) if seat.only_choices else None
            if only is None:
                self._request(deal, seat, now)
                return
            deal.charge(seat.number, 0.0)
            deal.position = deal.position.apply(only)
        self._end(deal)

    def _request(self, deal: Deal, seat: Seat, now: float) -> None:
        request_id, bank = seat.new_request_id(), deal.bank_of(seat.number)
        deadline = seat.clock.deadline_for(request_id, bank, now)
        request = Request(
            seat.number,
            request_id,
            deal.number,
            deal.position,
            self._standing(),
            now,
            deadline,
            bank,
        )
        seat.clock.open[request_id] = request
        deal.request = request
        self._effects.append(request)

    def _standing(self) -> Standing | None:
        # With deals side by side, what is settled when a request is sent hangs on timing, and a
        # bot that looks at it could not be reproduced: then it is not shown.
        if self._window() > 1:
            return None
        return Standing(self._score.multiplier, self._score.totals)

    def _take_out(self, number: int) -> Deal:
        deal = self._running.pop(number)
        if deal.request is not None:
            self._seats[deal.request.seat].clock.close(deal.request.request)
            deal.request = None
        return deal

    def _end(self, deal: Deal, cause: str = "") -> None:
        self._take_out(deal.number)
        self._record(deal.number, deal.position, deal.charges, cause)

    def _record(
        self,
        number: int,
        position: Position,
        charges: tuple[tuple[float, ...], ...],
        cause: str = "",
    ) -> None:
        assert position.result is not None
        self._results[number] = position.result
        self._effects.append(DealOver(number, position, charges, cause))
        self._settle()

    def _settle(self) -> None:
        while len(self._settlements) in self._results and not self._target_reached():
            self._settlements.append(self._score.add(self._results[len(self._settlements)]))

    def _target_reached(self) -> bool:
        target = self._plan.target
        return target is not None and max(self._score.totals) >= target

    # --- answers ----------------------------------------------------------------------------

    def _answers(self, seat: Seat, answers: tuple[tuple[int, Choice], ...], now: float) -> None:
        together = len({request for request, _ in answers} & seat.clock.open.keys())
        for request_id, choice in answers:
            if request_id in seat.clock.open and not self.over:
                self._answer(seat, request_id, choice, now, together)
            else:
                rejection, reason = seat.why_not_open(request_id)
                self._effects.append(Rejected(seat.number, request_id, rejection, reason))
        if together:
            seat.stalled = False
            seat.clock.answered(now)

    def _answer(
        self, seat: Seat, request_id: int, choice: Choice, now: float, together: int
    ) -> None:
        request = seat.clock.close(request_id)
        deal = self._running[request.deal]
        deal.request = None
        spent = seat.clock.charge(request, now, together)
        deal.charge(seat.number, spent)
        deal.spend(seat.number, spent, self._plan.clocks.increment)
        try:
            deal.position = deal.position.apply(action_of(choice, deal.position))
        except IllegalAction as error:
            reason = str(error)
            self._effects.append(Rejected(seat.number, request_id, Rejection.ILLEGAL, reason))
            self._fault(deal, seat, Reason.ILLEGAL_ACTION, f"illegal action: {reason}")
            self._count_incident(seat, f"illegal action: {reason}")
            return
        self._ask(deal, now)

    # --- faults -----------------------------------------------------------------------------

    def _fire_timers(self, now: float) -> None:
        for seat in self._seats:
            if self.over:
                return
            self._fire_clock(seat, now)
            if not self.over and seat.deadline is not None and seat.deadline <= now:
                self._drop(seat, _why_absent(seat), now)

    def _fire_clock(self, seat: Seat, now: float) -> None:
        while not self.over and (request := seat.clock.overdue(now)) is not None:
            seat.mark_late(request.request)
            cause = f"no answer within {now - request.sent_at:.3f} s"
            self._fault(self._running[request.deal], seat, Reason.TIMEOUT, cause)
            if not seat.stalled:  # one stalling bot is one incident, however many deals it holds
                seat.stalled = True
                self._count_incident(seat, cause)

    def _drop(self, seat: Seat, cause: str, now: float) -> None:
        """The seat's bot is out: it forfeits what runs, and another is wanted."""
        seat.leave(now + self._plan.policy.arrival)
        for deal in list(self._running.values()):
            self._fault(deal, seat, Reason.DISCONNECTED, cause)
        self._count_incident(seat, cause)
        if not self.over:
            self._effects.append(BotWanted(seat.number, cause))

    def _fault(self, deal: Deal, seat: Seat, reason: Reason, cause: str) -> None:
        deal.position = deal.position.forfeit(reason, seat.number)
        self._end(deal, cause)

    def _count_incident(self, seat: Seat, cause: str) -> None:
        seat.incidents += 1
        if seat.incidents >= self._plan.policy.incidents:
            self._set_aside(seat, f"set aside after {seat.incidents} incidents, the last: {cause}")

    def _set_aside(self, seat: Seat, cause: str) -> None:
        """The seat forfeits every deal that is not played."""
        for deal in list(self._running.values()):
            self._fault(deal, seat, Reason.DISCONNECTED, cause)
        for number in self._rest():
            position = self._start(number).forfeit(Reason.DISCONNECTED, seat.number)
            self._record(number, position, ((),) * self._plan.seats, cause)
        self._finish(LegEnd.SET_ASIDE)

    def _rest(self) -> Iterator[int]:
        for number in self._unplayed:
            if self._target_reached():
                return
            yield number

    # --- the end ----------------------------------------------------------------------------

    def _flush(self, now: float) -> list[Effect]:
        if not self.over:
            self._move_on(now)
        effects, self._effects = self._effects, []
        return effects

    def _move_on(self, now: float) -> None:
        if self._target_reached():
            self._finish(LegEnd.TARGET_REACHED)
            return
        self._begin_deals(now)
        if not self._running and len(self._results) == self._plan.deal_count:
            self._finish(LegEnd.PLAYED)
        elif not self._running and self._draining:
            self._finish(LegEnd.CALLED_OFF)

    def _finish(self, end: LegEnd) -> None:
        self.over = True
        self._effects.append(LegOver(end, tuple(self._settlements)))


def _why_absent(seat: Seat) -> str:
    if seat.lost:
        return "the connection was lost and the bot did not come back"
    if seat.presence is Presence.WARMING_UP:
        return "the bot did not get ready within its warm-up"
    return "the bot did not arrive"
