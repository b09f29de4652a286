"""Cards, melds and layouts as messages.

The contract counts cards from 1, so that 0 can mean none. A layout's bytes are the same wherever
it stands (a table, an option, a decision), and few layouts come up again and again: they are
encoded once.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from conquian.v1 import cards_pb2, decision_pb2

from conquian_server.rules import DECK_SIZE, Card, CardSet, Layout, card_set, cards_in, meld_cards

_CACHED_LAYOUTS = 1 << 14
_CACHED_SETS = 1 << 12

WireCard: TypeAlias = cards_pb2.Card.ValueType

_WIRE_CARDS = tuple(cards_pb2.Card.ValueType(card + 1) for card in range(DECK_SIZE))


def encode_card(card: Card) -> WireCard:
    """A card as the contract counts it."""
    return _WIRE_CARDS[card]


def encode_cards(cards: Iterable[Card]) -> list[WireCard]:
    """Cards in the order given."""
    return [_WIRE_CARDS[card] for card in cards]


@lru_cache(maxsize=_CACHED_SETS)  # a seat is asked several times while it holds the same hand
def encode_set(cards: CardSet) -> tuple[WireCard, ...]:
    """A set of cards in index order."""
    return tuple(encode_cards(cards_in(cards)))


@lru_cache(maxsize=_CACHED_LAYOUTS)
def layout_bytes(layout: Layout) -> bytes:
    """A serialised message whose first field is the layout's melds: Table, Option or Layout."""
    message = decision_pb2.Layout()
    for meld in layout:
        message.melds.add(cards=encode_cards(meld_cards(meld)))
    return message.SerializeToString()


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
