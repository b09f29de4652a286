"""What a bot is asked: positions of a deal in which its seat has to decide."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from conquian_server.match import LegPlan, Standing
from conquian_server.rules import (
    Action,
    Deck,
    Position,
    Record,
    read_action,
    start,
    verify,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A position in which a seat has to decide.

    Attributes:
        position: the position.
        taken: what the seat did in it; None where that is not known, or it failed to act.
    """

    position: Position
    taken: Action | None = None

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        assert self.position.seat is not None, "the deal has ended"
        return self.position.seat


@dataclass(frozen=True, slots=True)
class Hearing:
    """A deal about which a bot is asked in one seat.

    Attributes:
        questions: what it is asked, in the deal's order; at least one, all of one seat.
        names: the seats' names; empty hides them.
        number: the deal's number in its leg.
        deal_count: how many deals the leg is told to have.
        bot_seed: the random number that the bot gets for the deal.
        standing: the score before the deal; None where it is not known.
    """

    questions: tuple[Question, ...]
    names: tuple[str, ...] = ()
    number: int = 0
    deal_count: int = 1
    bot_seed: int = 0
    standing: Standing | None = None

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.questions[0].seat

    @property
    def first(self) -> Position:
        """The first position of the deal."""
        setup = self.questions[0].position.setup
        return start(setup.ruleset, setup.deck, dealer=setup.dealer, seats=setup.seats)

    @property
    def plan(self) -> LegPlan:
        """The leg that the deal is told to be of."""
        setup = self.questions[0].position.setup
        return LegPlan(setup.ruleset, setup.seats, self.deal_count, _always(setup.deck))


def questions(record: Record, seat: int) -> Iterator[Question]:
    """Everything that a seat was asked in a deal, with what it did.

    A fault of the seat comes last, without an action: that is where it had to decide. Where the
    other seat's ended the deal, what was not answered is left out.

    Raises:
        BadRecord: the record is not valid.
    """
    end = verify(record)
    position = record.start()
    for text in record.actions:
        action = read_action(text)
        if position.seat == seat:
            yield Question(position, action)
        position = position.apply(action)
    assert end.result is not None, "a valid record has ended"
    if position.seat == seat == end.result.offender:
        yield Question(position)


def _always(deck: Deck) -> Callable[[int], Deck]:
    return lambda _: deck
