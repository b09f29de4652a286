"""Runs of a small tournament with actors, and what stands in its ledger after them."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from conquian_tournaments.crew import Hire
from conquian_tournaments.crew.in_process import in_process_crew
from conquian_tournaments.deal_records import Records
from conquian_tournaments.deals import LedgerDeal
from conquian_tournaments.ledger import Entry, Ledger, verify_chain
from conquian_tournaments.opening import open_ledger
from conquian_tournaments.runner import run
from conquian_tournaments.schedule import Leg
from conquian_tournaments.stage import LegDone
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import Actors

DECKS = 4
LEGS = ["r0-1v2-a", "r0-1v2-b", "r1-0v1-a", "r1-0v1-b", "r2-2v0-a", "r2-2v0-b"]
EVERY_DEAL = {f"{leg}/{number}" for leg in LEGS for number in range(DECKS)}


class Notes:
    """A watcher that notes what it is told, and can stop the run."""

    def __init__(self) -> None:
        self.begun: list[tuple[int, int]] = []
        self.deals = 0
        self.over: list[str] = []
        self.failed: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None

    def begin(self, deals_wanted: int, deals_played: int) -> None:
        """Note how much there is to do."""
        self.begun.append((deals_wanted, deals_played))
        self._task = asyncio.current_task()

    def deal_over(self, deal: LedgerDeal) -> None:
        """Count the deal."""
        self.deals += 1

    def leg_over(self, leg: Leg, done: LegDone) -> None:
        """Note the leg."""
        self.over.append(leg.id)

    def building(self, text: str) -> None:
        """Nothing to see."""

    def leg_failed(self, leg: Leg, why: str) -> None:
        """Note the reason."""
        self.failed[leg.id] = why

    def stop(self) -> None:
        """End the run as Ctrl-C does, and the leg that this is called in."""
        assert self._task is not None
        self._task.cancel()
        raise asyncio.CancelledError


def hire(tournament: Tournament) -> Hire:
    """A crew in this process, where actors can be watched."""
    return partial(in_process_crew, tournament.workers or 1)


def run_to_end(tournament: Tournament, watcher: Notes | None = None) -> Notes:
    """Run a tournament as the command does."""
    watcher = watcher or Notes()
    with open_ledger(tournament) as ledger:
        asyncio.run(run(tournament, ledger, watcher, hire(tournament)))
    return watcher


def entries_of(tournament: Tournament) -> list[Entry]:
    """All entries of its ledger, whose chain holds."""
    with Ledger.open(tournament.ledger) as ledger, ledger.view() as view:
        verify_chain(view)
        links = list(view.links())
        found = [view.entry(link.kind, link.key) for link in links]
        return [entry for entry in found if entry is not None]


def of_kind(tournament: Tournament, kind: str) -> dict[str, Entry]:
    """The entries of a kind by key."""
    return {entry.key: entry for entry in entries_of(tournament) if entry.kind == kind}


def records_of(tournament: Tournament) -> dict[str, dict[str, Any]]:
    """The records of all deals by key."""
    with Ledger.open(tournament.ledger) as ledger, ledger.view() as view:
        records = Records(view)
        return {entry.key: records.of(entry) for entry in view.entries("deal")}


def stop_at(actors: Actors, count: int, stop: Callable[[], object]) -> None:
    """Have something done before the deal number `count` of all."""
    before = len(actors.deals)

    def before_deal(_leg: str, _number: int) -> None:
        if len(actors.deals) - before == count:
            stop()

    actors.before_deal = before_deal
