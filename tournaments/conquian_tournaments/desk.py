"""Where the deals come in that a crew hands back."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from conquian_server.rules import Result

from conquian_tournaments.deals import LedgerDeal, leg_and_number, read_deal
from conquian_tournaments.ledger import Entry, Where
from conquian_tournaments.scribe import Scribe

_ON_THE_WAY_SECONDS = 30.0  # for a deal whose leg is known to be over


class DealWatcher(Protocol):
    """Is told of deals."""

    def deal_over(self, deal: LedgerDeal) -> None:
        """A deal has ended."""


class Tray:
    """The deals of a leg, as they come in."""

    def __init__(self) -> None:
        self._deals: dict[int, LedgerDeal] = {}
        self._news = asyncio.Event()

    @property
    def deals(self) -> Mapping[int, LedgerDeal]:
        """Those that are here, by number."""
        return self._deals

    @property
    def results(self) -> dict[int, Result]:
        """Their results by number."""
        return {number: deal.result for number, deal in self._deals.items()}

    @property
    def incidents(self) -> tuple[int, ...]:
        """How many incidents each seat has had in them; they are counted up from deal to deal."""
        counts = [deal.incidents for deal in self._deals.values() if deal.incidents]
        return tuple(map(max, zip(*counts, strict=True)))

    def add(self, deal: LedgerDeal) -> bool:
        """Put a deal into it; whether it is new."""
        if deal.number in self._deals:
            return False
        self._deals[deal.number] = deal
        self._news.set()
        return True

    async def holds(self, count: int) -> None:
        """Wait until so many deals are here.

        Raises:
            TimeoutError: some don't come.
        """
        async with asyncio.timeout(_ON_THE_WAY_SECONDS):
            while len(self._deals) < count:
                self._news.clear()
                await self._news.wait()


class Desk:
    """Takes deals in: for the ledger, for who watches, and for the leg that waits for them.

    Args:
        path: the ledger's file.
        scribe: writes them down.
        watcher: is told of each once.
    """

    def __init__(self, path: Where, scribe: Scribe, watcher: DealWatcher) -> None:
        self._path = path
        self._scribe = scribe
        self._watcher = watcher
        self._trays: dict[str, Tray] = {}

    def deliver(self, entry: Entry) -> None:
        """Take in a deal; one that is here already changes nothing."""
        deal = read_deal(self._path, entry)
        tray = self._trays.get(leg_and_number(entry.key)[0])
        if tray is None or tray.add(deal):
            self._scribe.add(entry)
            self._watcher.deal_over(deal)

    @contextmanager
    def tray(self, leg: str) -> Iterator[Tray]:
        """A tray for a leg that is played."""
        self._trays[leg] = tray = Tray()
        try:
            yield tray
        finally:
            del self._trays[leg]
