"""A leg at the referee: the state machine, its timer, and the sessions of its seats."""

import asyncio
from collections import deque
from collections.abc import Callable

from conquian.v1 import session_pb2

from conquian_server.match import (
    BotWanted,
    CallOff,
    DealBegun,
    DealCalledOff,
    DealOver,
    Drain,
    Effect,
    Event,
    Gone,
    Joined,
    Leg,
    LegOver,
    LegPlan,
    Lost,
    Rejected,
    Rejection,
    Request,
    Returned,
)
from conquian_server.referee.log import log
from conquian_server.referee.session import Session
from conquian_server.wire import (
    LegNames,
    encode_called_off,
    encode_deal_ended,
    encode_deal_started,
    encode_leg_ended,
    encode_leg_started,
    encode_rejected,
    encode_request,
)

# Ends of deals that a bot may have missed with a lost connection are sent again when it is back.
_ENDS_KEPT_PER_DEAL = 2


class Table:
    """A leg that is being played.

    Attributes:
        plan: the leg.
        names: its id and its seats' names.
        over: done when the leg is over, with how.
    """

    def __init__(
        self,
        plan: LegPlan,
        names: LegNames,
        *,
        bot_seed: Callable[[int, int], int],
        on_deal: Callable[[DealOver], None],
        on_bot_wanted: Callable[[BotWanted], None] = lambda _: None,
    ) -> None:
        """Open a table; it must be done inside a running event loop.

        Args:
            plan: the leg.
            names: its id and its seats' names.
            bot_seed: the random number that a bot gets for a deal number and seat.
            on_deal: called with each deal as it ends.
            on_bot_wanted: called when a seat's bot is out and another is to be started.
        """
        self.plan = plan
        self.names = names
        self._loop = asyncio.get_running_loop()
        self.over: asyncio.Future[LegOver] = self._loop.create_future()
        self._bot_seed = bot_seed
        self._on_deal = on_deal
        self._on_bot_wanted = on_bot_wanted
        self._sessions: list[Session | None] = [None] * plan.seats
        self._running: dict[int, DealBegun] = {}
        self._ended: deque[DealOver] = deque(maxlen=_ENDS_KEPT_PER_DEAL * plan.deals_at_once)
        self._alarm: asyncio.TimerHandle | None = None
        self._leg = Leg(plan, self._loop.time())
        self._set_alarm()

    # --- seats ------------------------------------------------------------------------------

    def session_of(self, seat: int) -> Session | None:
        """The session of the seat's bot, None before it has arrived."""
        return self._sessions[seat]

    def join(self, seat: int, session: Session, joined: Joined) -> None:
        """A bot takes the seat; one that had it is out."""
        if self._sessions[seat] is not None:
            self.receive(Gone(seat, "the bot came back without its resume token"))
        self._sessions[seat] = session
        encode_leg_started(session.entry().leg_started, self.plan, self.names, seat)
        self.receive(joined)

    def resume(self, seat: int) -> None:
        """The seat's bot is back: all that it may have missed is sent again."""
        session = self._sessions[seat]
        assert session is not None
        encode_leg_started(session.entry().leg_started, self.plan, self.names, seat)
        for over in self._ended:
            encode_deal_ended(session.entry().deal_ended, over, self.names, seat)
        for begun in self._running.values():
            self._tell_begun(seat, session, begun)
        if self.over.done():
            self._tell_leg_over(session, self.over.result())
        else:
            self.receive(Returned(seat))

    def lose(self, seat: int) -> None:
        """The connection to the seat's bot is lost."""
        log.info("connection lost", leg=self.names.leg, seat=seat)
        self.receive(Lost(seat))

    def drain(self) -> None:
        """Let running deals finish and begin no more."""
        for session in filter(None, self._sessions):
            notice = session.entry().notice
            notice.kind = session_pb2.NOTICE_KIND_STOPPING
            notice.sentence = "the referee is stopping; running deals are finished"
        self.receive(Drain())

    def call_off(self) -> None:
        """Stop at once; running deals are handed back."""
        self.receive(CallOff())

    # --- the state machine ------------------------------------------------------------------

    def receive(self, event: Event) -> None:
        """Hand an event to the leg and carry out what follows."""
        now = self._loop.time()
        for effect in self._leg.receive(event, now):
            self._carry_out(effect, now)
        self._set_alarm()

    def _on_alarm(self) -> None:
        self._alarm = None
        now = self._loop.time()
        for effect in self._leg.handle_timer(now):
            self._carry_out(effect, now)
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Have the alarm ring no later than the next deadline; one too early does no harm."""
        deadline = self._leg.next_deadline()
        if deadline is None:
            return
        if self._alarm is not None:
            if self._alarm.when() <= deadline:
                return
            self._alarm.cancel()
        self._alarm = self._loop.call_at(deadline, self._on_alarm)

    def _carry_out(self, effect: Effect, now: float) -> None:
        match effect:
            case Request():
                self._ask(effect, now)
            case DealBegun():
                self._begin(effect)
            case DealOver():
                self._end(effect)
            case Rejected():
                self._reject(effect)
            case DealCalledOff(number):
                self._hand_back(number)
            case BotWanted(seat, cause):
                log.info("bot out", leg=self.names.leg, seat=seat, cause=cause)
                self._let_go(seat)
                self._on_bot_wanted(effect)
            case LegOver():
                self._finish(effect)

    def _ask(self, request: Request, now: float) -> None:
        session = self._sessions[request.seat]
        if session is not None and session.connected:
            message = session.entry().decision_requested
            encode_request(message, request, now, history=session.wants_history)

    def _begin(self, begun: DealBegun) -> None:
        self._running[begun.number] = begun
        for seat, session in enumerate(self._sessions):
            if session is not None and session.connected:
                self._tell_begun(seat, session, begun)

    def _tell_begun(self, seat: int, session: Session, begun: DealBegun) -> None:
        seed = self._bot_seed(begun.number, seat)
        encode_deal_started(session.entry().deal_started, begun, self.names, seat, seed)

    def _end(self, over: DealOver) -> None:
        # The result is safe before anybody hears of it.
        self._on_deal(over)
        self._running.pop(over.number, None)
        self._ended.append(over)
        for seat, session in enumerate(self._sessions):
            if session is not None and session.connected:
                encode_deal_ended(session.entry().deal_ended, over, self.names, seat)

    def _reject(self, rejected: Rejected) -> None:
        session = self._sessions[rejected.seat]
        if session is None or not session.connected:
            return
        encode_rejected(session.entry().decision_rejected, rejected)
        if rejected.rejection is not Rejection.ILLEGAL:
            session.useless_answers += 1

    def _hand_back(self, number: int) -> None:
        self._running.pop(number, None)
        for session in filter(None, self._sessions):
            encode_called_off(session.entry().deal_ended, number)

    def _let_go(self, seat: int) -> None:
        session, self._sessions[seat] = self._sessions[seat], None
        if session is not None:
            session.close()

    def _finish(self, over: LegOver) -> None:
        log.info("leg over", leg=self.names.leg, end=over.end.value)
        if self._alarm is not None:
            self._alarm.cancel()
        for session in filter(None, self._sessions):
            self._tell_leg_over(session, over)
        self.over.set_result(over)

    def _tell_leg_over(self, session: Session, over: LegOver) -> None:
        encode_leg_ended(session.entry().leg_ended, over, self.names)
        session.close()
