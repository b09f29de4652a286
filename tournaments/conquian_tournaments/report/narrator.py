"""A deal told as it goes on, one action after another, as lines of rich text."""

from collections.abc import Iterator, Sequence

from conquian_server.rules import (
    Action,
    Asked,
    Kind,
    Origin,
    Position,
    Ruleset,
    cards_in,
)
from rich.text import Text

from conquian_tournaments.report.cards import card_face, faces, layout_faces
from conquian_tournaments.report.names import seat_labels

_INDENT = "     "


class Narrator:
    """Tells a deal: `opening` once, `step` for each action, `ending` once.

    Args:
        ruleset: the ruleset of the deal.
        names: the seats' names.
        viewer: the seat whose hand alone is shown before the deal ends; None shows all hands.
    """

    def __init__(
        self, ruleset: Ruleset, names: Sequence[str], *, viewer: int | None = None
    ) -> None:
        self._ruleset = ruleset
        self._labels = seat_labels(names)
        self._viewer = viewer

    def opening(self, position: Position, *, multiplier: int | None = 1) -> list[Text]:
        """What is played by whom, the hands, and the first faced card.

        Args:
            position: the first position of the deal.
            multiplier: how often the deal counts, None where it is not known yet.
        """
        setup = position.setup
        seats = (f"{label} in seat {seat}" for seat, label in enumerate(self._labels))
        counts = "" if multiplier in (None, 1) else f", counts {multiplier} times"
        return [
            Text(f"{self._ruleset.name}: {' against '.join(seats)}{counts}"),
            Text(f"{self._labels[setup.dealer]} deals"),
            *(self._holding(position, seat) for seat in range(setup.seats)),
            Text.assemble(_INDENT, self._turning(position)),
        ]

    def step(self, before: Position, action: Action, after: Position) -> list[Text]:
        """What `action` did.

        Args:
            before: the position in which it was taken.
            action: the action.
            after: the position that it led to.
        """
        number = f"{len(before.actions):3}  "
        return [
            Text.assemble(number, self._asked_label(before), *self._doing(before, action)),
            *(Text.assemble(_INDENT, line) for line in self._consequences(before, action, after)),
        ]

    def ending(self, position: Position, *, multiplier: int | None = 1) -> list[Text]:
        """How the deal ended, what it is worth, and the cards left in the hands.

        Args:
            position: the last position of the deal.
            multiplier: how often the deal counts, None where it is not known yet.
        """
        assert position.result is not None  # the deal has ended
        points = position.result.multiplied(multiplier or 1)
        of_seats = (
            f"{label} {number:+d}" if number else f"{label} 0"
            for label, number in zip(self._labels, points, strict=True)
        )
        left = (
            Text.assemble(label, " is left with ", faces(cards_in(hand)))
            for label, hand in zip(self._labels, position.hands, strict=True)
            if hand
        )
        return [Text(self._outcome(position)), Text(f"points: {', '.join(of_seats)}"), *left]

    def _doing(self, before: Position, action: Action) -> Iterator[str | Text]:
        if action.kind is Kind.DEMAND:
            yield f" demands that {self._passer(before)} melds it"
        elif action.kind is Kind.WAIVE:
            yield " waives"
        else:
            yield ", forced," if before.asked is Asked.FORCED_MELD else ""
            yield " takes " if action.kind is Kind.MELD else " passes "
            yield self._faced(before)
            yield from _laying(before, action)

    def _consequences(self, before: Position, action: Action, after: Position) -> Iterator[Text]:
        if action.layout:
            yield self._standing(before, after)
        if after.asked is Asked.DEMAND_OR_WAIVE:
            yield Text(
                f"{self._asked_label(after)} is asked whether {self._passer(after)} must meld it"
            )
        if len(after.dead) > len(before.dead):
            yield Text.assemble(card_face(after.dead[-1]), " is dead")
        if after.next_card > before.next_card:
            yield self._turning(after)

    def _standing(self, before: Position, after: Position) -> Text:
        """What the seat that laid melds holds now, and how many cards lie elsewhere."""
        assert before.seat is not None  # it took an action
        others = (
            f", {label} {_cards(hand.bit_count())}"
            for seat, (label, hand) in enumerate(zip(self._labels, after.hands, strict=True))
            if seat != before.seat
        )
        stock = f", the stock {_cards(after.stock_count)}"
        return Text.assemble(self._holding(after, before.seat), *others, stock)

    def _holding(self, position: Position, seat: int) -> Text:
        hand = position.hands[seat]
        held = Text(f"{self._labels[seat]} holds {_cards(hand.bit_count())}")
        if hand and self._viewer in (None, seat):
            held.append(" (").append_text(faces(cards_in(hand))).append(")")
        return held

    def _turning(self, position: Position) -> Text:
        assert position.faced is not None  # it was turned
        card, left = card_face(position.faced), f", {_cards(position.stock_count)} left"
        if position.origin_seat is None:
            return Text.assemble(card, " is turned up before play", left)
        return Text.assemble(self._labels[position.origin_seat], " turns ", card, left)

    def _faced(self, position: Position) -> Text:
        assert position.faced is not None  # it is offered
        if position.origin_seat is None:
            source = "the upcard"
        elif position.origin is Origin.STOCK:
            source = "from the stock"
        else:
            source = f"discarded by {self._labels[position.origin_seat]}"
        return Text.assemble(card_face(position.faced), f" ({source})")

    def _asked_label(self, position: Position) -> str:
        assert position.seat is not None  # the deal goes on
        return self._labels[position.seat]

    def _passer(self, position: Position) -> str:
        return self._labels[position.passed[-1]]

    def _outcome(self, position: Position) -> str:
        result = position.result
        assert result is not None  # the deal has ended
        if result.winner is not None:
            return f"{self._labels[result.winner]} goes out and wins"
        if result.offender is not None:
            return f"{self._labels[result.offender]} forfeits the deal: {result.reason.value}"
        return "the stock is used up: drawn"


def _laying(before: Position, action: Action) -> Iterator[str | Text]:
    """The new layout, the cards of the hand that are in it, and the discard."""
    if not action.layout:
        return
    assert before.seat is not None  # it is its action
    yield ", lays " if action.kind is Kind.MELD_PASS else ": "
    yield layout_faces(action.layout)
    if laid := sum(action.layout) & before.hands[before.seat]:
        yield ", from the hand "
        yield faces(cards_in(laid))
    if action.discard is not None:
        yield ", discards "
        yield card_face(action.discard)


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"
