"""Actions and their text (rules sections 6 and 11)."""

import enum
import re
from collections.abc import Iterable
from typing import NamedTuple

from conquian_server.rules.cards import CARD_TEXTS, Card, CardSet, card_set, read_card
from conquian_server.rules.errors import IllegalAction, Unreadable, quoted
from conquian_server.rules.melds import Layout, Meld, canonical, layout_text


class Kind(enum.Enum):
    """What an action does with the faced card, or answers to the question whether to force it."""

    PASS = "pass"
    MELD = "meld"
    MELD_PASS = "meld_pass"
    DEMAND = "demand"
    WAIVE = "waive"


class Action(NamedTuple):
    """One move of one seat; two actions are the same when they compare equal.

    Attributes:
        kind: what it does.
        layout: the seat's whole new layout in canonical order; empty unless melds are laid.
        discard: the card discarded after a meld, None where none is.
    """

    kind: Kind
    layout: Layout = ()
    discard: Card | None = None

    def __str__(self) -> str:
        """The action's canonical text (rules section 11)."""
        if not self.layout:
            return self.kind.value
        text = f"meld {layout_text(self.layout)}"
        if self.kind is Kind.MELD_PASS:
            return f"{text} pass"
        return text if self.discard is None else f"{text} x {CARD_TEXTS[self.discard]}"


PASS = Action(Kind.PASS)
DEMAND = Action(Kind.DEMAND)
WAIVE = Action(Kind.WAIVE)


def meld(melds: Iterable[Meld], discard: Card | None = None) -> Action:
    """Take the faced card: lay the whole layout `melds`, then discard unless going out.

    Raises:
        Unreadable: one of the melds has no cards, or others than the forty.
    """
    return Action(Kind.MELD, canonical(melds), discard)


def meld_and_pass(melds: Iterable[Meld]) -> Action:
    """Lay melds from the hand and pass the faced card.

    Raises:
        Unreadable: one of the melds has no cards, or others than the forty.
    """
    return Action(Kind.MELD_PASS, canonical(melds))


_BARE = {str(action): action for action in (PASS, DEMAND, WAIVE)}
_CARD = "[A234567JQK][SHDC]"
_MELD = re.compile(rf"meld ((?:{_CARD})+(?:/(?:{_CARD})+)*)(?: x ({_CARD})|( pass))?")


def read_action(text: str) -> Action:
    """The action written `text`, with cards and melds in any order.

    Raises:
        Unreadable: `text` has not the form of an action.
        IllegalAction: a card is named twice.
    """
    bare = _BARE.get(text)
    if bare is not None:
        return bare
    match = _MELD.fullmatch(text)
    if match is None:
        raise Unreadable(f"{quoted(text)} is not an action")
    melds, discard, passes = match.groups()
    layout = [_read_meld(part) for part in melds.split("/")]
    if sum(layout).bit_count() * 2 != len(melds.replace("/", "")):
        raise IllegalAction("card_named_twice", "a card is named twice")
    if passes:
        return meld_and_pass(layout)
    return meld(layout, read_card(discard) if discard else None)


def _read_meld(text: str) -> CardSet:
    return card_set(read_card(text[i : i + 2]) for i in range(0, len(text), 2))
