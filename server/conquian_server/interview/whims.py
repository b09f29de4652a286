"""Deals of whims: play without thought, in which every kind of decision comes up.

Bots that lay what they can are never asked to demand or forced; so some of these don't.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeAlias

from conquian_server.rules import (
    DEMAND,
    PASS,
    Action,
    Asked,
    Kind,
    Position,
    Ruleset,
    dealer_of,
    deck_from_seed,
    start,
)

Whim: TypeAlias = Callable[[Position, Random], Action]
"""Takes one of the legal actions of the asked seat."""


def fickle(position: Position, random: Random) -> Action:
    """Any legal action."""
    return random.choice(position.legal_actions())


def eager(position: Position, random: Random) -> Action:
    """Lays most cards of the hand, with the faced card where it can, and demands."""
    if position.asked is Asked.DEMAND_OR_WAIVE:
        return DEMAND
    layings = [action for action in position.legal_actions() if action.layout]
    if not layings:
        return PASS
    most = max(map(_eagerness, layings))
    return random.choice([action for action in layings if _eagerness(action) == most])


def stubborn(position: Position, random: Random) -> Action:
    """Passes whatever it can, and demands; what it must lay it lays at random."""
    if position.asked is Asked.MELD_OR_PASS:
        return PASS
    return eager(position, random)


def moody(position: Position, random: Random) -> Action:
    """One of the others at each decision."""
    return random.choice((fickle, eager, stubborn))(position, random)


WHIMS: tuple[Whim, ...] = (fickle, eager, stubborn, moody)


def positions(
    ruleset: Ruleset, seats: int, seed: str, number: int, whims: Sequence[Whim] = WHIMS
) -> Iterator[Position]:
    """The positions of one deal in which a seat is asked, each seat having a whim of its own.

    The same arguments give the same deal again.
    """
    random = Random(f"{seed} {number} {seats}")
    deck = deck_from_seed(seed, number)
    position = start(ruleset, deck, dealer=dealer_of(number, seats), seats=seats)
    seated = [random.choice(whims) for _ in range(seats)]
    while position.seat is not None:
        yield position
        position = position.apply(seated[position.seat](position, random))


def _eagerness(action: Action) -> tuple[int, bool]:
    laid_count = sum(action.layout).bit_count()
    return laid_count, action.kind is Kind.MELD
