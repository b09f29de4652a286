"""How a bot may name its action, and the rules' action that it means."""

from dataclasses import dataclass
from typing import TypeAlias

from conquian_server.rules import (
    PASS,
    Action,
    Asked,
    Card,
    CardSet,
    IllegalAction,
    Kind,
    Option,
    Position,
    cards_in,
)


@dataclass(frozen=True, slots=True)
class ByOption:
    """The option of that number, counted from 0 as they were offered.

    Attributes:
        index: the option's number.
        discard: the card discarded, if one is due.
        passes: whether the faced card is left out and passed, as the option must have it.
    """

    index: int
    discard: Card | None = None
    passes: bool = False


@dataclass(frozen=True, slots=True)
class ByCards:
    """The cards of the hand that are laid; the first fitting layout in text order is taken.

    Attributes:
        laid: the cards that leave the hand.
        discard: the card discarded, if one is due.
        passes: whether the faced card is left out and passed.
    """

    laid: CardSet
    discard: Card | None = None
    passes: bool = False


@dataclass(frozen=True, slots=True)
class Garbled:
    """An answer that names no action at all; `reason` says what is wrong with it."""

    reason: str


# An action of the rules names itself; a meld then gives the whole layout.
Choice: TypeAlias = Action | ByOption | ByCards | Garbled


def action_of(choice: Choice, position: Position) -> Action:
    """The action that a choice means at a position; it may still be illegal there.

    Raises:
        IllegalAction: it means none.
    """
    match choice:
        case Action():
            return choice
        case ByOption(index, discard, passes):
            return _meld(_numbered(position.options(), index, passes), discard)
        case ByCards(laid, discard, passes):
            return _meld(_laying(position.options(), laid, passes), discard)
        case Garbled(reason):
            raise IllegalAction("unreadable", reason)


def only_action(position: Position) -> Action | None:
    """The asked seat's only legal action, or None where it has a choice."""
    options = position.options()
    if position.asked is Asked.MELD_OR_PASS:
        return None if options else PASS
    if position.asked is not Asked.FORCED_MELD or len(options) > 1:
        return None
    option = options[0]
    if not option.needs_discard:
        return _meld(option, None)
    assert position.seat is not None
    left = list(cards_in(position.hands[position.seat] & ~option.laid))
    return _meld(option, left[0]) if len(left) == 1 else None


def _meld(option: Option, discard: Card | None) -> Action:
    kind = Kind.MELD if option.uses_faced else Kind.MELD_PASS
    return Action(kind, option.layout, discard)


def _numbered(options: list[Option], index: int, passes: bool) -> Option:
    if not 0 <= index < len(options):
        raise IllegalAction("no_such_option", f"there is no option {index} of {len(options)}")
    option = options[index]
    if option.uses_faced is passes:
        use = "uses the faced card" if passes else "leaves the faced card out"
        raise IllegalAction("faced_card_passed_and_used", f"option {index} {use}")
    return option


def _laying(options: list[Option], laid: CardSet, passes: bool) -> Option:
    for option in options:
        if option.laid == laid and option.uses_faced is not passes:
            return option
    raise IllegalAction("no_such_option", "no legal layout lays just these cards of the hand")
