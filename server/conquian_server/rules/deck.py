"""Decks: read, written, and drawn from a seed (rules sections 4 and 10)."""

import hashlib
import struct
from collections.abc import Iterator
from typing import TypeAlias

from conquian_server.rules.cards import CARD_TEXTS, DECK_SIZE, Card, read_card
from conquian_server.rules.errors import BadConfiguration, Unreadable

Deck: TypeAlias = tuple[Card, ...]

_WORDS = 2**32
# The last whole multiple of n: words from it on would make the choice among 0 … n-1 uneven.
_LIMITS = (0, *(_WORDS - _WORDS % n for n in range(1, DECK_SIZE + 1)))
_IN_ORDER = list(range(DECK_SIZE))


def deck_from_seed(seed: str, deal: int) -> Deck:
    """The forty cards of deal number `deal` under `seed`, first dealt first (rules section 10).

    Raises:
        BadConfiguration: `deal` is negative or `seed` is not Unicode text.
    """
    if deal < 0:
        raise BadConfiguration("deal", f"is {deal}, but deals are numbered from 0")
    words = _words(_encoded(seed) + b":" + str(deal).encode())
    deck = list(range(DECK_SIZE))
    for i in range(DECK_SIZE - 1, 0, -1):
        word, limit = next(words), _LIMITS[i + 1]
        while word >= limit:
            word = next(words)
        j = word % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def commitment(seed: str) -> str:
    """What may be published of a seed before play, in hex (rules section 10).

    Raises:
        BadConfiguration: `seed` is not Unicode text.
    """
    return hashlib.sha256(b"conquian-seed:" + _encoded(seed)).hexdigest()


def read_deck(text: str) -> Deck:
    """The deck written as forty cards with spaces between.

    Raises:
        BadConfiguration: a card is unreadable, named twice or left out.
    """
    try:
        deck = tuple(map(read_card, text.split(" ", DECK_SIZE)))
    except Unreadable as error:
        raise BadConfiguration("deck", str(error)) from None
    check_deck(deck)
    return deck


def check_deck(deck: Deck) -> None:
    """Check that a deck is the forty cards, each once.

    Raises:
        BadConfiguration: it is not.
    """
    if sorted(deck) == _IN_ORDER:
        return
    if len(deck) != DECK_SIZE:
        raise BadConfiguration("deck", f"has {len(deck)} cards, not {DECK_SIZE}")
    for card in deck:
        if not 0 <= card < DECK_SIZE:
            raise BadConfiguration("deck", f"has no card of index {card}")
    twice = next(card for card in deck if deck.count(card) > 1)
    raise BadConfiguration("deck", f"names {CARD_TEXTS[twice]} twice")


def deck_text(deck: Deck) -> str:
    """The deck as it is written in records."""
    return " ".join(CARD_TEXTS[card] for card in deck)


def _encoded(seed: str) -> bytes:
    try:
        return seed.encode()
    except UnicodeEncodeError:
        raise BadConfiguration("seed", "is not text that can be written in UTF-8") from None


def _words(prefix: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(prefix + b":" + str(block).encode()).digest()
        yield from struct.unpack(">8I", digest)
        block += 1
