"""The state machine of a leg, without I/O: events and times in, effects out."""

import math

from conquian_server.match.deals import Deals
from conquian_server.match.decisions import Choice, action_of
from conquian_server.match.effects import (
    BotWanted,
    Effect,
    LegEnd,
    LegOver,
    Rejected,
    Rejection,
    Request,
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
from conquian_server.match.seat import Seat
from conquian_server.rules import IllegalAction, Reason


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
        self._created_at = now
        arrival = now + plan.policy.arrival
        incidents = plan.incidents or (0,) * plan.seats
        self._seats = [
            Seat(number, plan.clocks, arrival, incidents[number]) for number in range(plan.seats)
        ]
        self._effects: list[Effect] = []
        self._deals = Deals(plan, self._seats, self._effects)
        self._draining = False
        self._end: LegEnd | None = None  # set where the leg ends before its deals do

    # --- the face ---------------------------------------------------------------------------

    def receive(self, event: Event, now: float) -> list[Effect]:
        """Take an event; what is overdue at `now` comes first."""
        if self.over:
            return []
        self._fire_timers(now)
        if self._why_over() is None:
            self._take(event, now)
        return self._go_on(now)

    def handle_timer(self, now: float) -> list[Effect]:
        """Do what has become due."""
        if self.over:
            return []
        self._fire_timers(now)
        return self._go_on(now)

    def next_deadline(self) -> float | None:
        """When `handle_timer` has something to do, None while nothing is due."""
        if self.over:
            return None
        if self._why_over() is not None or self._used_up():  # by an earlier attempt
            return self._created_at
        due = self._first_due()
        return None if due == math.inf else due

    def open_requests(self, seat: int) -> list[Request]:
        """The requests that the seat has not answered, oldest first."""
        return list(self._seats[seat].clock.open.values())

    def may_rest(self, seat: int) -> bool:
        """Whether the seat's bot has nothing to do before it is asked again.

        That is so where all bots are here, and one deal is played at a time.
        """
        in_turn = self._deals.at_once == 1 and all(each.here for each in self._seats)
        return in_turn and not self.over and not self._seats[seat].clock.open

    # --- events -----------------------------------------------------------------------------

    def _take(self, event: Event, now: float) -> None:
        match event:
            case Answered(seat, answers):
                self._answers(self._seats[seat], answers, now)
            case Joined(seat):
                self._joined(self._seats[seat], event, now)
            case Ready(seat):
                self._seats[seat].be_ready()
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
                self._deals.call_off()
                self._end = LegEnd.CALLED_OFF

    def _joined(self, seat: Seat, bot: Joined, now: float) -> None:
        seat.join(bot, now + self._plan.clocks.warm_up)
        takes = [seat.deals_at_once for seat in self._seats]
        self._deals.at_once = min(self._plan.deals_at_once, *takes)

    def _go_on(self, now: float) -> list[Effect]:
        """Begin the deals that may begin, end the leg where it is to end, and hand out."""
        if self._may_begin():
            self._deals.begin(now)
        end = self._why_over()
        if end is not None:
            self.over = True
            self._effects.append(LegOver(end, tuple(self._deals.tally.settlements)))
        effects = self._effects.copy()
        self._effects.clear()
        return effects

    def _may_begin(self) -> bool:
        return (
            self._deals.has_room
            and not self._draining
            and self._end is None
            and all(seat.here for seat in self._seats)
        )

    def _why_over(self) -> LegEnd | None:
        """Why the leg is to end now, None while it goes on."""
        if self._end is not None:
            return self._end
        if self._deals.tally.target_reached:
            return LegEnd.TARGET_REACHED
        if self._deals.all_finished:
            return LegEnd.PLAYED
        if self._draining and not self._deals.running:
            return LegEnd.CALLED_OFF
        return None

    # --- answers ----------------------------------------------------------------------------

    def _answers(self, seat: Seat, answers: tuple[tuple[int, Choice], ...], now: float) -> None:
        # What came together is answered at one moment: all is closed before the first is taken,
        # and an answer can't guess the request that another brings about.
        answered = {id_: seat.clock.open[id_] for id_, _ in answers if id_ in seat.clock.open}
        together = len(answered)
        for request in answered.values():
            seat.clock.close(request)
        for id_, choice in answers:
            if self._why_over() is not None:
                return
            if id_ in answered:
                self._answer(seat, answered.pop(id_), choice, now, together)
            else:
                self._effects.append(Rejected(seat.number, id_, *seat.why_not_open(id_)))
        if together:
            seat.answered(now)

    def _answer(
        self, seat: Seat, request: Request, choice: Choice, now: float, together: int
    ) -> None:
        deal = self._deals.running[request.deal]
        spent = seat.clock.charge(request, now, together)
        deal.charge(seat.number, spent, self._plan.clocks.increment)
        try:
            deal.position = deal.position.apply(action_of(choice, deal.position))
        except IllegalAction as error:
            self._refuse(seat, request, str(error))
        else:
            self._deals.ask(deal, now)

    def _refuse(self, seat: Seat, request: Request, reason: str) -> None:
        cause = f"illegal action: {reason}"
        rejected = Rejected(seat.number, request.request, Rejection.ILLEGAL, reason)
        self._effects.append(rejected)
        seat.incidents += 1
        self._deals.forfeit(self._deals.running[request.deal], seat, Reason.ILLEGAL_ACTION, cause)
        self._check_incidents(cause)

    # --- faults -----------------------------------------------------------------------------

    def _fire_timers(self, now: float) -> None:
        """Do all that is due, what was due first first, so that a late call decides nothing."""
        self._check_incidents("before the leg was interrupted")
        while self._first_due() <= now and self._why_over() is None:
            seat = min(self._seats, key=Seat.next_deadline)
            if seat.clock.next_deadline() <= seat.due():
                self._time_out(seat)
            else:
                self._drop(seat, seat.why_out(), now)

    def _first_due(self) -> float:
        return min([seat.next_deadline() for seat in self._seats])

    def _time_out(self, seat: Seat) -> None:
        request = seat.clock.next_to_fault()
        assert request.deadline is not None
        cause = f"no answer within {request.deadline - request.sent_at:.3f} s"
        seat.incidents += seat.time_out(request)
        self._deals.forfeit(self._deals.running[request.deal], seat, Reason.TIMEOUT, cause)
        self._check_incidents(cause)

    def _drop(self, seat: Seat, cause: str, now: float) -> None:
        """The seat's bot is out: it forfeits what runs, and another is wanted."""
        seat.incidents += not seat.stalling  # a bot that stalls and then dies is one incident
        seat.leave(now + self._plan.policy.arrival)
        self._deals.forfeit_running(seat, cause)
        self._check_incidents(cause)
        if self._why_over() is None:
            self._effects.append(BotWanted(seat.number, cause))

    def _used_up(self) -> list[Seat]:
        """The seats that have had as many incidents as they may; at most one but at a beginning."""
        return [seat for seat in self._seats if seat.incidents >= self._plan.policy.incidents]

    def _check_incidents(self, cause: str) -> None:
        """Set a seat aside that has used up its incidents, the last of them for `cause`."""
        used_up = self._used_up()
        if used_up and self._end is None:
            seat = used_up[0]
            self._set_aside(seat, f"set aside after {seat.incidents} incidents, the last: {cause}")

    def _set_aside(self, seat: Seat, cause: str) -> None:
        """The seat forfeits every deal that is not finished.

        When the referee is stopping that is only those in play: the incidents may come of the
        stopping itself, and another attempt can play the rest.
        """
        self._deals.forfeit_running(seat, cause)
        if not self._draining:
            self._deals.forfeit_rest(seat, cause)
            self._end = LegEnd.SET_ASIDE
