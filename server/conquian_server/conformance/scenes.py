"""Positions for checks: of each kind of decision, and whole deals played by whims."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random

from conquian_server.conformance.bench import Seating
from conquian_server.conformance.failed import Failed
from conquian_server.interview import Answer, Hearing, Question, Talk
from conquian_server.interview.whims import moody, positions
from conquian_server.rules import (
    CARD_TEXTS,
    PASS,
    Action,
    Asked,
    Position,
    cards_in,
    dealer_of,
    deck_from_seed,
    start,
)

SEED = "conquian check"
_DEALS = 200  # in so many every kind comes up that can
_WITH_OPTIONS, _WITHOUT = 6, 2


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of decision.

    Attributes:
        key: its short name.
        what: what is asked, in words.
    """

    key: str
    what: str


OFFER = Kind("offer", "another seat's card, or one that nobody turned")
STOCK_CARD = Kind("stock card", "a card that it turned from the stock itself")
DEMAND = Kind("demand", "whether it demands that another seat takes a card")
FORCED = Kind("forced", "a card that is forced on it")
HAND_MELD = Kind("hand meld", "its own stock card, where it can lay melds of its hand")
GOING_OUT = Kind("going out", "a card with which it can go out")
EMPTY_HAND = Kind("empty hand", "a card that is offered when its hand is empty")

KINDS = (OFFER, STOCK_CARD, DEMAND, FORCED, HAND_MELD, GOING_OUT, EMPTY_HAND)


def kind_of(position: Position) -> Kind:
    """The one kind that a position is of, in which a seat is asked: what is rarest in it."""
    assert position.seat is not None, "a question has a seat that is asked"
    if position.asked is not Asked.MELD_OR_PASS:
        return FORCED if position.asked is Asked.FORCED_MELD else DEMAND
    if not position.hands[position.seat]:
        return EMPTY_HAND
    options = position.options()
    if any(option.goes_out for option in options):
        return GOING_OUT
    if any(not option.uses_faced for option in options):
        return HAND_MELD
    return STOCK_CARD if position.origin_seat == position.seat else OFFER


def scenes(kind: Kind, seating: Seating) -> list[Hearing]:
    """Positions of a kind, each a deal of its own: some with options where there are such.

    There are none of a kind that the ruleset does not have.
    """
    found = _of_all_kinds(seating)[kind]
    return [*found[:_WITH_OPTIONS], *found[_WITH_OPTIONS:][-_WITHOUT:]]


@cache
def _of_all_kinds(seating: Seating) -> Mapping[Kind, list[Hearing]]:
    """All positions of some deals by their kinds, those with options first."""
    found: dict[Kind, list[Hearing]] = {kind: [] for kind in KINDS}
    for number in range(_DEALS):
        for position in positions(seating.ruleset, seating.seats, SEED, number):
            found[kind_of(position)].append(_hearing(position, number))
    for hearings in found.values():
        hearings.sort(key=lambda hearing: not hearing.questions[0].position.options())
    return found


def openings(seating: Seating, count: int) -> list[Hearing]:
    """The first questions of some deals, in which there is nothing to do but pass."""
    firsts = (
        _hearing(next(positions(seating.ruleset, seating.seats, SEED, number)), number)
        for number in range(_DEALS)
    )
    return list(
        islice((each for each in firsts if not each.questions[0].position.options()), count)
    )


def first_two(seating: Seating) -> Hearing:
    """A seat's first two questions of a deal, the first of which has but one answer."""
    opening = openings(seating, 1)[0]
    first = opening.questions[0]
    number = opening.number
    second = _up_to(first.seat, first.position.apply(PASS), Random(f"{SEED} {number}"))
    return replace(opening, questions=(first, Question(second)))


async def play(talk: Talk, seating: Seating, number: int) -> list[Action]:
    """Play a deal with the bot in one seat and whims in the others; what the bot decided.

    The same answers lead to the same deal again.

    Raises:
        Failed: an answer is illegal.
        InterviewError: the bot fails to answer.
    """
    seats, seat = seating.seats, number % seating.seats
    deck = deck_from_seed(SEED, number)
    position = start(seating.ruleset, deck, dealer=dealer_of(number, seats), seats=seats)
    random = Random(f"{SEED} {number}")
    position = _up_to(seat, position, random)
    actions: list[Action] = []
    if position.seat is None:
        return actions
    async with talk.deal(_hearing(position, number)) as deal:
        while position.seat is not None:
            answer = await talk.ask(deal, Question(position))
            actions.append(legal(answer, Question(position)))
            position = _up_to(seat, position.apply(actions[-1]), random)
    return actions


def legal(answer: Answer, question: Question) -> Action:
    """The action of an answer.

    Raises:
        Failed: it is none that is legal.
    """
    if answer.action is None:
        raise Failed(f"its answer to {_in_words(question)} was illegal: {answer.fault}")
    return answer.action


def _up_to(seat: int, position: Position, random: Random) -> Position:
    """The next position in which the seat is asked, or the deal's last."""
    while position.seat not in (seat, None):
        position = position.apply(moody(position, random))
    return position


def _in_words(question: Question) -> str:
    position = question.position
    assert position.asked is not None, "a question has a seat that is asked"
    assert position.faced is not None, "a question is about a faced card"
    hand = " ".join(CARD_TEXTS[card] for card in cards_in(position.hands[question.seat]))
    asked = position.asked.value.replace("_", " ")
    ruleset = position.setup.ruleset.name
    return f"{asked} {CARD_TEXTS[position.faced]} ({ruleset}, hand {hand or 'empty'})"


def _hearing(position: Position, number: int) -> Hearing:
    seed = Random(f"{SEED} {number}").getrandbits(64)
    return Hearing((Question(position),), number=number, deal_count=number + 1, bot_seed=seed)
