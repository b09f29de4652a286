"""The forty cards, and how cards and melds are written (rules sections 1 and 11)."""

from collections.abc import Iterable
from typing import TypeAlias

from conquian.v1 import cards_pb2

RANKS = "A234567JQK"
SUITS = "SHDC"
_BY_TEXT: "dict[str, Card]" = {}


class Card(int):
    """One of the forty cards, as a number: its index, `10 * suit + rank`.

    Cards compare, sort and hash as their indices, and print as they are written: `7H`. There is
    one object a card, and every one is true, the ace of spades with its index 0 included.

    Raises:
        ValueError: what was given is neither a card's text nor an index from 0 to 39.
    """

    __slots__ = ()

    def __new__(cls, card: str | int) -> "Card":
        """The card that a text or an index stands for."""
        if isinstance(card, Card):
            return card
        if isinstance(card, str) and card in _BY_TEXT:
            return _BY_TEXT[card]
        if isinstance(card, int) and 0 <= card < len(CARDS):
            return CARDS[card]
        raise ValueError(f"{card!r} is not a card; write rank then suit, as in 7H or JD")

    @property
    def rank(self) -> int:
        """Its place in `A 2 3 4 5 6 7 J Q K`, from 0."""
        return self % 10

    @property
    def suit(self) -> int:
        """Its place in spades, hearts, diamonds, clubs, from 0."""
        return self // 10

    @property
    def number(self) -> cards_pb2.Card.ValueType:
        """Its number in messages: the index plus one."""
        return cards_pb2.Card.ValueType(self + 1)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return RANKS[self % 10] + SUITS[self // 10]

    __repr__ = __str__

    def __reduce__(self) -> tuple[type["Card"], tuple[int]]:
        return (Card, (int(self),))

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: object) -> "Card":
        return self


CARDS: tuple[Card, ...] = tuple([int.__new__(Card, index) for index in range(40)])
_BY_TEXT.update((str(card), card) for card in CARDS)

Cards: TypeAlias = tuple[Card, ...]
Layout: TypeAlias = tuple[Cards, ...]


def read_cards(text: str) -> Cards:
    """The cards that a text names, with spaces between or without.

        >>> read_cards("AS 7H")
        (AS, 7H)

    Raises:
        ValueError: a card is unreadable.
    """
    joined = text.replace(" ", "")
    return tuple([Card(joined[i : i + 2]) for i in range(0, len(joined), 2)])


def read_layout(text: str) -> Layout:
    """The melds that a text names, with `/` between; none for an empty text.

        >>> read_layout("5S5H5D/6S7SJS")
        ((5S, 5H, 5D), (6S, 7S, JS))

    Raises:
        ValueError: a card is unreadable.
    """
    return tuple([read_cards(meld) for meld in text.split("/")]) if text else ()


def layout_text(melds: Iterable[Iterable[Card]]) -> str:
    """The melds as actions write them: `5S5H5D/6S7SJS`."""
    return "/".join(["".join(map(str, meld)) for meld in melds])


def numbered(numbers: Iterable[int]) -> Cards:
    """The cards that a message numbers; see `Card.number`."""
    return tuple([CARDS[number - 1] for number in numbers])
