"""What a bot sees when it is asked for a decision (rules section 9), and what it may lay.

Everything is read from the referee's message when a bot asks for it, so that looking at little
costs little.
"""

import enum
import time
from collections.abc import Iterable
from typing import TypeAlias

from conquian.cards import CARDS, Card, Cards, Layout, layout_text, numbered
from conquian.deals import Deal, Ruleset, optional
from conquian.decisions import Decision, Demand, LayAndPass, Meld, Pass, Waive
from conquian.lazy import lazy
from conquian.v1 import cards_pb2, decision_pb2, observation_pb2


class Kind(enum.Enum):
    """What a seat is asked."""

    OFFER = decision_pb2.REQUEST_KIND_OFFER
    FORCED = decision_pb2.REQUEST_KIND_FORCED
    FORCE_QUESTION = decision_pb2.REQUEST_KIND_FORCE_QUESTION


class Origin(enum.Enum):
    """Where the faced card came from."""

    STOCK = observation_pb2.FACED_ORIGIN_STOCK
    DISCARD = observation_pb2.FACED_ORIGIN_DISCARD
    INITIAL_UPCARD = observation_pb2.FACED_ORIGIN_INITIAL_UPCARD


_KINDS = {kind.value: kind for kind in Kind}
_ORIGINS = {origin.value: origin for origin in Origin}
Tables: TypeAlias = tuple[Layout, ...]


class Observation:
    """All that the bot's seat sees of a deal, with its legal melds as ready options.

    Args:
        request: the referee's message.
        deal: the deal that it belongs to.
        received: when it came, by `time.monotonic`.
    """

    def __init__(
        self, request: decision_pb2.DecisionRequested, deal: Deal, received: float
    ) -> None:
        self._request = request
        self._seen = request.observation
        self._received = received
        self.deal = deal

    @lazy
    def kind(self) -> Kind:
        """What is asked: `OFFER`, `FORCED` or `FORCE_QUESTION`."""
        return _KINDS[self._request.kind]

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the deal, all fields of it."""
        return self.deal.leg.ruleset

    @lazy
    def seat(self) -> int:
        """The bot's own seat; seats count from 0 in the order of play."""
        return self._seen.seat

    @lazy
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._seen.dealer

    @lazy
    def hand(self) -> Cards:
        """The bot's cards, by index."""
        return numbered(self._seen.hand)

    @lazy
    def tables(self) -> Tables:
        """What each seat has laid, by seat: the melds as they lie."""
        return tuple([_layout(table.melds) for table in self._seen.tables])

    @property
    def table(self) -> Layout:
        """What the bot itself has laid."""
        return self.tables[self.seat]

    @lazy
    def faced(self) -> Card:
        """The faced card: the one in play."""
        return CARDS[self._seen.faced - 1]

    @lazy
    def faced_origin(self) -> Origin:
        """Where the faced card came from: `STOCK`, `DISCARD` or `INITIAL_UPCARD`."""
        return _ORIGINS[self._seen.faced_origin]

    @lazy
    def faced_by(self) -> int | None:
        """The seat that turned or discarded it, None for the initial upcard."""
        return optional(self._seen, "faced_by")

    @lazy
    def passed_seats(self) -> tuple[int, ...]:
        """The seats that have passed on it, in that order.

        The last is the seat in question when a demand is asked for, and the forced seat itself
        when it is forced.
        """
        return tuple(self._seen.passed_seats)

    @lazy
    def dead(self) -> Cards:
        """The cards turned down for good, in that order."""
        return numbered(self._seen.dead)

    @lazy
    def stock_count(self) -> int:
        """How many cards are left in the stock."""
        return self._seen.stock_count

    @lazy
    def hand_counts(self) -> tuple[int, ...]:
        """How many cards each seat holds, by seat."""
        return tuple(self._seen.hand_counts)

    @lazy
    def scores(self) -> tuple[int, ...]:
        """Each seat's points before this deal; empty when not known yet."""
        return tuple(self._seen.scores)

    @lazy
    def multiplier(self) -> int | None:
        """What this deal's points are multiplied by, None when not known yet."""
        return optional(self._seen, "multiplier")

    @lazy
    def action_count(self) -> int:
        """How many actions the deal has had, of all seats."""
        return self._seen.action_count

    @lazy
    def history(self) -> tuple[tuple[int, str], ...]:
        """Each action so far as (seat, text); empty unless the bot's `wants_history` is set."""
        return tuple([(played.seat, played.text) for played in self._request.history])

    @lazy
    def options(self) -> "tuple[Option, ...]":
        """Every legal meld once, in the order of their texts; discards are not multiplied out."""
        return tuple([Option(self, i, o) for i, o in enumerate(self._request.options)])

    @lazy
    def unseen(self) -> Cards:
        """The cards that the bot has not seen: in the stock or in other hands."""
        seen = {self.faced, *self.hand, *self.dead}
        seen.update(*[meld for table in self.tables for meld in table])
        return tuple([card for card in CARDS if card not in seen])

    def decisions(self) -> list[Decision]:
        """Every legal decision, each once."""
        if self.kind is Kind.FORCE_QUESTION:
            return [Demand(), Waive()]
        passing: list[Decision] = [Pass()] if self.kind is Kind.OFFER else []
        return passing + [made for option in self.options for made in option.decisions()]

    @property
    def time_left(self) -> float | None:
        """Seconds from now to the deadline of this request, None when it has none."""
        if not self._request.HasField("time_to_deadline"):
            return None
        allowed = self._request.time_to_deadline.ToMicroseconds() / 1e6
        return allowed - (time.monotonic() - self._received)

    @property
    def bank_left(self) -> float | None:
        """Seconds that this deal's bank held when the request was sent, None without a bank."""
        if not self._request.HasField("bank_left"):
            return None
        return self._request.bank_left.ToMicroseconds() / 1e6

    def __repr__(self) -> str:
        hand = " ".join(map(str, self.hand))
        return f"<Observation {self.kind.name} of {self.faced}, hand {hand}>"


