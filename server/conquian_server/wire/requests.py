"""A request for a decision as a message.

Everything in it comes from the seat's observation, its options and its clock, so that nothing a
seat may not see can reach it.
"""

from conquian.v1 import decision_pb2, observation_pb2

from conquian_server.match import Request, Standing
from conquian_server.rules import Asked, Observation, Option, Origin, actions_in
from conquian_server.rules.observation import History
from conquian_server.wire.cards import encode_card, encode_cards, encode_set, layout_bytes
from conquian_server.wire.durations import set_duration
from conquian_server.wire.rulesets import wire_name

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
        _encode_option(message.options.add(), option)
    if request.deadline is not None:
        set_duration(message.time_to_deadline, max(0.0, request.deadline - now))
    if request.bank is not None:
        set_duration(message.bank_left, request.bank)
    if history:
        _encode_history(message, observation.history)


def _encode_observation(
    message: observation_pb2.Observation, seen: Observation, standing: Standing | None
) -> None:
    message.ruleset = wire_name(seen.ruleset)
    message.seat = seen.viewer
    message.dealer = seen.dealer
    message.hand.extend(encode_set(seen.hand))
    for layout in seen.tables:
        message.tables.add().MergeFromString(layout_bytes(layout))
    _encode_faced(message, seen)
    message.dead.extend(encode_cards(seen.dead))
    message.stock_count = seen.stock_count
    message.hand_counts.extend(seen.hand_counts)
    if standing is not None:
        message.scores.extend(standing.totals)
        message.multiplier = standing.multiplier
    message.action_count = seen.action_count


def _encode_faced(message: observation_pb2.Observation, seen: Observation) -> None:
    assert seen.faced is not None  # a seat is asked about a faced card only
    message.faced = encode_card(seen.faced)
    message.faced_origin = _ORIGINS[seen.origin]
    if seen.origin_seat is not None:
        message.faced_by = seen.origin_seat
    message.passed_seats.extend(seen.passed)
    if seen.seat is not None:
        message.asked_seat = seen.seat


def _encode_option(message: decision_pb2.Option, option: Option) -> None:
    message.MergeFromString(layout_bytes(option.layout))
    message.hand_cards.extend(encode_set(option.laid))
    message.goes_out = option.goes_out
    message.uses_faced = option.uses_faced


def _encode_history(message: decision_pb2.DecisionRequested, history: History) -> None:
    for taken in actions_in(history):
        message.history.add(seat=taken.seat, text=str(taken.action))
