"""Melds and layouts: which sets of cards are melds, and how a set divides into them (section 2).

A meld is a set of cards, a layout a tuple of disjoint melds in canonical order. All melds under
one reading of the ace and one longest sequence stand in a `MeldBook`, which is made once and
then only looked up.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from conquian_server.rules.cards import (
    ALL_CARDS,
    CARD_TEXTS,
    DECK_SIZE,
    RANKS,
    SUITS,
    Card,
    CardSet,
    card_set,
    cards_in,
    rank_of,
    suit_of,
)
from conquian_server.rules.errors import Unreadable, quoted

Meld: TypeAlias = CardSet
Layout: TypeAlias = tuple[Meld, ...]

SHORTEST = 3
_RANK_COUNT = len(RANKS)
_CACHED_MELDS = 1024  # more than there are melds under any ruleset


@lru_cache(maxsize=_CACHED_MELDS)
def meld_cards(meld: Meld) -> tuple[Card, ...]:
    """A meld's cards in the order in which they are written: a high ace last, else by index.

    Raises:
        Unreadable: it has none, or others than the forty.
    """
    if not 0 < meld <= ALL_CARDS:
        raise Unreadable(f"{quoted(meld)} is no meld: its cards are some of the forty")
    cards = tuple(cards_in(meld))
    one_suit = len({suit_of(card) for card in cards}) == 1
    if one_suit and rank_of(cards[0]) == 0 and len(cards) > 1 and rank_of(cards[1]) != 1:
        return (*cards[1:], cards[0])
    return cards


@lru_cache(maxsize=_CACHED_MELDS)
def _first_card(meld: Meld) -> Card:
    return meld_cards(meld)[0]


@lru_cache(maxsize=_CACHED_MELDS)
def meld_text(meld: Meld) -> str:
    """A meld as it is written, such as `QSKSAS`."""
    return "".join(CARD_TEXTS[card] for card in meld_cards(meld))


def canonical(melds: Iterable[Meld]) -> Layout:
    """The melds as a layout: sorted by the index of their first card (section 11).

    Raises:
        Unreadable: one of them has no cards, or others than the forty.
    """
    return tuple(sorted(melds, key=_first_card))


def layout_text(layout: Layout) -> str:
    """A layout as it is written, such as `5S5H5D/6S7SJS`."""
    return "/".join(map(meld_text, layout))


class MeldBook:
    """All melds under one reading of the ace and one longest sequence.

    Attributes:
        melds: every meld.
        containing: for each card, the melds that contain it.
    """

    def __init__(self, *, ace_high: bool, max_sequence: int) -> None:
        self.melds = frozenset((*_groups(), *_sequences(ace_high, max_sequence)))
        in_order = sorted(self.melds)
        self.containing = tuple(
            tuple(meld for meld in in_order if meld >> card & 1) for card in range(DECK_SIZE)
        )
        self._starting = tuple(
            tuple(meld for meld in melds if meld & -meld == 1 << card)
            for card, melds in enumerate(self.containing)
        )
        self._partners = tuple(_partners(card, melds) for card, melds in enumerate(self.containing))

    def completing(self, card: Card, others: CardSet) -> list[Meld]:
        """The melds made of `card` and cards of `others` alone."""
        # Four offers in five have none, and every meld with a card holds a meld of three with it.
        for pair in self._partners[card]:
            if pair & others == pair:
                break
        else:
            return []
        lacking = ~(others | 1 << card)
        return [meld for meld in self.containing[card] if not meld & lacking]

    def divisions(self, cards: CardSet) -> Iterator[tuple[Meld, ...]]:
        """Every way to divide `cards` into melds with none left over, melds in no special order."""
        if not cards:
            yield ()
            return
        lowest = (cards & -cards).bit_length() - 1
        for meld in self._starting[lowest]:
            if meld & cards == meld:
                for rest in self.divisions(cards ^ meld):
                    yield (meld, *rest)

    def coverings(self, needed: CardSet, spare: CardSet) -> Iterator[tuple[Meld, ...]]:
        """Every set of disjoint melds that covers all of `needed` and any cards of `spare`."""
        if not needed:
            yield from self._selections(spare)
            return
        lowest = (needed & -needed).bit_length() - 1
        lacking = ~(needed | spare)
        for meld in self.containing[lowest]:
            if not meld & lacking:
                for rest in self.coverings(needed & ~meld, spare & ~meld):
                    yield (meld, *rest)

    def _selections(self, cards: CardSet) -> Iterator[tuple[Meld, ...]]:
        """Every set of disjoint melds within `cards`, the empty one included."""
        yield ()
        while cards:
            lowest = (cards & -cards).bit_length() - 1
            for meld in self._starting[lowest]:
                if meld & cards == meld:
                    for rest in self._selections(cards ^ meld):
                        yield (meld, *rest)
            cards &= cards - 1


@lru_cache(maxsize=16)  # as many as there are rulesets' readings: two of the ace, eight lengths
def meld_book(*, ace_high: bool, max_sequence: int) -> MeldBook:
    """The book for one reading of the ace and one longest sequence, made once."""
    return MeldBook(ace_high=ace_high, max_sequence=max_sequence)


def _groups() -> Iterator[Meld]:
    for rank in range(_RANK_COUNT):
        cards = [suit * _RANK_COUNT + rank for suit in range(len(SUITS))]
        for size in range(SHORTEST, len(SUITS) + 1):
            yield from map(card_set, combinations(cards, size))


def _sequences(ace_high: bool, max_sequence: int) -> Iterator[Meld]:
    for suit in range(len(SUITS)):
        order = [suit * _RANK_COUNT + rank for rank in range(_RANK_COUNT)]
        yield from _runs(order, max_sequence)
        if ace_high:
            yield from _runs([*order[1:], order[0]], max_sequence)


def _runs(order: list[Card], longest: int) -> Iterator[Meld]:
    for start in range(len(order)):
        for size in range(SHORTEST, min(longest, len(order) - start) + 1):
            yield card_set(order[start : start + size])


def _partners(card: Card, melds: tuple[Meld, ...]) -> tuple[CardSet, ...]:
    """The pairs of cards that make a meld of three with `card`."""
    return tuple(meld ^ 1 << card for meld in melds if meld.bit_count() == SHORTEST)
