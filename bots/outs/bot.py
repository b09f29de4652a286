"""Counts its outs: the unseen cards with which it could lay something, or go out.

Of everything that it may do it takes what leaves it with the best outlook, so that it passes a
meld that would lock its cards up, keeps cards that can still become melds (dead cards and other
tables count against them), and discards what opponents can use least. It looks two cards ahead.

A bot that searches may use the rules of the game: `conquian_server.rules` gives it the melds. Sets
of cards are whole numbers here, one bit a card, as they are there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import lru_cache

import conquian
from conquian import Decision, Kind, Observation, Ruleset
from conquian_server import rules
from conquian_server.rules import CardSet
from conquian_server.rules.melds import SHORTEST, MeldBook

# What things are worth, found by playing against `greedy`; only their ratios matter.
LAID_CARD = 10.0
WINNING_OUT = 20.0
SECOND_OUT = 1.0  # a winning out after the best use of an out
OUT = 0.8
CARD_LAID_BY_OUT = 2.0
PAIR = 1.0  # two cards of the hand to which one live card makes a meld
TRIPLE = 5.0  # a meld in the hand, which waits for a card to extend it
HOPELESS = 0.0  # no card that may still come lays anything
PASSING = -1.0
OPPONENT_ADDS = -0.75  # a discard that extends an opponent's meld
OPPONENT_MELDS = -0.15  # a meld that an opponent might make of it with two unseen cards


class OutsBot(conquian.Bot):
    """Takes the decision with the best outlook."""

    name = "outs"
    version = "1"

    def decide(self, observation: Observation) -> Decision:
        """Go out if it can, else the best of all that is allowed."""
        outlook = Outlook(observation)
        if observation.kind is Kind.FORCE_QUESTION:
            return conquian.Demand() if forcing_hurts(outlook) else conquian.Waive()
        for option in observation.options:
            if option.goes_out:
                return option.meld()
        if not observation.options:
            return conquian.Pass()
        return max(valued_decisions(outlook), key=lambda valued: valued[0])[1]


class Outlook:
    """What a seat can hope for, from all the cards that it has seen."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.hand = card_set(seen.hand)
        self.unseen = card_set(seen.unseen)
        self.tables = [[card_set(meld) for meld in table] for table in seen.tables]
        self.table = sum(self.tables[seen.seat])
        self.book = book_of(seen.ruleset)
        possible = self.hand | self.table | self.unseen | 1 << seen.faced
        self._live = [meld for meld in self.book.melds if not meld & ~possible]
        self._live_with = {
            card: [meld for meld in self._live if meld & card] for card in cards_of(possible)
        }

    def value(self, table: CardSet, hand: CardSet) -> float:
        """How good it is to have these cards on the table and those in the hand."""
        outs = self._value_of_outs(table, hand)
        if not outs:
            return HOPELESS  # a hand changes only by a meld, so that it would stay so
        return LAID_CARD * table.bit_count() + self._value_of_hand(hand) + outs

    def _value_of_hand(self, hand: CardSet) -> float:
        worth = 0.0
        for meld in self._live:
            if meld.bit_count() == SHORTEST:
                lacking = (meld & ~hand).bit_count()
                worth += TRIPLE * (lacking == 0) + PAIR * (lacking == 1)
        return worth

    def _value_of_outs(self, table: CardSet, hand: CardSet) -> float:
        winning: CardSet = 0
        laid: dict[CardSet, int] = {}
        second: dict[CardSet, int] = {}
        for out, meld in self._outs(table, hand, self._live):
            left = hand & ~meld
            if not left:
                winning |= out
                continue
            laid[out] = max(laid.get(out, 0), (hand & meld).bit_count())
            after = [self._winning_count(table | meld, left ^ card) for card in cards_of(left)]
            second[out] = max(second.get(out, 0), *after)
        later = sum(count for out, count in second.items() if not out & winning)
        return (
            WINNING_OUT * winning.bit_count()
            + OUT * len(laid)
            + CARD_LAID_BY_OUT * sum(laid.values())
            + SECOND_OUT * later
        )

    def _winning_count(self, table: CardSet, hand: CardSet) -> int:
        """How many unseen cards go out at once."""
        melds = self._live_with[hand & -hand] if hand else self._live
        whole = [meld for meld in melds if not hand & ~meld]
        return sum({out for out, _ in self._outs(table, hand, whole)}).bit_count()

    def _outs(
        self, table: CardSet, hand: CardSet, melds: Iterable[CardSet]
    ) -> Iterator[tuple[CardSet, CardSet]]:
        """Each unseen card with each of the melds that it completes (rules section 6)."""
        own = table | hand
        for meld in melds:
            missing = meld & ~own
            is_one_card = missing & self.unseen and not missing & (missing - 1)
            if is_one_card and is_divisible(self.book, table & ~meld):
                yield missing, meld


def valued_decisions(outlook: Outlook) -> Iterator[tuple[float, Decision]]:
    """Every legal decision with its value; of equal ones the first is meant."""
    seen, hand = outlook.seen, outlook.hand
    if seen.kind is Kind.OFFER:
        yield outlook.value(outlook.table, hand) + PASSING, conquian.Pass()
    for option in seen.options:
        table = card_set(card for meld in option.layout for card in meld)
        left = hand & ~card_set(option.hand_cards)
        if not option.uses_faced:
            yield outlook.value(table, left), option.lay_and_pass()
        for card in option.discards:
            danger = discard_value(outlook, 1 << card)
            yield outlook.value(table, left & ~(1 << card)) + danger, option.meld(card)


def discard_value(outlook: Outlook, card: CardSet) -> float:
    """What a discard costs by what opponents may do with it."""
    worth = 0.0
    for seat, table in enumerate(outlook.tables):
        if seat != outlook.seen.seat:
            worth += OPPONENT_ADDS * sum(meld | card in outlook.book.melds for meld in table)
    threats = outlook.book.completing(card.bit_length() - 1, outlook.unseen)
    return worth + OPPONENT_MELDS * sum(meld.bit_count() == SHORTEST for meld in threats)


def forcing_hurts(outlook: Outlook) -> bool:
    """Whether the seat that passed is worse off with the card.

    It could have had it and did not want it; so it is, unless the card brings it within one card
    of the goal while a card is left that it could add.
    """
    seen, card = outlook.seen, 1 << outlook.seen.faced
    table = outlook.tables[seen.passed_seats[-1]]
    if sum(table).bit_count() + 2 < seen.ruleset.goal:
        return True
    melds = outlook.book.melds
    grown = [meld | card if meld | card in melds else meld for meld in table]
    return not any(meld | out in melds for meld in grown for out in cards_of(outlook.unseen))


@lru_cache(maxsize=16)
def book_of(ruleset: Ruleset) -> MeldBook:
    """The melds of a ruleset."""
    fields = asdict(ruleset)
    del fields["name"]
    return rules.read_ruleset(fields).book


@lru_cache(maxsize=1 << 16)
def is_divisible(book: MeldBook, cards: CardSet) -> bool:
    """Whether cards can be laid as melds with none left over."""
    return any(True for _ in book.divisions(cards))


def card_set(cards: Iterable[conquian.Card]) -> CardSet:
    """The cards as one number."""
    return sum(1 << card for card in cards)


def cards_of(cards: CardSet) -> Iterator[CardSet]:
    """Each card of a set as a set of its own."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


if __name__ == "__main__":
    conquian.run(OutsBot)