class Option:
    """One legal way to lay cards; any card then left in the hand may be the discard."""

    def __init__(self, observation: Observation, index: int, message: decision_pb2.Option) -> None:
        self.observation = observation
        self.index = index
        self._message = message

    @lazy
    def layout(self) -> Layout:
        """The seat's whole new layout."""
        return _layout(self._message.layout)

    @lazy
    def hand_cards(self) -> Cards:
        """The cards that it takes from the hand; none when the faced card alone is added."""
        return numbered(self._message.hand_cards)

    @lazy
    def goes_out(self) -> bool:
        """Whether the deal is won with it; then nothing is discarded."""
        return self._message.goes_out

    @lazy
    def uses_faced(self) -> bool:
        """Whether it takes the faced card; if not, it is answered by `lay_and_pass`."""
        return self._message.uses_faced

    @lazy
    def discards(self) -> Cards:
        """The cards of which one is discarded with it; none when none is due."""
        if self.goes_out or not self.uses_faced:
            return ()
        laid = self.hand_cards
        return tuple([card for card in self.observation.hand if card not in laid])

    def meld(self, discard: Card | str | None = None) -> Meld:
        """Take the faced card with it and discard `discard`, or nothing when it goes out."""
        return Meld(self, discard)

    def lay_and_pass(self) -> LayAndPass:
        """Lay it from the hand alone and pass the faced card."""
        return LayAndPass(self)

    def decisions(self) -> list[Decision]:
        """Every legal decision that lays it."""
        if not self.uses_faced:
            return [LayAndPass(self)]
        return [Meld(self)] if self.goes_out else [Meld(self, card) for card in self.discards]

    def __str__(self) -> str:
        return layout_text(self.layout)

    def __repr__(self) -> str:
        return f"<Option {self.index}: {self}>"


def _layout(melds: Iterable[cards_pb2.Meld]) -> Layout:
    return tuple([numbered(meld.cards) for meld in melds])
