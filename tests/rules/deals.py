"""Deals to try the engine on: any legal ruleset, decks with little and with much to meld."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from conquian_server import rules
from conquian_server.rules import Action, Asked, Kind, Position
from hypothesis import strategies as st

CHOICES: dict[str, list[object]] = {
    "ace": ["low", "low_or_high"],
    "initial_upcard": [False, True],
    "hand_melds": ["never", "own_stock_card"],
    "force_scope": ["not_turned", "any"],
    "forced_play": ["any", "add"],
    "payment": ["stake", "hand"],
    "draw_carry": ["double", "carry"],
}


# How often a seat does what may get it, or the next seat, forced; and how many actions it tries.
PROVOKE = 0.7
LOOKED_AT = 8


class Deal(NamedTuple):
    """A deal and the way in which it is played: the same every time."""

    fields: dict[str, Any]
    deck: tuple[int, ...]
    dealer: int
    seats: int
    seed: int
    eagerness: float

    def start(self) -> Position:
        """The first position."""
        ruleset = rules.read_ruleset(self.fields)
        return rules.start(ruleset, self.deck, dealer=self.dealer, seats=self.seats)

    def positions(self) -> Iterator[Position]:
        """Every position of the deal, the first and the last included."""
        position, random = self.start(), Random(self.seed)
        yield position
        while position.result is None:
            position = position.apply(choose(position, random, self.eagerness))
            yield position

    def end(self) -> Position:
        """The last position."""
        *_, last = self.positions()
        return last


def choose(position: Position, random: Random, eagerness: float) -> Action:
    """A legal action: most often a meld when eager; whatever leads to a force is preferred."""
    legal = position.legal_actions()
    if position.asked is Asked.DEMAND_OR_WAIVE:
        return random.choice(legal)
    provoking = [action for action in _sample(legal, random) if _provokes(position, action)]
    if provoking and random.random() < PROVOKE:
        return random.choice(provoking)
    kind = random.choice(sorted({action.kind for action in legal}, key=str))
    if random.random() < eagerness:
        kind = Kind.MELD
    return random.choice([action for action in legal if action.kind is kind] or legal)


def _sample(legal: list[Action], random: Random) -> list[Action]:
    return legal if len(legal) <= LOOKED_AT else [legal[0], *random.sample(legal[1:], LOOKED_AT)]


def _provokes(position: Position, action: Action) -> bool:
    """Whether a demand is possible next: on the seat itself, or when the next seat passes."""
    after = position.apply(action)
    if action.kind is Kind.MELD and after.asked is Asked.MELD_OR_PASS:
        after = after.apply(rules.PASS)
    return after.asked is Asked.DEMAND_OR_WAIVE


def fields() -> st.SearchStrategy[dict[str, Any]]:
    """Every combination of fields that can be dealt."""
    return st.builds(
        lambda seats, sizes, chosen: (
            {"seats_min": seats[0], "seats_max": seats[1]}
            | {
                "hand_size": min(sizes[0], 9) if seats[1] == 4 else sizes[0],
                "max_sequence": sizes[1],
            }
            | chosen
        ),
        st.tuples(st.integers(2, 4), st.integers(2, 4)).map(sorted),
        st.tuples(st.integers(2, 10), st.integers(3, 10)),
        st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()}),
    )


@st.composite
def deals(draw: st.DrawFn, **fixed: object) -> Deal:
    """A deal under any ruleset with the `fixed` fields, or a preset's under `preset`."""
    preset = fixed.pop("preset", None)
    given = rules.PRESETS[str(preset)].as_object() if preset else draw(fields())
    given.pop("goal", None)
    given |= fixed
    seats = draw(st.integers(given["seats_min"], given["seats_max"]))
    seed = draw(st.integers(0, 2**32 - 1))
    arranged = draw(st.booleans())
    deck = arranged_deck(Random(seed), given["hand_size"], seats) if arranged else shuffled(seed)
    dealer = draw(st.integers(0, seats - 1))
    return Deal(given, deck, dealer, seats, seed, draw(st.sampled_from([0.0, 0.3, 0.7, 1.0])))


def shuffled(seed: int) -> tuple[int, ...]:
    """A deck in an order that depends on the seed alone."""
    return rules.deck_from_seed(str(seed), 0)


def arranged_deck(random: Random, hand_size: int, seats: int) -> tuple[int, ...]:
    """A deck that deals each seat neighbours of a suit or cards of a rank, a few exchanged."""
    cards = list(range(rules.DECK_SIZE))
    if random.random() < 0.4:
        cards.sort(key=rules.rank_of)
    start = random.randrange(rules.DECK_SIZE)
    cards = cards[start:] + cards[:start]
    for _ in range(random.randrange(12)):
        i, j = random.sample(range(rules.DECK_SIZE), 2)
        cards[i], cards[j] = cards[j], cards[i]
    dealt = [cards[seat * hand_size + i] for i in range(hand_size) for seat in range(seats)]
    stock = cards[hand_size * seats :]
    if random.random() < 0.7:
        random.shuffle(stock)
    return (*dealt, *stock)
