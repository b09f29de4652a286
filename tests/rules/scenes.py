"""Deals arranged to show one clause of the rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conquian_server import rules
from conquian_server.rules import CARD_TEXTS, Position


def ruleset(base: str = "classic", **fields: Any) -> rules.Ruleset:
    """A preset with the fields that differ."""
    return rules.read_ruleset({"base": base, **fields})


def scene(
    under: rules.Ruleset,
    hands: Mapping[int, str],
    stock: str = "",
    *,
    dealer: int = 0,
    seats: int = 2,
) -> Position:
    """The first position of a deal in which seats hold, and the stock begins with, these cards.

    Hands that are not given whole are filled up with cards that are named nowhere.
    """
    named = {card for cards in (*hands.values(), stock) for card in cards.split()}
    spare = [card for card in CARD_TEXTS if card not in named]
    full = []
    for seat in range(seats):
        held = hands.get(seat, "").split()
        missing = under.hand_size - len(held)
        full.append([*held, *spare[:missing]])
        spare = spare[missing:]
    order = [(dealer + 1 + i) % seats for i in range(seats)]
    dealt = [full[seat][i] for i in range(under.hand_size) for seat in order]
    deck = rules.read_deck(" ".join([*dealt, *stock.split(), *spare]))
    return rules.start(under, deck, dealer=dealer, seats=seats)


def play(position: Position, *actions: str) -> Position:
    """The position after the actions written so."""
    for text in actions:
        position = position.apply(rules.read_action(text))
    return position


def legal(position: Position) -> list[str]:
    """The legal actions' texts in order."""
    return sorted(map(str, position.legal_actions()))


def cards(text: str) -> int:
    """The set of the cards written with spaces between."""
    return rules.card_set(map(rules.read_card, text.split()))


def layout(text: str) -> rules.Layout:
    """The layout written so."""
    return rules.read_action(f"meld {text}").layout


def layouts(position: Position, seat: int) -> str:
    """The seat's layout as text."""
    return rules.layout_text(position.tables[seat])


def faced(position: Position) -> str | None:
    """The faced card's text."""
    return None if position.faced is None else CARD_TEXTS[position.faced]


def seats_asked(position: Position, actions: Sequence[str]) -> list[int | None]:
    """The seat that is asked before each action, and after the last."""
    asked = [position.seat]
    for text in actions:
        position = play(position, text)
        asked.append(position.seat)
    return asked


def refusal_text(read: Callable[[Any], object], value: object) -> str:
    """The text of the error of the rules that `read` raises on the value; empty when it does not.

    Any other error goes through: whatever is read, only the rules' own may come out.
    """
    try:
        read(value)
    except rules.RulesError as error:
        return str(error)
    return ""
