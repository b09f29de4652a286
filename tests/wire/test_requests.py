"""Requests for a decision: what the rules let a seat see, and nothing lost on the way."""

import statistics

from conquian.v1 import decision_pb2, observation_pb2
from conquian_server import rules
from conquian_server.match import Request, Standing
from conquian_server.rules import Asked, Origin, Position
from conquian_server.wire import encode_request
from google.protobuf import json_format
from hypothesis import given

from tests.rules.deals import Deal, deals

TYPICAL_BYTES = 250

KINDS = {
    Asked.MELD_OR_PASS: "OFFER",
    Asked.FORCED_MELD: "FORCED",
    Asked.DEMAND_OR_WAIVE: "FORCE_QUESTION",
}
ORIGINS = {Origin.STOCK: "STOCK", Origin.DISCARD: "DISCARD", Origin.UPCARD: "INITIAL_UPCARD"}


def request_at(position: Position, **fields) -> Request:
    """A request of the asked seat, without clock and score but for the fields given."""
    known = {
        **{"seat": position.seat, "request": 5, "deal": 3, "position": position},
        **{"standing": None, "sent_at": 0.0, "deadline": None, "bank": None},
    }
    return Request(**known | fields)


def encoded(request: Request, now: float = 0.0, *, history: bool = False):
    """The request as a bot reads it."""
    message = decision_pb2.DecisionRequested()
    encode_request(message, request, now, history=history)
    return decision_pb2.DecisionRequested.FromString(message.SerializeToString())


def _open_positions(deal: Deal):
    return [position for position in deal.positions() if position.result is None]


@given(deals())
def test_a_request_says_what_the_seat_sees(deal: Deal):
    """Every field of the observation and every option arrives, in order, under every ruleset."""
    for position in _open_positions(deal):
        seen, message = position.observe(position.seat), encoded(request_at(position))
        told = message.observation
        assert (message.request_id, message.deal_id) == (5, 3)
        assert message.kind == decision_pb2.RequestKind.Value(f"REQUEST_KIND_{KINDS[seen.asked]}")
        assert _cards(told.hand) == list(rules.cards_in(seen.hand))
        assert [_layout(table.melds) for table in told.tables] == list(map(_listed, seen.tables))
        assert told.faced - 1 == seen.faced
        origin = f"FACED_ORIGIN_{ORIGINS[seen.origin]}"
        assert told.faced_origin == observation_pb2.FacedOrigin.Value(origin)
        assert (told.faced_by if told.HasField("faced_by") else None) == seen.origin_seat
        assert tuple(told.passed_seats) == seen.passed
        assert (told.seat, told.asked_seat, told.dealer) == (seen.viewer, seen.seat, seen.dealer)
        assert tuple(_cards(told.dead)) == seen.dead
        assert (told.stock_count, told.action_count) == (seen.stock_count, seen.action_count)
        assert tuple(told.hand_counts) == seen.hand_counts
        assert [
            (_layout(o.layout), _cards(o.hand_cards), o.goes_out, o.uses_faced)
            for o in message.options
        ] == [
            (_listed(o.layout), list(rules.cards_in(o.laid)), o.goes_out, o.uses_faced)
            for o in position.options()
        ]


@given(deals())
def test_the_history_is_every_action_so_far(deal: Deal):
    """Where it is wanted, the history holds each action's seat and canonical text, in order."""
    position = _open_positions(deal)[-1]
    message = encoded(request_at(position), history=True)
    told = [(taken.seat, taken.text) for taken in message.history]
    assert told == [(taken.seat, str(taken.action)) for taken in position.actions]


@given(deals())
def test_the_same_moment_is_the_same_bytes(deal: Deal):
    """What is kept from one request for the next never gets into a wrong one."""
    first = [encoded(request_at(position)) for position in _open_positions(deal)]
    again = [encoded(request_at(position)) for position in reversed(_open_positions(deal))]
    assert first == again[::-1]


@given(deals())
def test_a_request_reads_as_json(deal: Deal):
    """The JSON form names each field, also those with their default value, and reads back."""
    message = encoded(request_at(_open_positions(deal)[-1]))
    told = json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    assert {"request_id", "deal_id", "kind", "options", "history"} <= set(told)
    assert {"seat", "dealer", "hand", "tables", "dead", "stock_count"} <= set(told["observation"])
    assert all(card.startswith("CARD_") for card in told["observation"]["hand"])
    assert json_format.ParseDict(told, decision_pb2.DecisionRequested()) == message


def test_time_is_told_as_what_remains():
    """A deadline and a bank are durations that remain; without them the fields are absent."""
    position = Deal({"base": "classic"}, rules.deck_from_seed("1", 0), 0, 2, 0, 1.0).start()
    timed = encoded(request_at(position, deadline=12.5, bank=3.25), now=10.0)
    assert timed.time_to_deadline.ToMilliseconds() == 2_500
    assert timed.bank_left.ToMilliseconds() == 3_250
    late = encoded(request_at(position, deadline=12.5, bank=0.0), now=13.0)
    assert late.HasField("time_to_deadline")
    assert late.HasField("bank_left")
    assert late.time_to_deadline.ToNanoseconds() == late.bank_left.ToNanoseconds() == 0
    free = encoded(request_at(position))
    assert not free.HasField("time_to_deadline")
    assert not free.HasField("bank_left")


def test_the_score_is_told_where_it_is_known():
    """A known standing is told in full, zeros included; an unknown one is absent."""
    position = Deal({"base": "classic"}, rules.deck_from_seed("1", 0), 0, 2, 0, 1.0).start()
    known = encoded(request_at(position, standing=Standing(1, (0, -4)))).observation
    assert (list(known.scores), known.multiplier) == ([0, -4], 1)
    unknown = encoded(request_at(position)).observation
    assert not unknown.scores
    assert not unknown.HasField("multiplier")


def test_requests_are_small():
    """The typical request, without the history, is a few hundred bytes."""
    sizes = []
    for seed in range(20):
        deck = rules.deck_from_seed(str(seed), 0)
        deal = Deal({"base": "classic"}, deck, 0, 2, seed, 1.0)
        sizes += [encoded(request_at(each)).ByteSize() for each in _open_positions(deal)]
    assert statistics.median(sizes) < TYPICAL_BYTES


def _cards(told) -> list[int]:
    return [number - 1 for number in told]


def _layout(melds) -> list[list[int]]:
    return [_cards(meld.cards) for meld in melds]


def _listed(layout) -> list[list[int]]:
    return [list(rules.meld_cards(meld)) for meld in layout]
