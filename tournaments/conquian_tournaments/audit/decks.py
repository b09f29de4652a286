"""Whether no deck was played twice where bots may remember them."""

from collections.abc import Iterator

from conquian_tournaments.deals import LedgerDeal, leg_and_number, leg_id
from conquian_tournaments.ledger import Entry


class DeckCheck:
    """Follows what decks legs were given, and which of them they played."""

    def __init__(self) -> None:
        self._given: dict[str, list[range]] = {}
        self._next = 0
        self._played: set[int] = set()

    def see_given(self, entry: Entry) -> Iterator[str]:
        """What is wrong with an entry of decks, in words.

        Raises:
            TypeError: it is not as such entries are.
            ValueError: as above.
        """
        first, count = entry.body.get("first"), entry.body.get("count")
        if type(first) is not int or type(count) is not int or count < 1:
            raise TypeError("it gives no numbers of decks")
        leg, number = leg_and_number(entry.key)
        if number != first:
            yield "its key says that it begins with another deck"
        if first < self._next:
            yield "gives decks that were given before"
        self._next = max(self._next, first + count)
        self._given.setdefault(leg, []).append(range(first, first + count))

    def see_played(self, deal: LedgerDeal) -> Iterator[str]:
        """What is wrong with a deal's deck, in words."""
        deck = deal.number if deal.deck is None else deal.deck
        given = self._given.get(leg_id(deal.pairing, deal.leg), [])
        if not any(deck in decks for decks in given):
            yield "its deck was not given to its leg"
        if deck in self._played:
            yield "its deck was played before"
        self._played.add(deck)
