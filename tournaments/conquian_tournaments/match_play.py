"""A match on its way: its legs side by side, as far as its length wants, whatever fails."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Protocol

from conquian_server.launcher import LauncherError
from conquian_server.match import LegEnd
from conquian_server.referee import BotExit, RefereeError

from conquian_tournaments.crew import Crew, NoShowError
from conquian_tournaments.deals import results
from conquian_tournaments.desk import DealWatcher, Desk, Tray
from conquian_tournaments.fresh_decks import FreshDecks
from conquian_tournaments.kinds import ATTEMPT, LEG, UNPLAYABLE
from conquian_tournaments.ledger import Entry, Ledger
from conquian_tournaments.machine import machine_object
from conquian_tournaments.progress import legs_over, legs_set_aside, played_deals
from conquian_tournaments.schedule import Leg, Outcome, Pairing, legs, outcome_of
from conquian_tournaments.scribe import Scribe
from conquian_tournaments.stage import LegDone, LegTask
from conquian_tournaments.tournament import Tournament

_ATTEMPTS = 3
_NOT_THE_BOTS_FAULT = (RefereeError, LauncherError, OSError, BrokenExecutor)


class Watcher(DealWatcher, Protocol):
    """Is told how a run goes on."""

    def building(self, text: str) -> None:
        """A bot is made ready to run, by this command."""

    def begin(self, deals_wanted: int, deals_played: int) -> None:
        """The run begins: so many deals in all, at most, of which so many stand in the ledger."""

    def leg_over(self, leg: Leg, done: LegDone) -> None:
        """A leg is over."""

    def leg_failed(self, leg: Leg, why: str) -> None:
        """A leg could not be played and is set aside."""


@dataclass(frozen=True, slots=True)
class Venue:
    """What all matches of a run have in common.

    Attributes:
        tournament: what is played.
        seed: the decks' seed.
        ledger: what was played, to be read.
        scribe: writes to the ledger.
        watcher: is told how it goes.
        desk: where deals come in.
        crew: plays the legs.
        places: as many as legs may be played at a time.
        fresh_decks: where no deck may be played twice; None where all matches play the same.
    """

    tournament: Tournament
    seed: str
    ledger: Ledger
    scribe: Scribe
    watcher: Watcher
    desk: Desk
    crew: Crew
    places: asyncio.Semaphore
    fresh_decks: FreshDecks | None


async def play_match(venue: Venue, pairing: Pairing) -> Outcome:
    """Play what is left of a match; what came of it, that of a drawn one where a leg fails.

    Raises:
        LedgerError: an entry is damaged.
    """
    with ExitStack() as stack:
        trays = {leg: stack.enter_context(venue.desk.tray(leg.id)) for leg in legs(pairing)}
        return await _MatchPlay(venue, pairing, trays).play()


class _MatchPlay:
    def __init__(self, venue: Venue, pairing: Pairing, trays: dict[Leg, Tray]) -> None:
        self._venue = venue
        self._pairing = pairing
        self._trays = trays
        self._length = venue.tournament.format.length(mirrored=venue.tournament.mirrored)
        self._reports: dict[Leg, list[LegDone]] = {leg: [] for leg in trays}
        self._failures: dict[Leg, int] = {}  # attempts at a leg, in earlier runs too
        with venue.ledger.view() as view:
            self._over = legs_over(view, list(trays))
            self._set_aside = legs_set_aside(view, list(trays))

    async def play(self) -> Outcome:
        """Take the same steps in every run; those taken before find all that they want."""
        played, outcome = 0, Outcome(self._pairing)
        while (wanted := self._length.decks_wanted(played, outcome.margin)) > played:
            await self._play_to(wanted)
            if self._set_aside:
                return Outcome(self._pairing)
            played, outcome = wanted, self._outcome()
        for leg in self._trays:
            self._end(leg)
        return outcome

    def _outcome(self) -> Outcome:
        deals = [deal for tray in self._trays.values() for deal in tray.deals.values()]
        tournament = self._venue.tournament
        counted = results(tournament.ruleset, deals, mirrored=tournament.mirrored)
        return outcome_of(self._pairing, counted)

    async def _play_to(self, deal_count: int) -> None:
        """Play all legs until they have so many deals."""
        self._read(deal_count)
        async with asyncio.TaskGroup() as tasks:
            for leg, tray in self._trays.items():
                if leg not in self._set_aside and len(tray.deals) < deal_count:
                    tasks.create_task(self._play_leg(leg, deal_count))

    def _read(self, deal_count: int) -> None:
        """Put into the trays what the ledger has."""
        with self._venue.ledger.view() as view:
            for leg, tray in self._trays.items():
                for deal in played_deals(view, leg, deal_count):
                    tray.add(deal)

    async def _play_leg(self, leg: Leg, deal_count: int) -> None:
        """Play a leg; a failure that is not the bots' is tried again, then the leg is set aside."""
        async with self._venue.places:
            for attempt in range(1, _ATTEMPTS + 1):
                try:
                    done = await self._attempt(leg, deal_count)
                except NoShowError as error:
                    why = str(error)
                    break
                except _NOT_THE_BOTS_FAULT as error:
                    why = f"attempt {attempt}: {error}"
                    self._note_failure(leg, str(error))
                else:
                    self._reports[leg].append(done)
                    self._venue.watcher.leg_over(leg, done)
                    if deal_count == self._length.most_decks:
                        self._end(leg)
                    return
        self._set_aside.add(leg)
        self._venue.scribe.add(Entry(UNPLAYABLE, leg.id, {"why": why}))
        self._venue.watcher.leg_failed(leg, why)

    def _note_failure(self, leg: Leg, why: str) -> None:
        """Write that an attempt has failed: it is no result, but it is no secret either."""
        begins = f"{leg.id}/"
        if leg not in self._failures:
            with self._venue.ledger.view() as view:
                before = sum(key.startswith(begins) for key in view.keys(ATTEMPT))
            self._failures[leg] = before
        self._failures[leg] += 1
        self._venue.scribe.add(Entry(ATTEMPT, f"{begins}{self._failures[leg]}", {"why": why}))

    def _end(self, leg: Leg) -> None:
        """Write that a leg is over, once."""
        if leg not in self._over:
            self._over.add(leg)
            self._venue.scribe.add(_leg_entry(leg, self._reports[leg]))

    async def _attempt(self, leg: Leg, deal_count: int) -> LegDone:
        tray = self._trays[leg]
        task = self._task(leg, deal_count, tray)
        if self._venue.fresh_decks is not None:
            first = await self._venue.fresh_decks.take(leg.id, deal_count)
            task = replace(task, first_deck=first)
        done = await asyncio.wrap_future(self._venue.crew.submit(task))
        await tray.holds(done.deal_count)
        return done

    def _task(self, leg: Leg, deal_count: int, tray: Tray) -> LegTask:
        tournament = self._venue.tournament
        return LegTask(
            leg=leg,
            seats=tournament.seats(leg),
            ruleset=tournament.ruleset,
            seed=self._venue.seed,
            deal_count=deal_count,
            played=tray.results,
            incidents=tray.incidents,
            deals_at_once=tournament.deals_at_once,
            clocks=tournament.clocks,
            policy=tournament.policy,
        )


def _leg_entry(leg: Leg, reports: Sequence[LegDone]) -> Entry:
    """The entry of a leg that was played in one go or in several."""
    body: dict[str, object] = {
        "end": (reports[-1].end if reports else LegEnd.PLAYED).value,
        "exits": [_exit_object(ended) for done in reports for ended in done.exits],
        "stopped": [_exit_object(ended) for done in reports for ended in done.stopped],
    }
    machine = machine_object([done.shares for done in reports])
    if machine:
        body["machine"] = machine
    return Entry(LEG, leg.id, body)


def _exit_object(ended: BotExit) -> dict[str, object]:
    report = ended.report
    return {"seat": ended.seat, "cause": report.cause, "stderr": report.stderr_tail}
