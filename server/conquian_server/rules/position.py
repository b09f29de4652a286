"""A deal at one moment, as a value: what may be done, what follows, what each seat sees.

Turning a card is no decision and happens by itself (rules section 5).
"""

from typing import Final

from conquian_server.rules import legal, moves
from conquian_server.rules.actions import DEMAND, PASS, WAIVE, Action, Kind
from conquian_server.rules.cards import Card, cards_in
from conquian_server.rules.deck import Deck, check_deck
from conquian_server.rules.errors import BadConfiguration, IllegalAction, quoted
from conquian_server.rules.explain import why_illegal
from conquian_server.rules.legal import Option
from conquian_server.rules.observation import Asked, Observation, Taken, actions_in
from conquian_server.rules.results import FAULTS, Reason, forfeited
from conquian_server.rules.ruleset import Ruleset
from conquian_server.rules.state import Setup, State

# Bound once: in Python 3.11 reading a member of an Enum takes longer than the rest of its line.
_MELD: Final = Kind.MELD
_MELD_PASS: Final = Kind.MELD_PASS
_MELD_OR_PASS: Final = Asked.MELD_OR_PASS
_DEMAND_OR_WAIVE: Final = Asked.DEMAND_OR_WAIVE

_ONLY_PASS = (PASS,)
_ANSWERS = (DEMAND, WAIVE)
_NO_ACTION: tuple[Action, ...] = ()


class Position(State):
    """A deal at one moment; `start` makes the first, `apply` each next one.

    Its parts (hands, tables, the faced card, …) are those of `State` and are only read.
    """

    __slots__ = ("_options",)

    _options: list[Option] | None

    @property
    def actions(self) -> list[Taken]:
        """Every action so far with the seat that took it."""
        return actions_in(self.history)

    def options(self) -> list[Option]:
        """The layouts that the asked seat may lay, each once whatever is discarded after it.

        They stand in the order of their texts.
        """
        if self._options is None:
            self._options = legal.options(self)
        return self._options

    def legal_actions(self) -> list[Action]:
        """Every legal action of the asked seat, each once; none when the deal has ended."""
        actions = [*self._bare_actions()]
        for option in self.options():
            actions += self._actions_of(option)
        return actions

    def is_legal(self, action: Action) -> bool:
        """Whether `legal_actions` has the action, without writing them all out."""
        kind = action.kind
        if kind is not _MELD and kind is not _MELD_PASS:
            return action in self._bare_actions()
        uses_faced = kind is _MELD
        return any(
            option.layout == action.layout
            and option.uses_faced is uses_faced
            and self._is_discard(option, action.discard)
            for option in self.options()
        )

    def apply(self, action: Action) -> "Position":
        """The position after the asked seat's `action`.

        Raises:
            IllegalAction: the rules forbid it here; the error says why.
        """
        if not self.is_legal(action):
            raise IllegalAction(*why_illegal(self, action))
        seat = self.seat
        assert seat is not None  # something was legal
        after = self._copy_unread()
        moves.take(after, seat, action)
        return after

    def forfeit(self, reason: Reason, offender: int) -> "Position":
        """The position when a fault of `offender` ends the deal (rules section 8).

        Raises:
            BadConfiguration: the deal has ended, `reason` is no fault, or `offender` is not the
                asked seat (any seat, where it is disconnected).
        """
        if self.result is not None:
            raise BadConfiguration("reason", "the deal has ended already")
        if reason not in FAULTS:
            raise BadConfiguration("reason", f"{reason.value} is not a fault")
        if not 0 <= offender < self.setup.seats:
            raise BadConfiguration("offender", f"there is no seat {quoted(offender)}")
        if reason is not Reason.DISCONNECTED and offender != self.seat:
            raise BadConfiguration("offender", f"seat {self.seat} was asked, not seat {offender}")
        after = self._copy_unread()
        moves.end(after, forfeited(self.setup.ruleset, reason, offender, self.hands))
        return after

    def observe(self, viewer: int) -> Observation:
        """All that seat `viewer` may see at this moment (rules section 9)."""
        return Observation(
            self.setup.ruleset,
            viewer,
            self.setup.dealer,
            self.hands[viewer],
            self.tables,
            self.faced,
            self.origin,
            self.origin_seat,
            self.passed,
            self.seat,
            self.asked,
            self.dead,
            self.stock_count,
            tuple([hand.bit_count() for hand in self.hands]),
            self.action_count,
            self.history,
        )

    def _copy_unread(self) -> "Position":
        new = self.copy()
        new._options = None
        return new

    def _bare_actions(self) -> tuple[Action, ...]:
        if self.asked is _MELD_OR_PASS:
            return _ONLY_PASS
        return _ANSWERS if self.asked is _DEMAND_OR_WAIVE else _NO_ACTION

    def _actions_of(self, option: Option) -> list[Action]:
        if not option.uses_faced:
            return [Action(_MELD_PASS, option.layout)]
        if option.goes_out:
            return [Action(_MELD, option.layout)]
        left = self._hand() & ~option.laid
        return [Action(_MELD, option.layout, card) for card in cards_in(left)]

    def _is_discard(self, option: Option, card: Card | None) -> bool:
        if card is None or not option.needs_discard:
            return card is None and not option.needs_discard
        return card >= 0 and bool((self._hand() & ~option.laid) >> card & 1)

    def _hand(self) -> int:
        assert self.seat is not None
        return self.hands[self.seat]


def start(ruleset: Ruleset, deck: Deck, *, dealer: int, seats: int) -> Position:
    """The first position of a deal (rules section 4).

    Raises:
        BadConfiguration: `deck`, `dealer` or `seats` is not one that the ruleset can play.
    """
    ruleset.check_seats(seats)
    check_deck(deck)
    if not 0 <= dealer < seats:
        raise BadConfiguration("dealer", f"there is no seat {quoted(dealer)}")
    position = Position()
    position._options = None
    moves.begin(position, Setup(ruleset, tuple(deck), dealer, seats))
    return position
