"""Which layouts the asked seat may lay (rules section 6).

In the functions on single values `layout` is a seat's table as it lies, `hand` its cards and
`card` the faced card.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from conquian_server.rules.cards import Card, CardSet
from conquian_server.rules.melds import Layout, Meld, MeldBook, canonical, layout_text
from conquian_server.rules.observation import Asked, Origin
from conquian_server.rules.state import State

# Bound once: in Python 3.11 reading a member of an Enum takes longer than the rest of its line.
_DEMAND_OR_WAIVE: Final = Asked.DEMAND_OR_WAIVE
_FORCED_MELD: Final = Asked.FORCED_MELD
_STOCK: Final = Origin.STOCK

_REMEMBERED_HANDS = 4096


class Option(NamedTuple):
    """A layout that a seat may lay. Any card then left in its hand may be the discard.

    Attributes:
        layout: the whole new layout.
        uses_faced: whether the faced card is in it; if not, it is passed in the same action.
        laid: the cards that leave the hand for the table.
        goes_out: whether the seat wins the deal with it.
    """

    layout: Layout
    uses_faced: bool
    laid: CardSet
    goes_out: bool

    @property
    def needs_discard(self) -> bool:
        """Whether a card must be discarded with it."""
        return self.uses_faced and not self.goes_out


def options(state: State) -> list[Option]:
    """Every layout that the asked seat may lay, each once, in the order of their texts."""
    found = _find_options(state)
    if len(found) > 1:
        found.sort(key=_text)
    return found


def _find_options(state: State) -> list[Option]:
    if state.seat is None or state.faced is None or state.asked is _DEMAND_OR_WAIVE:
        return []
    ruleset, card = state.setup.ruleset, state.faced
    book, layout, hand = ruleset.book, state.tables[state.seat], state.hands[state.seat]
    forced = state.asked is _FORCED_MELD
    if forced and ruleset.forced_play == "add":
        return _as_options(additions(book, layout, card), state, uses_faced=True)
    found = []
    with_hand_melds = may_lay_hand_melds(state)
    if taking := book.completing(card, sum(layout) | hand):
        if with_hand_melds:
            layouts = takes_with_hand_melds(book, layout, hand, card)
        else:
            layouts = takes(book, layout, taking)
        found += _as_options(layouts, state, uses_faced=True)
    if with_hand_melds and not forced:
        found += _as_options(hand_melds(book, sum(layout), hand), state, uses_faced=False)
    return found


def may_lay_hand_melds(state: State) -> bool:
    """Whether the asked seat may lay melds of its hand alone: its own card from the stock."""
    return (
        state.setup.ruleset.hand_melds == "own_stock_card"
        and state.origin is _STOCK
        and state.origin_seat == state.seat
    )


def is_forcible(state: State, seat: int, card: Card) -> bool:
    """Whether the faced `card` can be forced on `seat`, which has passed on it."""
    layout = state.tables[seat]
    if not layout:
        return False
    turned_it = state.origin is _STOCK and state.origin_seat == seat
    if turned_it and state.setup.ruleset.force_scope == "not_turned":
        return False
    melds = state.setup.ruleset.book.melds
    return any(meld | 1 << card in melds for meld in layout)


def takes(book: MeldBook, layout: Layout, taking: Iterable[Meld]) -> Iterator[Layout]:
    """The layouts in which one of `taking` holds the faced card and the rest is of the table."""
    table = sum(layout)
    for meld in taking:
        for rest in book.divisions(table & ~meld):
            yield canonical((meld, *rest))


def takes_with_hand_melds(
    book: MeldBook, layout: Layout, hand: CardSet, card: Card
) -> Iterator[Layout]:
    """The layouts that use `card`, with cards of the hand in any meld."""
    return map(canonical, book.coverings(sum(layout) | 1 << card, hand))


@lru_cache(maxsize=_REMEMBERED_HANDS)  # a seat turns many cards while it holds the same hand
def hand_melds(book: MeldBook, table: CardSet, hand: CardSet) -> tuple[Layout, ...]:
    """The layouts that add cards of the hand to those of the table and use no faced card."""
    return tuple([canonical(melds) for melds in book.coverings(table, hand) if sum(melds) != table])


def additions(book: MeldBook, layout: Layout, card: Card) -> Iterator[Layout]:
    """The layouts in which `card` extends one meld as it lies and nothing else has moved."""
    for i, meld in enumerate(layout):
        if meld | 1 << card in book.melds:
            yield canonical((*layout[:i], meld | 1 << card, *layout[i + 1 :]))


def _text(option: Option) -> str:
    return layout_text(option.layout)


def _as_options(layouts: Iterable[Layout], state: State, *, uses_faced: bool) -> list[Option]:
    assert state.seat is not None
    hand, goal = state.hands[state.seat], state.setup.ruleset.goal
    found = []
    for layout in layouts:
        cards = sum(layout)
        found.append(Option(layout, uses_faced, cards & hand, cards.bit_count() == goal))
    return found
