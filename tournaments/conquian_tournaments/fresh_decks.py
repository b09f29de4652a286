"""Decks for bots that remember: none is given out twice."""

import asyncio

from conquian_tournaments.kinds import DECKS
from conquian_tournaments.ledger import Entry, View
from conquian_tournaments.scribe import Scribe


class FreshDecks:
    """Gives out numbers of decks that nobody has had, in this run or in one before it.

    Args:
        view: what was given out before.
        scribe: writes down what is given out.
    """

    def __init__(self, view: View, scribe: Scribe) -> None:
        given = (entry.body for entry in view.entries(DECKS))
        self._next: int = max((each["first"] + each["count"] for each in given), default=0)
        self._scribe = scribe

    async def take(self, leg: str, count: int) -> int:
        """The first of so many numbers in a row, for an attempt at a leg; on disk by then.

        Raises:
            LedgerError: it can't be written down.
        """
        first = self._next
        self._next += count
        self._scribe.add(Entry(DECKS, f"{leg}/{first}", {"first": first, "count": count}))
        await asyncio.to_thread(self._scribe.flush)
        return first
