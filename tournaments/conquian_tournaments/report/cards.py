"""Cards as people see them: with the symbols of the suits, red ones in red."""

from collections.abc import Iterable

from conquian_server.rules import RANKS, SUITS, Card, Deck, Layout, meld_cards, rank_of, suit_of
from rich.text import Text

_SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))
_RED = "HD"
_ROW = 10


def card_face(card: Card) -> Text:
    """A card, such as 7♥."""
    suit = SUITS[suit_of(card)]
    return Text(RANKS[rank_of(card)] + _SYMBOLS[suit], style="red" if suit in _RED else "")


def faces(cards: Iterable[Card], separator: str = " ") -> Text:
    """Cards in the given order, such as 7♥ K♣."""
    return Text(separator).join(map(card_face, cards))


def layout_faces(layout: Layout) -> Text:
    """A layout, such as 5♠5♥5♦ / 6♠7♠J♠."""
    return Text(" / ").join(faces(meld_cards(meld), "") for meld in layout)


def deck_lines(deck: Deck) -> list[Text]:
    """A deck in rows of ten, first dealt first, each row with the place of its first card."""
    return [
        Text.assemble(f"{first + 1:2}  ", faces(deck[first : first + _ROW]))
        for first in range(0, len(deck), _ROW)
    ]
