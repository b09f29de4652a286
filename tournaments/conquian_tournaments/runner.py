"""Playing a tournament: what its schedule says and its ledger does not have yet."""

import asyncio
import os
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from conquian_server.launcher import Launcher, LauncherError
from conquian_server.match import DealOver, LegPlan
from conquian_server.referee import LegReport, Referee, RefereeError, play_hosted_leg
from conquian_server.rules import Result, deck_from_seed
from conquian_server.wire import LegNames

from conquian_tournaments import deals
from conquian_tournaments.hosting import bot_seed, hosting
from conquian_tournaments.ledger import Entry, Ledger, LedgerError
from conquian_tournaments.schedule import Leg, legs
from conquian_tournaments.tournament import Entrant, Tournament

OPENING, LEG, UNPLAYABLE, SEED = "tournament", "leg", "unplayable", "seed"

_SEED = "seed"
_SEED_BYTES = 16
_COMMIT_SECONDS = 0.25
_ATTEMPTS = 3
_STDERR_KEPT = 4096


class Watcher(Protocol):
    """Is told how a run goes on."""

    def begin(self, deals_wanted: int, deals_played: int) -> None:
        """The run begins: so many deals in all, of which so many stand in the ledger."""

    def deal_over(self, over: DealOver) -> None:
        """A deal has ended."""

    def leg_over(self, leg: Leg, report: LegReport) -> None:
        """A leg is over."""

    def leg_failed(self, leg: Leg, why: str) -> None:
        """A leg could not be played and is set aside."""


def open_ledger(tournament: Tournament) -> Ledger:
    """The tournament's ledger, new or as an earlier run has left it.

    Raises:
        LedgerError: it can't be used, or is of a tournament that differs; the error says in what.
    """
    if not tournament.ledger.exists():
        return _new_ledger(tournament)
    ledger = Ledger.open(tournament.ledger, write=True)
    try:
        _check_same(ledger, tournament)
    except LedgerError:
        ledger.close()
        raise
    return ledger


async def run(tournament: Tournament, ledger: Ledger, watcher: Watcher) -> None:
    """Play what is left of a tournament. Cancelled, it keeps the deals that have ended.

    Raises:
        LedgerError: the ledger can't be written.
    """
    seed = ledger.secret(_SEED)
    assert seed is not None  # it was kept when the ledger was made
    scribe = _Scribe(ledger)
    try:
        async with hosting() as (referee, launcher), asyncio.TaskGroup() as tasks:
            writing = tasks.create_task(scribe.run())
            stage = _Stage(tournament, seed, referee, launcher)
            await _Run(stage, scribe, watcher).play(ledger)
            writing.cancel()
    except* LedgerError as errors:
        raise errors.exceptions[0] from None
    finally:
        scribe.flush()
    ledger.append([Entry(SEED, "", {"seed": seed})])


