"""What a seat may see (rules section 9)."""

import enum
from typing import Any, NamedTuple, TypeAlias

from conquian_server.rules.actions import Action
from conquian_server.rules.cards import Card, CardSet
from conquian_server.rules.melds import Layout
from conquian_server.rules.ruleset import Ruleset


class Asked(enum.Enum):
    """What a seat is asked."""

    # Enum's own hash is Python code; these are looked up at every decision.
    __hash__ = object.__hash__

    MELD_OR_PASS = "meld_or_pass"
    DEMAND_OR_WAIVE = "demand_or_waive"
    FORCED_MELD = "forced_meld"


class Origin(enum.Enum):
    """Where the faced card came from."""

    __hash__ = object.__hash__  # as above

    STOCK = "stock"
    DISCARD = "discard"
    UPCARD = "upcard"


class Taken(NamedTuple):
    """An action and the seat that took it."""

    seat: int
    action: Action


# The history before the newest action, its seat and it, so that a position shares the one before.
# (mypyc does not take a type that names itself, hence Any for the history before.)
History: TypeAlias = tuple[Any, int, Action] | None


def actions_in(history: History) -> list[Taken]:
    """The actions of a history, first one first."""
    actions = []
    while history is not None:
        history, seat, action = history
        actions.append(Taken(seat, action))
    actions.reverse()
    return actions


class Observation(NamedTuple):
    """All that one seat may see of a deal at one moment, and nothing that varies with the rest.

    Attributes:
        ruleset: the ruleset of the deal.
        viewer: the seat that sees this.
        dealer: the seat that dealt.
        hand: the viewer's cards.
        tables: each seat's layout.
        faced: the faced card, None when the deal has ended.
        origin: where the faced card came from.
        origin_seat: the seat that turned or discarded it, None for the initial upcard.
        passed: the seats that have passed on it, in order.
        seat: the seat whose answer is wanted, None when the deal has ended.
        asked: what that seat is asked.
        dead: the dead cards in order.
        stock_count: how many cards are left to turn.
        hand_counts: how many cards each seat holds.
        action_count: how many actions there have been.
        history: every action so far; see `actions_in`.
    """

    ruleset: Ruleset
    viewer: int
    dealer: int
    hand: CardSet
    tables: tuple[Layout, ...]
    faced: Card | None
    origin: Origin
    origin_seat: int | None
    passed: tuple[int, ...]
    seat: int | None
    asked: Asked | None
    dead: tuple[Card, ...]
    stock_count: int
    hand_counts: tuple[int, ...]
    action_count: int
    history: History
