"""Lays whatever it can, and keeps the cards that go together.

It looks no further than the cards before it: no counting, no thought of the opponent. All that it
computes are small whole numbers, and every tie is broken by the order of options or cards, so that
it decides the same in every language.
"""

import conquian
from conquian import Card, Cards, Decision, Kind, Observation, Option

SAME_RANK = 3
NEXT_IN_SUIT = 4
NEXT_BUT_ONE_IN_SUIT = 2


class GreedyBot(conquian.Bot):
    """Melds at once, never demands, discards what is worth least."""

    name = "greedy"
    version = "1"

    def decide(self, observation: Observation) -> Decision:
        """The best option, if there is one."""
        if observation.kind is Kind.FORCE_QUESTION:
            return conquian.Waive()
        if not observation.options:
            return conquian.Pass()
        option = best_option(observation.options)
        if not option.uses_faced:
            return option.lay_and_pass()
        return option.meld(worst_card(option.discards))


def best_option(options: tuple[Option, ...]) -> Option:
    """One that goes out, else one that takes the faced card, else one that lays most cards."""
    return max(options, key=lambda o: (o.goes_out, o.uses_faced, len(o.hand_cards), -o.index))


def worst_card(cards: Cards) -> Card | None:
    """The card that goes least with the others, the lowest of several; None of no cards."""
    return min(cards, key=lambda card: (worth(card, cards), card), default=None)


def worth(card: Card, cards: Cards) -> int:
    """How well a card goes with the others of `cards`."""
    return sum(closeness(card, other) for other in cards if other != card)


def closeness(one: Card, other: Card) -> int:
    """How much two cards do for each other, on the way to a group or a sequence."""
    if one.rank == other.rank:
        return SAME_RANK
    if one.suit != other.suit:
        return 0
    distance = abs(one.rank - other.rank)
    return {1: NEXT_IN_SUIT, 2: NEXT_BUT_ONE_IN_SUIT}.get(distance, 0)


if __name__ == "__main__":
    conquian.run(GreedyBot)