class _Scribe:
    """Writes entries to the ledger a few times a second, and what is left at the end."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._waiting: list[Entry] = []

    def add(self, entry: Entry) -> None:
        self._waiting.append(entry)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(_COMMIT_SECONDS)
            await asyncio.to_thread(self._ledger.append, self._take())

    def flush(self) -> None:
        self._ledger.append(self._take())

    def _take(self) -> list[Entry]:
        entries, self._waiting = self._waiting, []
        return entries


@dataclass(frozen=True, slots=True)
class _Stage:
    """What every leg of a run is played with."""

    tournament: Tournament
    seed: str
    referee: Referee
    launcher: Launcher

    async def play(
        self, leg: Leg, played: dict[int, Result], on_deal: Callable[[DealOver], None]
    ) -> LegReport:
        """Play what is left of a leg, on processes started for it."""
        seats = self.seats(leg)
        return await play_hosted_leg(
            self.referee,
            self.launcher,
            self._plan(played),
            LegNames(leg.id, tuple(entrant.name for entrant in seats)),
            [entrant.bot for entrant in seats],
            bot_seed=lambda deal, seat: bot_seed(self.seed, leg.id, deal, seat),
            on_deal=on_deal,
        )

    def seats(self, leg: Leg) -> list[Entrant]:
        """The entrant in each seat of a leg."""
        return [self.tournament.entrants[number] for number in leg.seats]

    def _plan(self, played: dict[int, Result]) -> LegPlan:
        tournament = self.tournament
        return LegPlan(
            ruleset=tournament.ruleset,
            seats=2,
            deal_count=tournament.decks,
            deck_of=lambda number: deck_from_seed(self.seed, number),
            clocks=tournament.clocks,
            policy=tournament.policy,
            deals_at_once=tournament.deals_at_once,
            played=played,
        )


class _Run:
    """One run over a tournament's schedule, several legs side by side."""

    def __init__(self, stage: _Stage, scribe: _Scribe, watcher: Watcher) -> None:
        self._stage = stage
        self._tournament = stage.tournament
        self._scribe = scribe
        self._watcher = watcher

    async def play(self, ledger: Ledger) -> None:
        over, played = _progress_in(ledger)
        self._watcher.begin(self._tournament.deal_count, ledger.count(deals.KIND))
        places = asyncio.Semaphore(self._tournament.workers or _places())
        async with asyncio.TaskGroup() as tasks:
            for leg in _legs(self._tournament):
                if leg.id not in over:
                    await places.acquire()
                    task = tasks.create_task(self._play_leg(leg, played.get(leg.id, {})))
                    task.add_done_callback(lambda _: places.release())

    async def _play_leg(self, leg: Leg, played: dict[int, Result]) -> None:
        """Play a leg; a failure that is not the bots' is tried again, then the leg is set aside."""
        played = dict(played)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                report = await self._attempt(leg, played)
            except (RefereeError, LauncherError, OSError) as error:
                why = f"attempt {attempt}: {error}"
            else:
                self._scribe.add(_leg_entry(leg, report))
                self._watcher.leg_over(leg, report)
                return
        self._scribe.add(Entry(UNPLAYABLE, leg.id, {"why": why}))
        self._watcher.leg_failed(leg, why)

    async def _attempt(self, leg: Leg, played: dict[int, Result]) -> LegReport:
        def on_deal(over: DealOver) -> None:
            assert over.position.result is not None
            played[over.number] = over.position.result
            self._scribe.add(deals.deal_entry(leg, self._stage.seats(leg), over))
            self._watcher.deal_over(over)

        return await self._stage.play(leg, dict(played), on_deal)


def _new_ledger(tournament: Tournament) -> Ledger:
    seed = tournament.seed or secrets.token_hex(_SEED_BYTES)
    ledger = Ledger.create(tournament.ledger)
    ledger.keep_secret(_SEED, seed)
    ledger.append([Entry(OPENING, "", tournament.opening(seed))])
    return ledger


def _check_same(ledger: Ledger, tournament: Tournament) -> None:
    seed = ledger.secret(_SEED)
    opening = next(ledger.read(OPENING), None)
    if seed is None or opening is None:
        raise LedgerError(f"{ledger.path}: the ledger holds no tournament")
    if tournament.seed not in (None, seed):
        raise LedgerError(f"{ledger.path}: seed: differs from that of the run before")
    wanted = Entry(OPENING, "", tournament.opening(seed)).body
    for field, value in wanted.items():
        if opening.body.get(field) != value:
            raise LedgerError(
                f"{ledger.path}: {field}: is not what it was when the tournament began; "
                "undo the change, or give the new tournament a ledger of its own"
            )


def _progress_in(ledger: Ledger) -> tuple[set[str], dict[str, dict[int, Result]]]:
    """The legs that are over or set aside, and the results of the deals of the others."""
    over = {entry.key for kind in (LEG, UNPLAYABLE) for entry in ledger.read(kind)}
    played: dict[str, dict[int, Result]] = defaultdict(dict)
    for entry in ledger.read(deals.KIND):
        leg = entry.key.rpartition("/")[0]
        if leg not in over:
            deal = deals.read_deal(entry)
            played[leg][deal.number] = deal.result
    return over, played


def _legs(tournament: Tournament) -> Iterator[Leg]:
    for pairing in tournament.pairings():
        yield from legs(pairing)


def _places() -> int:
    """How many legs the cores carry: a bot each for both seats, and at least one leg."""
    return max(1, len(os.sched_getaffinity(0)) // 2)


def _leg_entry(leg: Leg, report: LegReport) -> Entry:
    exits = [
        {
            "seat": ended.seat,
            "cause": ended.report.cause,
            "stderr": ended.report.stderr_tail[-_STDERR_KEPT:],
        }
        for ended in report.exits
    ]
    return Entry(LEG, leg.id, {"end": report.over.end.value, "exits": exits})
