"""Cards and sets of cards (rules section 1).

A card is its index, 0 to 39. A set of cards is an integer with bit *i* set for card *i*: the
engine's inner loops are unions, differences and subset tests of such sets.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from conquian_server.rules.errors import Unreadable, quoted

Card: TypeAlias = int
CardSet: TypeAlias = int

RANKS = "A234567JQK"
SUITS = "SHDC"
DECK_SIZE = 40
ALL_CARDS: CardSet = (1 << DECK_SIZE) - 1

CARD_TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD_BY_TEXT = {text: card for card, text in enumerate(CARD_TEXTS)}


def rank_of(card: Card) -> int:
    """The rank's place in `RANKS`, 0 (ace) to 9 (king)."""
    return card % len(RANKS)


def suit_of(card: Card) -> int:
    """The suit's place in `SUITS`, 0 (spades) to 3 (clubs)."""
    return card // len(RANKS)


def read_card(text: str) -> Card:
    """The card written `text`, such as `7H`.

    Raises:
        Unreadable: `text` is no card.
    """
    try:
        return _CARD_BY_TEXT[text]
    except KeyError:
        raise Unreadable(
            f"{quoted(text)} is not a card (a rank of {RANKS}, then a suit of {SUITS})"
        ) from None


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of the given cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def cards_in(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, lowest index first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def card_texts(cards: CardSet) -> str:
    """A set's cards in index order with spaces between, such as `AS 7S 2H`."""
    return " ".join(CARD_TEXTS[card] for card in cards_in(cards))
