"""The parts of a deal at one moment, as the rules' functions read and write them."""

from dataclasses import dataclass
from typing import Self

from conquian_server.rules.cards import Card, CardSet
from conquian_server.rules.deck import Deck
from conquian_server.rules.melds import Layout
from conquian_server.rules.observation import Asked, History, Origin
from conquian_server.rules.results import Result
from conquian_server.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same from a deal's first moment to its last."""

    ruleset: Ruleset
    deck: Deck
    dealer: int
    seats: int

    @property
    def pone(self) -> int:
        """The seat after the dealer."""
        return (self.dealer + 1) % self.seats

    @property
    def dealt_count(self) -> int:
        """How many cards of the deck are dealt to hands; the rest is the stock."""
        return self.ruleset.hand_size * self.seats


class State:
    """A deal at one moment.

    Only the functions of `moves` write to one, and only to a copy that nobody else has seen.

    Attributes:
        setup: ruleset, deck, dealer and number of seats.
        hands: each seat's cards.
        tables: each seat's layout.
        dead: the dead cards in order.
        next_card: the place in the deck of the next card to turn.
        faced: the faced card, None when the deal has ended.
        origin: where the faced card came from.
        origin_seat: the seat that turned or discarded it, None for the initial upcard.
        passed: the seats that have passed on it, in order.
        seat: the seat whose answer is wanted, None when the deal has ended.
        asked: what that seat is asked, None when the deal has ended.
        result: how the deal ended, None while it goes on.
        action_count: how many actions there have been.
        history: every action so far; see `observation.actions_in`.
    """

    __slots__ = (
        "action_count",
        "asked",
        "dead",
        "faced",
        "hands",
        "history",
        "next_card",
        "origin",
        "origin_seat",
        "passed",
        "result",
        "seat",
        "setup",
        "tables",
    )

    setup: Setup
    hands: tuple[CardSet, ...]
    tables: tuple[Layout, ...]
    dead: tuple[Card, ...]
    next_card: int
    faced: Card | None
    origin: Origin
    origin_seat: int | None
    passed: tuple[int, ...]
    seat: int | None
    asked: Asked | None
    result: Result | None
    action_count: int
    history: History

    @property
    def stock_count(self) -> int:
        """How many cards are left to turn."""
        return len(self.setup.deck) - self.next_card

    def copy(self) -> Self:
        """A state of its own with the same parts."""
        # Written out: this runs once a decision, and a loop over the names costs three times it.
        new = self.__class__.__new__(self.__class__)
        new.setup = self.setup
        new.hands = self.hands
        new.tables = self.tables
        new.dead = self.dead
        new.next_card = self.next_card
        new.faced = self.faced
        new.origin = self.origin
        new.origin_seat = self.origin_seat
        new.passed = self.passed
        new.seat = self.seat
        new.asked = self.asked
        new.result = self.result
        new.action_count = self.action_count
        new.history = self.history
        return new
