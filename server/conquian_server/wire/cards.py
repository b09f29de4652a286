"""Cards, melds and layouts as messages.

The contract counts cards from 1, so that 0 can mean none.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from conquian.v1 import cards_pb2

from conquian_server.rules import DECK_SIZE, Card, CardSet, Layout, card_set, cards_in, meld_cards

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

WireCard: TypeAlias = cards_pb2.Card.ValueType
MeldMessages: TypeAlias = "RepeatedCompositeFieldContainer[cards_pb2.Meld]"

_WIRE_CARDS = tuple(cards_pb2.Card.ValueType(card + 1) for card in range(DECK_SIZE))


def encode_card(card: Card) -> WireCard:
    """A card as the contract counts it."""
    return _WIRE_CARDS[card]


def encode_cards(cards: Iterable[Card]) -> list[WireCard]:
    """Cards in the order given."""
    return [_WIRE_CARDS[card] for card in cards]


def encode_set(cards: CardSet) -> list[WireCard]:
    """A set of cards in index order."""
    return encode_cards(cards_in(cards))


def encode_layout(melds: MeldMessages, layout: Layout) -> None:
    """Add a layout's melds to a repeated field, cards and melds in canonical order."""
    for meld in layout:
        melds.add(cards=encode_cards(meld_cards(meld)))


def decode_card(card: int) -> Card | None:
    """A card of a message; None where there is none.

    Raises:
        ValueError: there is no such card.
    """
    if not 0 <= card <= DECK_SIZE:
        raise ValueError(f"there is no card {card}")
    return card - 1 if card else None


def decode_set(cards: Iterable[int]) -> CardSet:
    """A set of cards from a message.

    Raises:
        ValueError: a card is none, unknown or named twice.
    """
    indices = [decode_card(card) for card in cards]
    known = [index for index in indices if index is not None]
    if len(set(known)) != len(indices):
        raise ValueError("a card is named twice, or is none")
    return card_set(known)
