"""Those who are told of a leg: the sessions of its seats, and what each is told."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from conquian.v1 import session_pb2

from conquian_server.match import (
    DealBegun,
    DealCalledOff,
    DealOver,
    LegOver,
    LegPlan,
    Rejected,
    Rejection,
    Request,
)
from conquian_server.referee.outbox import Outbox
from conquian_server.referee.session import Session
from conquian_server.wire import (
    LegNames,
    called_off_bytes,
    deal_ended_bytes,
    encode_deal_ended,
    encode_deal_started,
    encode_leg_ended,
    encode_leg_started,
    encode_rejected,
    encode_request,
)

# Ends of deals that a bot may have missed with a lost connection are sent again when it is back.
_ENDS_KEPT_PER_DEAL = 2


class _End(NamedTuple):
    """The end of a deal: what all seats get of it, serialised, and each seat's charges."""

    message: bytes
    charges: tuple[tuple[float, ...], ...]


class Audience:
    """The sessions at a table.

    Attributes:
        sessions: the session of each seat's bot, None before it has arrived.
    """

    def __init__(self, plan: LegPlan, names: LegNames, bot_seed: Callable[[int, int], int]) -> None:
        self.sessions: list[Session | None] = [None] * plan.seats
        self._plan = plan
        self._names = names
        self._bot_seed = bot_seed
        self._running: dict[int, DealBegun] = {}
        self._ends: deque[_End] = deque(maxlen=_ENDS_KEPT_PER_DEAL * plan.deals_at_once)
        self._over: LegOver | None = None
        self._dismissed = False

    # --- one seat ---------------------------------------------------------------------------

    def seat(self, seat: int, session: Session) -> None:
        """A bot takes a seat and is told of the leg."""
        self.sessions[seat] = session
        if session.outbox is not None:
            self._tell_started(seat, session.outbox)
            self._tell_if_over(session.outbox)

    def repeat(self, seat: int) -> None:
        """Tell a bot that is back all that it may have missed, but for its open requests."""
        session = self.sessions[seat]
        if session is None or session.outbox is None:
            return
        self._tell_started(seat, session.outbox)
        for end in self._ends:
            _tell_ended(seat, session.outbox, end)
        for begun in self._running.values():
            self._tell_begun(seat, session.outbox, begun)
        self._tell_if_over(session.outbox)

    def let_go(self, seat: int) -> None:
        """A seat's bot is out."""
        session, self.sessions[seat] = self.sessions[seat], None
        if session is not None:
            session.close()

    def ask(self, request: Request, now: float) -> None:
        """Ask a seat for a decision; one that is not connected is asked when it is back."""
        session = self.sessions[request.seat]
        if session is not None and session.outbox is not None:
            message = session.outbox.entry().decision_requested
            encode_request(message, request, now, history=session.wants_history)

    def reject(self, rejected: Rejected) -> None:
        """Tell a seat that an answer was not taken."""
        session = self.sessions[rejected.seat]
        if session is None or session.outbox is None:
            return
        encode_rejected(session.outbox.entry().decision_rejected, rejected)
        if rejected.rejection is not Rejection.ILLEGAL:
            session.useless_answers += 1

    # --- all seats --------------------------------------------------------------------------

    def tell_begun(self, begun: DealBegun) -> None:
        """A deal begins."""
        self._running[begun.number] = begun
        for seat, outbox in self._connected():
            self._tell_begun(seat, outbox, begun)

    def tell_ended(self, ended: DealOver | DealCalledOff) -> None:
        """A deal has ended or is handed back."""
        self._running.pop(ended.number, None)
        if isinstance(ended, DealOver):
            end = _End(deal_ended_bytes(ended, self._names), ended.charges)
        else:
            end = _End(called_off_bytes(ended.number), ((),) * self._plan.seats)
        self._ends.append(end)
        for seat, outbox in self._connected():
            _tell_ended(seat, outbox, end)

    def tell_stopping(self) -> None:
        """The referee is stopping."""
        for _, outbox in self._connected():
            notice = outbox.entry().notice
            notice.kind = session_pb2.NOTICE_KIND_STOPPING
            notice.sentence = "the referee is stopping; running deals are finished"

    def dismiss(self, over: LegOver | None = None) -> None:
        """The leg is over; without an `over`, by a failure, and its running deals are nobody's."""
        for number in list(self._running):
            self.tell_ended(DealCalledOff(number))
        self._over, self._dismissed = over, True
        for _, outbox in self._connected():
            self._tell_if_over(outbox)

    def _connected(self) -> Iterator[tuple[int, Outbox]]:
        for seat, session in enumerate(self.sessions):
            if session is not None and session.outbox is not None:
                yield seat, session.outbox

    def _tell_started(self, seat: int, outbox: Outbox) -> None:
        encode_leg_started(outbox.entry().leg_started, self._plan, self._names, seat)

    def _tell_begun(self, seat: int, outbox: Outbox, begun: DealBegun) -> None:
        seed = self._bot_seed(begun.number, seat)
        encode_deal_started(outbox.entry().deal_started, begun, self._names, seat, seed)

    def _tell_if_over(self, outbox: Outbox) -> None:
        if self._over is not None:
            encode_leg_ended(outbox.entry().leg_ended, self._over, self._names)
        if self._dismissed:
            outbox.close()


def _tell_ended(seat: int, outbox: Outbox, end: _End) -> None:
    encode_deal_ended(outbox.entry().deal_ended, end.message, end.charges[seat])
