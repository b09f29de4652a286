"""Actions and texts that are nearly those of a deal: what a wrong or careless bot would send."""

from collections.abc import Iterator
from random import Random

from conquian_server import rules
from conquian_server.rules import DECK_SIZE, Action, Card, CardSet, Kind, Layout, Position

BARE = [rules.PASS, rules.DEMAND, rules.WAIVE]


def neighbours(position: Position, action: Action, random: Random) -> Iterator[Action]:
    """Actions that differ from `action` in one respect, legal or not."""
    yield from BARE
    layout, discard = action.layout, action.discard
    for kind in Kind:
        yield Action(kind, layout, discard)
        yield Action(kind, (), discard)
    yield rules.meld_and_pass(layout)
    yield from (rules.meld(layout, card) for card in (None, *range(DECK_SIZE)))
    for changed in _changed_layouts(position, layout, random):
        left = random.choice([discard, None, *rules.cards_in(position.hands[position.seat or 0])])
        yield rules.meld(changed, discard)
        yield rules.meld(changed, left)
        yield rules.meld_and_pass(changed)


def _changed_layouts(position: Position, layout: Layout, random: Random) -> Iterator[list[CardSet]]:
    book = sorted(position.setup.ruleset.book.melds)
    yield [*layout, random.choice(book)]
    for i, meld in enumerate(layout):
        others = [*layout[:i], *layout[i + 1 :]]
        yield others
        yield [*layout, meld]
        yield [*others, random.choice(book)]
        card = random.choice(list(rules.cards_in(meld)))
        yield [*others, meld ^ 1 << card]
        yield [*others, meld ^ 1 << random.randrange(DECK_SIZE)]
        for other in others:
            yield [*(m for m in others if m != other), meld ^ 1 << card, other | 1 << card]
            yield [*(m for m in others if m != other), meld | other]
        yield from ([*others, meld | 1 << card] for card in _near(position))
        yield from ([*others, *split] for split in _splits(meld))


def _near(position: Position) -> Iterator[Card]:
    hand = position.hands[position.seat or 0]
    yield from rules.cards_in(hand)
    if position.faced is not None:
        yield position.faced


def _splits(meld: CardSet) -> Iterator[tuple[CardSet, CardSet]]:
    cards = rules.meld_cards(meld)
    for size in range(1, len(cards)):
        yield rules.card_set(cards[:size]), rules.card_set(cards[size:])


def shuffled_text(action: Action, random: Random) -> str:
    """The action written with its melds, and the cards of each, in any order."""
    if not action.layout:
        return str(action)
    _, _, rest = str(action).removeprefix("meld ").partition(" ")
    melds = [list(rules.meld_cards(meld)) for meld in action.layout]
    for cards in melds:
        random.shuffle(cards)
    random.shuffle(melds)
    texts = ["".join(rules.CARD_TEXTS[card] for card in cards) for cards in melds]
    return " ".join(["meld", "/".join(texts), *([rest] if rest else [])])
