"""A second reading of docs/rules.md sections 1, 2, 6 and 11, slow and plain, to hold the engine to.

Cards are texts, melds and layouts are frozensets, a ruleset is a dict of the fields of section 3.
Nothing here is shared with the engine: where the two differ, one of them misreads the rules.
"""

from functools import cache
from itertools import chain, combinations

RANKS = ["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"]
SUITS = ["S", "H", "D", "C"]
CARDS = [rank + suit for suit in SUITS for rank in RANKS]


def is_group(cards):
    """Section 2: three or four cards of one rank."""
    return len(cards) in (3, 4) and len({card[0] for card in cards}) == 1


def is_sequence(cards, rules):
    """Section 2: three or more neighbours of one suit, the ace at one end or the other."""
    if not 3 <= len(cards) <= rules["max_sequence"] or len({card[1] for card in cards}) != 1:
        return False
    orders = [RANKS]
    if rules["ace"] == "low_or_high":
        orders.append([*RANKS[1:], "A"])
    ranks = {card[0] for card in cards}
    return any(
        ranks == set(order[start : start + len(cards)])
        for order in orders
        for start in range(10 - len(cards) + 1)
    )


def is_meld(cards, rules):
    """Section 2: a group or a sequence."""
    return is_group(cards) or is_sequence(cards, rules)


def subsets(cards):
    """Every subset of the cards, the empty one first."""
    in_order = sorted(cards)
    sizes = range(len(in_order) + 1)
    return map(frozenset, chain.from_iterable(combinations(in_order, size) for size in sizes))


def melds_within(cards, rules):
    """Every meld that can be made of some of the cards."""
    return [meld for meld in _all_melds(rules["ace"], rules["max_sequence"]) if meld <= cards]


@cache
def _all_melds(ace, max_sequence):
    # A meld has one rank or one suit, so the subsets of those are all that need be looked at.
    rules = {"ace": ace, "max_sequence": max_sequence}
    ranks = [[rank + suit for suit in SUITS] for rank in RANKS]
    suits = [[rank + suit for rank in RANKS] for suit in SUITS]
    candidates = chain.from_iterable(subsets(cards) for cards in ranks + suits)
    return {cards for cards in candidates if is_meld(cards, rules)}


def partitions(cards, melds):
    """Every way to divide all of the cards into some of the melds."""
    if not cards:
        return [frozenset()]
    first = min(cards)
    return [
        rest | {meld}
        for meld in melds
        if first in meld and meld <= cards
        for rest in partitions(cards - meld, melds)
    ]


def extends_a_meld(layout, card, rules):
    """Section 6, force: the card by itself extends one of the melds as they lie."""
    return any(is_meld(meld | {card}, rules) for meld in layout)


def layouts_with_faced(layout, hand, faced, rules, *, hand_melds):
    """Section 6: each layout of the table, the faced card and some of the hand, with that some."""
    table = frozenset().union(*layout)
    melds = melds_within(table | hand | {faced}, rules)
    for laid in _layable(hand, melds):
        for new in partitions(table | {faced} | laid, melds):
            taking = next(meld for meld in new if faced in meld)
            if hand_melds or laid <= taking:
                yield new, laid


def layouts_without_faced(layout, hand, rules):
    """Section 6, hand melds without the faced card: table and some of the hand, at least one."""
    table = frozenset().union(*layout)
    melds = melds_within(table | hand, rules)
    for laid in _layable(hand, melds):
        if laid:
            yield from partitions(table | laid, melds)


def layouts_adding(layout, faced, rules):
    """Section 6, forced to `add`: the old layout with the faced card added to one meld."""
    for meld in layout:
        if is_meld(meld | {faced}, rules):
            yield (layout - {meld}) | {meld | {faced}}


def _layable(hand, melds):
    # A card that is in no meld at all can't be laid, so leaving it out loses nothing.
    return subsets(hand & frozenset().union(*melds))


def meld_text(meld):
    """Section 11: groups in suit order, sequences in sequence order with a high ace last."""
    if is_group(meld):
        return "".join(sorted(meld, key=lambda card: SUITS.index(card[1])))
    in_order = sorted(meld, key=lambda card: RANKS.index(card[0]))
    ranks = [card[0] for card in in_order]
    if ranks[0] == "A" and ranks[-1] == "K" and len(ranks) < 10:
        in_order = in_order[1:] + in_order[:1]
    return "".join(in_order)


def layout_text(layout):
    """Section 11: the melds sorted by the index of their first card."""
    return "/".join(sorted(map(meld_text, layout), key=lambda text: CARDS.index(text[:2])))


def action_text(action):
    """Section 11: the canonical text of an action (kind, layout, discard)."""
    kind, layout, discard = action
    if kind == "meld_pass":
        return f"meld {layout_text(layout)} pass"
    if kind == "meld":
        return f"meld {layout_text(layout)}" + (f" x {discard}" if discard else "")
    return kind
