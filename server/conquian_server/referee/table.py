"""A leg at the referee: the state machine, its timer, and the sessions of its seats."""

import asyncio
from collections.abc import Callable
from functools import partial

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
    Request,
    Returned,
)
from conquian_server.referee.audience import Audience
from conquian_server.referee.clock import SteadyClock
from conquian_server.referee.log import log
from conquian_server.referee.session import Session
from conquian_server.wire import LegNames


class Table:
    """A leg that is being played.

    Attributes:
        plan: the leg.
        names: its id and its seats' names.
        over: done when the leg is over, with how; with an error where something else than a bot
            has failed.
    """

    def __init__(
        self,
        plan: LegPlan,
        names: LegNames,
        *,
        bot_seed: Callable[[int, int], int],
        on_deal: Callable[[DealOver], None],
        on_bot_wanted: Callable[[BotWanted], None] = lambda _: None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Open a table; it must be done inside a running event loop.

        Args:
            plan: the leg.
            names: its id and its seats' names.
            bot_seed: the random number that a bot gets for a deal number and seat.
            on_deal: called with each deal as it ends; what it raises ends the leg.
            on_bot_wanted: called when a seat's bot is out and another is to be started.
            on_change: called when bots may have got something to do, or have it no more.
        """
        self.plan = plan
        self.names = names
        self._loop = asyncio.get_running_loop()
        self.over: asyncio.Future[LegOver] = self._loop.create_future()
        self._on_deal = on_deal
        self._on_bot_wanted = on_bot_wanted
        self._on_change = on_change
        self._arriving: int | None = None  # the seat of a bot that takes another's place
        self._audience = Audience(plan, names, bot_seed)
        self._alarm: asyncio.TimerHandle | None = None
        self._clock = SteadyClock()
        self._leg = Leg(plan, self._clock.now())
        self._set_alarm()

    # --- seats ------------------------------------------------------------------------------

    def session_of(self, seat: int) -> Session | None:
        """The session of the seat's bot, None before it has arrived."""
        return self._audience.sessions[seat]

    def may_rest(self, seat: int) -> bool:
        """Whether the seat's bot has nothing to do before it is asked again; see `Leg.may_rest`."""
        return self._leg.may_rest(seat)

    def join(self, seat: int, session: Session, joined: Joined) -> None:
        """A bot takes the seat; one that had it is out."""
        if self.session_of(seat) is not None:
            self._arriving = seat
            self.receive(Gone(seat, "the bot came back without its resume token"))
            self._arriving = None
        self._audience.seat(seat, session)
        self.receive(joined)

    def resume(self, seat: int) -> None:
        """The seat's bot is back: all that it may have missed is sent again."""
        self._audience.repeat(seat)
        self.receive(Returned(seat))

    def lose(self, seat: int, complaint: str) -> None:
        """The connection to the seat's bot is lost, or ended for what the bot did."""
        log.info("connection ended", leg=self.names.leg, seat=seat, complaint=complaint)
        self.receive(Gone(seat, complaint) if complaint else Lost(seat))

    def turn_away(self, seat: int, why: str) -> None:
        """A bot that came for the seat could not be taken; if it was awaited, it is out."""
        if self.session_of(seat) is None:
            self.receive(Gone(seat, why))

    async def heard_out(self, seat: int, seconds: float) -> None:
        """Wait until the seat's bot, whose process has ended, has said its last."""
        session = self.session_of(seat)
        if session is not None and session.outbox is not None:
            await asyncio.wait({session.outbox.ended}, timeout=seconds)

    # --- the end ----------------------------------------------------------------------------

    def drain(self) -> None:
        """Let running deals finish and begin no more."""
        self._audience.tell_stopping()
        self.receive(Drain())

    def call_off(self) -> None:
        """Stop at once; running deals are handed back."""
        self.receive(CallOff())

    def fail(self, error: Exception) -> None:
        """Something has failed that is no bot's fault: the leg is over with this error."""
        log.error("leg failed", leg=self.names.leg, exc_info=error)
        if self.over.done():
            return
        self.over.set_exception(error)
        self._stop_clock()
        self._audience.dismiss()

    # --- the state machine ------------------------------------------------------------------

    def receive(self, event: Event) -> None:
        """Hand an event to the leg and carry out what follows."""
        self._advance(partial(self._leg.receive, event))

    def _on_alarm(self) -> None:
        self._alarm = None
        self._advance(self._leg.handle_timer)

    def _advance(self, step: Callable[[float], list[Effect]]) -> None:
        if self.over.done():
            return
        now = self._clock.now()
        try:
            for effect in step(now):
                self._carry_out(effect, now)
            self._set_alarm()
            self._on_change()
        except Exception as error:  # a full disk, most likely: who waits for `over` must know
            self.fail(error)

    def _set_alarm(self) -> None:
        """Have the alarm ring no later than the next deadline; one too early does no harm."""
        deadline = self._leg.next_deadline()
        if deadline is None:
            return
        when = self._clock.loop_time(deadline)
        if self._alarm is not None:
            if self._alarm.when() <= when:
                return
            self._alarm.cancel()
        self._alarm = self._loop.call_at(when, self._on_alarm)

    def _stop_clock(self) -> None:
        self._clock.stop()
        if self._alarm is not None:
            self._alarm.cancel()

    def _carry_out(self, effect: Effect, now: float) -> None:
        match effect:
            case Request():
                self._audience.ask(effect, now)
            case DealBegun():
                self._audience.tell_begun(effect)
            case DealOver():
                self._on_deal(effect)  # the result is safe before anybody hears of it
                self._audience.tell_ended(effect)
            case Rejected():
                self._audience.reject(effect)
            case DealCalledOff():
                self._audience.tell_ended(effect)
            case BotWanted(seat, cause):
                self._replace(seat, cause, effect)
            case LegOver():
                self._finish(effect)

    def _replace(self, seat: int, cause: str, wanted: BotWanted) -> None:
        log.info("bot out", leg=self.names.leg, seat=seat, cause=cause)
        self._audience.let_go(seat)
        if seat != self._arriving:
            self._on_bot_wanted(wanted)

    def _finish(self, over: LegOver) -> None:
        log.info("leg over", leg=self.names.leg, end=over.end.value)
        self._stop_clock()
        self.over.set_result(over)
        self._audience.dismiss(over)
