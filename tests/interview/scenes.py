"""Deals to ask about."""

from collections.abc import Iterator

from conquian_server.interview import Hearing, Question
from conquian_server.interview.whims import positions
from conquian_server.rules import (
    PRESETS,
    Position,
    Reason,
    Record,
    dealer_of,
    deck_from_seed,
    read_record,
    record_of,
    start,
)

HOYLE = PRESETS["hoyle"]


def singles(count: int, ruleset: str = "hoyle") -> list[Hearing]:
    """As many positions, each a deal of its own."""
    return [Hearing((Question(position),)) for position in _some(count, ruleset)]


def _some(count: int, ruleset: str) -> Iterator[Position]:
    number = 0
    while count > 0:
        for position in positions(PRESETS[ruleset], 2, "some", number):
            if count > 0:
                yield position
            count -= 1
        number += 1


def played(number: int, *, reason: Reason | None = None, actions: int = 400) -> Record:
    """The record of a deal of hoyle in which the first legal action was always taken.

    Args:
        number: the deal's number.
        reason: the fault of the seat that is asked after so many actions; None for none.
        actions: the most actions.
    """
    deck = deck_from_seed("played", number)
    position = start(HOYLE, deck, dealer=dealer_of(number, 2), seats=2)
    while position.seat is not None and position.action_count < actions:
        legal = position.legal_actions()
        position = position.apply(legal[number % len(legal)])
    if reason is not None:
        assert position.seat is not None
        position = position.forfeit(reason, position.seat)
    return read_record(record_of(position, ["ann", "ben"], multiplier=1))
