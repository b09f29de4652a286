"""A request for a decision as a message.

Everything in it comes from the seat's observation, its options and its clock, so that nothing a
seat may not see can reach it.

Parts of it come again and again, since a hand and the tables stay the same over many requests.
Each part is a message of the same kind with some fields set, serialised once; joined they are the
serialised whole. That takes a third of the time of setting the fields anew.
"""

from functools import lru_cache

from conquian.v1 import decision_pb2, observation_pb2

from conquian_server.match import Request, Standing
from conquian_server.rules import (
    Asked,
    Card,
    CardSet,
    Layout,
    Observation,
    Option,
    Origin,
    actions_in,
)
from conquian_server.rules.observation import History
from conquian_server.wire.cards import encode_card, encode_cards, encode_layout, encode_set
from conquian_server.wire.durations import set_duration
from conquian_server.wire.rulesets import wire_name

_CACHED = 1 << 12  # of each kind of part

_KINDS = {
    Asked.MELD_OR_PASS: decision_pb2.REQUEST_KIND_OFFER,
    Asked.FORCED_MELD: decision_pb2.REQUEST_KIND_FORCED,
    Asked.DEMAND_OR_WAIVE: decision_pb2.REQUEST_KIND_FORCE_QUESTION,
}
_ORIGINS = {
    Origin.STOCK: observation_pb2.FACED_ORIGIN_STOCK,
    Origin.DISCARD: observation_pb2.FACED_ORIGIN_DISCARD,
    Origin.UPCARD: observation_pb2.FACED_ORIGIN_INITIAL_UPCARD,
}


def encode_request(
    message: decision_pb2.DecisionRequested, request: Request, now: float, *, history: bool
) -> None:
    """Fill `message` with a request as it stands at `now`.

    Args:
        message: an empty message.
        request: the request.
        now: the leg's time, from which the remaining time is told.
        history: whether the bot wants the actions so far.
    """
    observation = request.position.observe(request.seat)
    assert observation.asked is not None
    message.request_id = request.request
    message.deal_id = request.deal
    message.kind = _KINDS[observation.asked]
    _encode_observation(message.observation, observation, request.standing)
    for option in request.position.options():
        message.options.add().MergeFromString(_option_bytes(option))
    if request.deadline is not None:
        set_duration(message.time_to_deadline, max(0.0, request.deadline - now))
    if request.bank is not None:
        set_duration(message.bank_left, request.bank)
    if history:
        _encode_history(message, observation.history)


def _encode_observation(
    message: observation_pb2.Observation, seen: Observation, standing: Standing | None
) -> None:
    assert seen.faced is not None  # a seat is asked about a faced card only
    message.MergeFromString(
        b"".join(
            (
                _place_bytes(wire_name(seen.ruleset), seen.viewer, seen.dealer, seen.seat),
                _hand_bytes(seen.hand),
                _tables_bytes(seen.tables),
                _faced_bytes(seen.faced, seen.origin, seen.origin_seat, seen.passed),
            )
        )
    )
    message.dead.extend(encode_cards(seen.dead))
    message.stock_count = seen.stock_count
    message.hand_counts.extend(seen.hand_counts)
    message.action_count = seen.action_count
    if standing is not None:
        message.scores.extend(standing.totals)
        message.multiplier = standing.multiplier


@lru_cache(maxsize=_CACHED)
def _place_bytes(ruleset: str, viewer: int, dealer: int, asked: int | None) -> bytes:
    message = observation_pb2.Observation(ruleset=ruleset, seat=viewer, dealer=dealer)
    if asked is not None:
        message.asked_seat = asked
    return message.SerializeToString()


@lru_cache(maxsize=_CACHED)
def _hand_bytes(hand: CardSet) -> bytes:
    return observation_pb2.Observation(hand=encode_set(hand)).SerializeToString()


@lru_cache(maxsize=_CACHED)
def _tables_bytes(tables: tuple[Layout, ...]) -> bytes:
    message = observation_pb2.Observation()
    for layout in tables:
        encode_layout(message.tables.add().melds, layout)
    return message.SerializeToString()


@lru_cache(maxsize=_CACHED)
def _faced_bytes(
    faced: Card, origin: Origin, origin_seat: int | None, passed: tuple[int, ...]
) -> bytes:
    message = observation_pb2.Observation(
        faced=encode_card(faced), faced_origin=_ORIGINS[origin], passed_seats=passed
    )
    if origin_seat is not None:
        message.faced_by = origin_seat
    return message.SerializeToString()


@lru_cache(maxsize=_CACHED)
def _option_bytes(option: Option) -> bytes:
    message = decision_pb2.Option(
        hand_cards=encode_set(option.laid),
        goes_out=option.goes_out,
        uses_faced=option.uses_faced,
    )
    encode_layout(message.layout, option.layout)
    return message.SerializeToString()


def _encode_history(message: decision_pb2.DecisionRequested, history: History) -> None:
    for taken in actions_in(history):
        message.history.add(seat=taken.seat, text=str(taken.action))
