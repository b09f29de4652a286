"""A leg of one deal, and all that the referee says of it to the seat that docs/bridge.md shows."""

from collections.abc import Iterator

from conquian.v1 import referee_pb2, session_pb2
from conquian_server import rules
from conquian_server.match import (
    ClockRules,
    DealBegun,
    DealOver,
    LegEnd,
    LegOver,
    LegPlan,
    Rejected,
    Rejection,
    Request,
    Standing,
)
from conquian_server.rules import LegScore, Position, deck_from_seed
from conquian_server.wire import (
    LegNames,
    deal_ended_bytes,
    encode_clocks,
    encode_deal_ended,
    encode_deal_started,
    encode_leg_ended,
    encode_leg_started,
    encode_rejected,
    encode_request,
)

Entry = referee_pb2.RefereeEntry

CLASSIC = rules.PRESETS["classic"]
SEAT, NUMBER, REQUEST = 0, 0, 3
BOT_SEED = 13893170463121013402
NAMES = LegNames("0", ("my-bot", "greedy"))
CLOCKS = ClockRules(limit=10.0)
PLAN = LegPlan(
    ruleset=CLASSIC,
    seats=2,
    deal_count=1,
    deck_of=lambda number: deck_from_seed("bridge-323", number),
    clocks=CLOCKS,
)


def entries() -> Iterator[Entry]:
    """What the seat hears, from its welcome to the referee's end; one of each kind of entry."""
    first = rules.start(CLASSIC, PLAN.deck_of(NUMBER), dealer=0, seats=2)
    played = [*_played(first)]
    yield _welcome()
    yield _leg_started()
    yield _deal_started(first)
    yield _asked(next(position for position in played if _has_a_choice(position)))
    yield _rejected()
    yield _deal_ended(played[-1])
    yield _leg_ended(played[-1])
    yield _stopping()


def _played(position: Position) -> Iterator[Position]:
    """The positions of a deal in which each seat does the last thing that it may."""
    yield position
    while position.seat is not None:
        position = position.apply(position.legal_actions()[-1])
        yield position


def _has_a_choice(position: Position) -> bool:
    return position.seat == SEAT and len(position.options()) > 1


def _welcome() -> Entry:
    limits = session_pb2.Limits(deals_at_once=1, max_message_bytes=1 << 18)
    entry = Entry(
        welcome=session_pb2.Welcome(session_id="5f0c2b9e", resume_token="secret", limits=limits)
    )
    encode_clocks(entry.welcome.clock, CLOCKS)
    return entry


def _leg_started() -> Entry:
    entry = Entry()
    encode_leg_started(entry.leg_started, PLAN, NAMES, SEAT)
    return entry


def _deal_started(first: Position) -> Entry:
    entry = Entry()
    begun = DealBegun(NUMBER, first)
    encode_deal_started(entry.deal_started, begun, NAMES, SEAT, BOT_SEED)
    return entry


def _asked(position: Position) -> Entry:
    entry = Entry()
    standing = Standing(1, (0, 0))
    request = Request(SEAT, REQUEST, NUMBER, position, standing, 0.0, 10.0, None)
    encode_request(entry.decision_requested, request, 0.0, history=False)
    return entry


def _rejected() -> Entry:
    entry = Entry()
    reason = "the request is answered already, or its deal is over"
    encode_rejected(entry.decision_rejected, Rejected(SEAT, REQUEST, Rejection.STALE, reason))
    return entry


def _deal_ended(last: Position) -> Entry:
    entry = Entry()
    over = DealOver(NUMBER, last, ((0.001,) * 6, ()))
    encode_deal_ended(entry.deal_ended, deal_ended_bytes(over, NAMES), over.charges[SEAT])
    return entry


def _leg_ended(last: Position) -> Entry:
    assert last.result is not None
    entry = Entry()
    settled = LegScore(CLASSIC, 2).add(last.result)
    over = LegOver(LegEnd.PLAYED, (settled,))
    encode_leg_ended(entry.leg_ended, over, NAMES)
    return entry


def _stopping() -> Entry:
    kind = session_pb2.NOTICE_KIND_STOPPING
    return Entry(
        notice=session_pb2.Notice(
            kind=kind, sentence="the referee is stopping; running deals are finished"
        )
    )
