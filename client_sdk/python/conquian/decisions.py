"""What a bot may decide."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from conquian.cards import Card, Cards, Layout, layout_text, read_cards, read_layout

if TYPE_CHECKING:
    from conquian.observation import Option

GivenCards: TypeAlias = str | Iterable[Card]
GivenLayout: TypeAlias = str | Iterable[Iterable[Card]]


class Decision:
    """An answer to a request; one of the classes below. It prints as the rules write it."""

    __slots__ = ()

    def __str__(self) -> str:
        return type(self).__name__.lower()

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Pass(Decision):
    """Leave the faced card; answers an offer."""

    __slots__ = ()


class Demand(Decision):
    """Have the seat that passed take the card; answers a force question."""

    __slots__ = ()


class Waive(Decision):
    """Let the seat that passed go; answers a force question."""

    __slots__ = ()


class Laying(Decision):
    """A decision that lays cards, said in one of three ways.

    Args:
        option: one of the observation's options, or its number.
        layout: the seat's whole new layout, as melds or as text (`5S5H5D/6S7SJS`).
        cards: only the cards that come from the hand (`5S 5H`); none when the faced card alone is
            added. The first option that lays just these is meant.
    """

    __slots__ = ("cards", "layout", "option")

    def __init__(
        self,
        option: "Option | int | None" = None,
        *,
        layout: GivenLayout | None = None,
        cards: GivenCards | None = None,
    ) -> None:
        if (option is not None) + (layout is not None) + (cards is not None) != 1:
            raise TypeError(f"{type(self).__name__} takes an option, layout=… or cards=…; one")
        self.option = option
        self.layout = None if layout is None else _melds(layout)
        self.cards = None if cards is None else _cards(cards)

    def __str__(self) -> str:
        return f"meld {self._laid()}"

    def _laid(self) -> str:
        if self.option is not None:
            return str(self.option) if not isinstance(self.option, int) else f"#{self.option}"
        if self.layout is not None:
            return layout_text(self.layout)
        return "with " + ("".join(map(str, self.cards or ())) or "no card of the hand")


def _cards(given: GivenCards) -> Cards:
    return read_cards(given) if isinstance(given, str) else tuple(given)


def _melds(given: GivenLayout) -> Layout:
    return read_layout(given) if isinstance(given, str) else tuple(map(tuple, given))


class Meld(Laying):
    """Take the faced card into a meld; then discard, unless the seat goes out with it.

    What is laid is said as for `Laying`.

    Args:
        option: see `Laying`.
        discard: the card to discard; None when the seat goes out.
        layout: see `Laying`.
        cards: see `Laying`.

    Raises:
        TypeError: none or several of `option`, `layout` and `cards` are given.
        ValueError: a card's text is unreadable.
    """

    __slots__ = ("discard",)

    def __init__(
        self,
        option: "Option | int | None" = None,
        discard: Card | str | None = None,
        *,
        layout: GivenLayout | None = None,
        cards: GivenCards | None = None,
    ) -> None:
        super().__init__(option, layout=layout, cards=cards)
        self.discard = Card(discard) if isinstance(discard, str) else discard

    def __str__(self) -> str:
        discarding = "" if self.discard is None else f" x {self.discard}"
        return super().__str__() + discarding


class LayAndPass(Laying):
    """Lay cards of the hand and pass the faced card, where the ruleset has hand melds.

    What is laid is said as for `Laying`.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return f"{super().__str__()} pass"
