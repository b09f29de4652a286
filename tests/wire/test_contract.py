"""What bot authors and other languages rely on in the contract, beyond what `buf lint` checks."""

import keyword
from collections.abc import Iterator

from conquian.v1 import cards_pb2, decision_pb2, leg_pb2, observation_pb2, referee_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor

TARGET_BYTES = 200


def test_cards_are_their_index_plus_one() -> None:
    """Each card's number is its index plus one: 10 * suit + rank + 1 (rules section 1)."""
    in_index_order = [f"CARD_{rank}{suit}" for suit in "SHDC" for rank in "A234567JQK"]
    assert list(cards_pb2.Card.items()) == [
        ("CARD_UNSPECIFIED", 0),
        *((name, index + 1) for index, name in enumerate(in_index_order)),
    ]


def test_service_is_one_stream_both_ways() -> None:
    """A bot's socket serves the stream of its own deals and no other call."""
    service = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]
    assert [
        (method.name, method.client_streaming, method.server_streaming)
        for method in service.methods
    ] == [("Play", True, True)]


def test_zero_is_told_from_absent() -> None:
    """Where seat 0 or an unknown multiplier is meant, absent can be told from 0."""
    told_apart = {
        field.full_name.removeprefix("conquian.v1.")
        for message in (observation_pb2.Observation, leg_pb2.DealEnded, decision_pb2.Decision)
        for field in message.DESCRIPTOR.fields
        if field.has_presence and field.message_type is None
    }
    assert told_apart == {
        "Observation.faced_by",
        "Observation.multiplier",
        "DealEnded.winner",
        "DealEnded.offender",
        "Decision.option_index",
    }


def test_names_are_usable_in_python() -> None:
    """No field is named by a keyword, so that each can be written as an attribute."""
    messages = {
        message.full_name: message
        for wrapper in (referee_pb2.PlayRequest, referee_pb2.PlayResponse)
        for message in _reachable(wrapper.DESCRIPTOR)
    }
    names = [field.name for message in messages.values() for field in message.fields]
    assert len(messages) > len(("PlayRequest", "PlayResponse"))
    assert not [name for name in names if keyword.iskeyword(name)]


def test_cards_shown_before_the_end_of_a_deal() -> None:
    """Until a deal ends, the messages have room for the cards of rules section 9 and no others."""
    shown = {
        field.full_name.removeprefix("conquian.v1.")
        for root in (leg_pb2.DealStarted, decision_pb2.DecisionRequested)
        for message in _reachable(root.DESCRIPTOR)
        for field in message.fields
        if _holds_cards(field)
    }
    assert shown == {
        "DealStarted.hand",
        "Observation.hand",
        "Observation.tables",
        "Observation.faced",
        "Observation.dead",
        "Option.layout",
        "Option.hand_cards",
        "Table.melds",
        "Meld.cards",
    }


def test_an_entry_of_a_newer_version_is_read_as_none() -> None:
    """An entry that this version doesn't know is neither an error nor taken for another."""
    unknown_field_15_empty_message = bytes([15 << 3 | 2, 0])
    entry = referee_pb2.BotEntry.FromString(unknown_field_15_empty_message)
    assert entry.WhichOneof("entry") is None


def test_typical_request_is_small() -> None:
    """A request with ten cards in hand, three melds, one option and twelve dead cards is small."""
    response = referee_pb2.PlayResponse()
    _write_typical_request(response.entries.add().decision_requested)
    assert len(response.SerializeToString()) <= TARGET_BYTES


def _reachable(root: Descriptor) -> Iterator[Descriptor]:
    yield root
    for field in root.fields:
        if field.message_type is not None:
            yield from _reachable(field.message_type)


def _holds_cards(field: FieldDescriptor) -> bool:
    """Tells whether a field is a card, cards, or a message that holds cards itself."""
    if field.enum_type is not None:
        return field.enum_type is cards_pb2.Card.DESCRIPTOR
    holders = (cards_pb2.Meld.DESCRIPTOR, observation_pb2.Table.DESCRIPTOR)
    return field.message_type in holders


def _write_typical_request(request: decision_pb2.DecisionRequested) -> None:
    request.request_id = 12_345
    request.deal_id = 321
    request.kind = decision_pb2.REQUEST_KIND_OFFER
    _write_typical_observation(request.observation)
    option = request.options.add(hand_cards=_cards("6S 6H"), uses_faced=True)
    for meld in ("2H 3H 4H", "4S 4D 4C", "6S 6H 6D"):
        option.layout.add(cards=_cards(meld))
    request.time_to_deadline.FromMicroseconds(2_123_456)
    request.bank_left.FromMicroseconds(52_123_456)


def _write_typical_observation(seen: observation_pb2.Observation) -> None:
    seen.ruleset = "classic"
    seen.seat = seen.asked_seat = 1
    seen.hand.extend(_cards("AS 2S 5S 6S 6H 7H 3D 7D 3C KC"))
    for melds in (("2H 3H 4H", "4S 4D 4C"), ("AC 2C 5C 6C",)):
        seen.tables.add(melds=[cards_pb2.Meld(cards=_cards(meld)) for meld in melds])
    seen.faced = cards_pb2.CARD_6D
    seen.faced_origin = observation_pb2.FACED_ORIGIN_STOCK
    seen.faced_by = 0
    seen.passed_seats.append(0)
    seen.dead.extend(_cards("3S 7S JS QS KS AH JH QH KH AD JD QD"))
    seen.stock_count = 7
    seen.hand_counts.extend((10, 7))
    seen.scores.extend((-3, 3))
    seen.multiplier = 2
    seen.action_count = 27


def _cards(text: str) -> list[cards_pb2.Card.ValueType]:
    return [cards_pb2.Card.Value(f"CARD_{name}") for name in text.split()]
