"""How a deal goes on: dealing, turning, offering, laying (rules sections 4 to 6).

Each function changes the state that it is given and leaves it at the next decision or at the
deal's end.
"""

from typing import Final

from conquian_server.rules.actions import Action, Kind
from conquian_server.rules.cards import Card, card_set
from conquian_server.rules.legal import is_forcible
from conquian_server.rules.observation import Asked, Origin
from conquian_server.rules.results import Result, exhausted, won
from conquian_server.rules.state import Setup, State

# Bound once: in Python 3.11 reading a member of an Enum takes longer than the rest of its line.
_PASS: Final = Kind.PASS
_MELD: Final = Kind.MELD
_MELD_PASS: Final = Kind.MELD_PASS
_DEMAND: Final = Kind.DEMAND
_MELD_OR_PASS: Final = Asked.MELD_OR_PASS
_DEMAND_OR_WAIVE: Final = Asked.DEMAND_OR_WAIVE
_FORCED_MELD: Final = Asked.FORCED_MELD
_STOCK: Final = Origin.STOCK
_DISCARD: Final = Origin.DISCARD


def begin(state: State, setup: Setup) -> None:
    """Deal the hands, one card at a time from the pone on, and face the first card."""
    dealt, seats = setup.deck[: setup.dealt_count], setup.seats
    state.setup = setup
    state.hands = tuple(
        card_set(dealt[(seat - setup.pone) % seats :: seats]) for seat in range(seats)
    )
    state.tables = ((),) * seats
    state.dead = ()
    state.next_card = setup.dealt_count
    state.result = None
    state.action_count = 0
    state.history = None
    if setup.ruleset.initial_upcard:
        _turn_up(state, Origin.UPCARD, None)
        _ask(state, setup.pone, _MELD_OR_PASS)
    else:
        _turn(state, setup.pone)


def take(state: State, seat: int, action: Action) -> None:
    """`seat`, which is asked, takes the legal `action`."""
    state.action_count += 1
    state.history = (state.history, seat, action)
    kind = action.kind
    if action.layout:
        _lay(state, seat, action)
    if kind is _PASS or kind is _MELD_PASS:
        _leave(state, seat)
    elif kind is _MELD:
        _discard_or_go_out(state, seat, action.discard)
    elif kind is _DEMAND:
        _ask(state, state.passed[-1], _FORCED_MELD)
    else:
        _question_next(state, seat)


def _leave(state: State, seat: int) -> None:
    """`seat` leaves the faced card: the others may force it on the seat, or it is offered on."""
    assert state.faced is not None
    state.passed = (*state.passed, seat)
    if is_forcible(state, seat, state.faced):
        _question_next(state, seat)
    else:
        _offer_on(state)


def _question_next(state: State, seat: int) -> None:
    """Ask the seat after `seat` whether it demands; once all have waived, offer the card on."""
    asked = (seat + 1) % state.setup.seats
    if asked == state.passed[-1]:
        _offer_on(state)
    else:
        _ask(state, asked, _DEMAND_OR_WAIVE)


def _lay(state: State, seat: int, action: Action) -> None:
    """`seat` lays its new layout; the cards that are in it leave its hand."""
    hands, tables = list(state.hands), list(state.tables)
    hands[seat] &= ~sum(action.layout)
    tables[seat] = action.layout
    state.hands, state.tables = tuple(hands), tuple(tables)


def _discard_or_go_out(state: State, seat: int, discard: Card | None) -> None:
    """After a meld with the faced card: the deal is won, or the discard is faced next."""
    if discard is None:
        end(state, won(state.setup.ruleset, seat, state.hands))
        return
    hands = list(state.hands)
    hands[seat] ^= 1 << discard
    state.hands = tuple(hands)
    state.faced, state.origin, state.origin_seat, state.passed = discard, _DISCARD, seat, ()
    _ask(state, (seat + 1) % state.setup.seats, _MELD_OR_PASS)


def end(state: State, result: Result) -> None:
    """The deal ends: nobody is asked any more and no card is faced."""
    state.result = result
    state.faced = state.seat = state.asked = None


def _ask(state: State, seat: int, asked: Asked) -> None:
    state.seat, state.asked = seat, asked


def _offer_on(state: State) -> None:
    """Offer the faced card to the seat after the last that passed; after all of them it is dead."""
    assert state.faced is not None
    seats = state.setup.seats
    offered_count = seats - (state.origin is _DISCARD)
    if len(state.passed) < offered_count:
        _ask(state, (state.passed[-1] + 1) % seats, _MELD_OR_PASS)
        return
    state.dead = (*state.dead, state.faced)
    _turn(state, state.setup.pone if state.origin_seat is None else (state.origin_seat + 1) % seats)


def _turn(state: State, seat: int) -> None:
    """`seat` turns the next stock card and is offered it first; without one the deal is drawn."""
    if state.next_card == len(state.setup.deck):
        end(state, exhausted(state.setup.seats))
        return
    _turn_up(state, _STOCK, seat)
    _ask(state, seat, _MELD_OR_PASS)


def _turn_up(state: State, origin: Origin, seat: int | None) -> None:
    state.faced = state.setup.deck[state.next_card]
    state.next_card += 1
    state.origin, state.origin_seat, state.passed = origin, seat, ()
