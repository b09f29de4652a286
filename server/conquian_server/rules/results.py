"""How a deal ends, what it is worth, and how deals add up to a leg (rules section 7)."""

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from conquian_server.rules.cards import CardSet, cards_in, rank_of
from conquian_server.rules.ruleset import Ruleset

# Ace to king; a card left in a hand counts so much.
CARD_POINTS = (15, 2, 3, 4, 5, 6, 7, 10, 10, 10)


class Reason(enum.Enum):
    """Why a deal ended (rules sections 5 and 8)."""

    WENT_OUT = "went_out"
    STOCK_EXHAUSTED = "stock_exhausted"
    ILLEGAL_ACTION = "illegal_action"
    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"


FAULTS = frozenset({Reason.ILLEGAL_ACTION, Reason.TIMEOUT, Reason.DISCONNECTED})


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a deal.

    Attributes:
        reason: why it ended.
        winner: the seat that went out, None unless one did.
        offender: the seat at fault, None unless there was a fault.
        points: each seat's points before the multiplier.
    """

    reason: Reason
    winner: int | None
    offender: int | None
    points: tuple[int, ...]

    @property
    def drawn(self) -> bool:
        """Whether nobody won and nobody was at fault."""
        return self.reason is Reason.STOCK_EXHAUSTED

    def multiplied(self, multiplier: int) -> tuple[int, ...]:
        """Each seat's points when the deal counts `multiplier` times."""
        return tuple(points * multiplier for points in self.points)

    def ranks(self) -> tuple[int, ...]:
        """Each seat's rank, 0 the best, equal ranks tied: what ratings use."""
        seats = range(len(self.points))
        if self.winner is not None:
            return tuple(int(seat != self.winner) for seat in seats)
        return tuple(int(seat == self.offender) for seat in seats)


def won(ruleset: Ruleset, winner: int, hands: Sequence[CardSet]) -> Result:
    """The result when `winner` goes out and the seats hold `hands`."""
    if ruleset.payment == "stake":
        points = [-1] * len(hands)
        points[winner] = len(hands) - 1
    else:
        points = [0] * len(hands)
        points[winner] = sum(map(hand_points, hands))
    return Result(Reason.WENT_OUT, winner, None, tuple(points))


def exhausted(seats: int) -> Result:
    """The result when the stock is used up."""
    return Result(Reason.STOCK_EXHAUSTED, None, None, (0,) * seats)


def forfeited(ruleset: Ruleset, reason: Reason, offender: int, hands: Sequence[CardSet]) -> Result:
    """The result when a fault of `offender` ends the deal."""
    if ruleset.payment == "stake":
        points = [1] * len(hands)
        points[offender] = 1 - len(hands)
    else:
        points = [max(1, hand_points(hands[offender]))] * len(hands)
        points[offender] = 0
    return Result(reason, None, offender, tuple(points))


def hand_points(hand: CardSet) -> int:
    """What the cards of a hand are worth where a hand is paid."""
    return sum(CARD_POINTS[rank_of(card)] for card in cards_in(hand))


def next_multiplier(ruleset: Ruleset, multiplier: int, *, drawn: bool) -> int:
    """How often the next deal counts after one that counted `multiplier` times."""
    if not drawn:
        return 1
    return 2 if ruleset.draw_carry == "double" else multiplier + 1


@dataclass(frozen=True, slots=True)
class Settlement:
    """A deal's place in its leg: its multiplier, its points with it, and the totals after it."""

    multiplier: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


class LegScore:
    """The score of a leg, to which deals are added in the order of their numbers.

    Attributes:
        multiplier: how often the next deal counts.
        totals: each seat's points so far.
    """

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.multiplier = 1
        self.totals = (0,) * seats
        self._ruleset = ruleset

    def add(self, result: Result) -> Settlement:
        """Settle the next deal."""
        multiplier, points = self.multiplier, result.multiplied(self.multiplier)
        self.totals = tuple(map(sum, zip(self.totals, points, strict=True)))
        self.multiplier = next_multiplier(self._ruleset, multiplier, drawn=result.drawn)
        return Settlement(multiplier, points, self.totals)


def settle(
    ruleset: Ruleset, seats: int, results: Iterable[Result], *, target: int | None = None
) -> Iterator[Settlement]:
    """Settle a leg's deals in the order of their numbers, up to the deal that ends it.

    Args:
        ruleset: the ruleset of the leg.
        seats: how many play.
        results: the deals' results by number, from 0.
        target: the score that ends the leg, None where only the number of deals does.
    """
    score = LegScore(ruleset, seats)
    for result in results:
        yield score.add(result)
        if target is not None and max(score.totals) >= target:
            return


def dealer_of(deal: int, seats: int) -> int:
    """The seat that deals deal number `deal` of a leg."""
    return deal % seats
