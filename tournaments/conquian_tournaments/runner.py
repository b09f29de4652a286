"""Playing a tournament: what its schedule says and its ledger does not have yet."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace

from conquian_server.launcher import build

from conquian_tournaments.crew import Crew, Hire
from conquian_tournaments.desk import Desk
from conquian_tournaments.fresh_decks import FreshDecks
from conquian_tournaments.kinds import SEED
from conquian_tournaments.ledger import Entry, Ledger
from conquian_tournaments.match_play import Venue, Watcher, play_match
from conquian_tournaments.opening import secret_seed
from conquian_tournaments.progress import open_pairings, read_progress
from conquian_tournaments.schedule import Outcome, Pairing
from conquian_tournaments.scribe import Scribe
from conquian_tournaments.tournament import Tournament


async def run(tournament: Tournament, ledger: Ledger, watcher: Watcher, hire: Hire) -> None:
    """Play what is left of a tournament. Cancelled, it keeps the deals that have ended.

    Args:
        tournament: what is played.
        ledger: its ledger.
        watcher: is told how it goes.
        hire: brings together who plays.

    Raises:
        LedgerError: the ledger can't be written.
        LauncherError: a bot can't be built.
    """
    with ledger.view() as view:
        progress, seed = read_progress(view), secret_seed(view)
    if progress.finished:
        return
    tournament = await _built(tournament, watcher)
    watcher.begin(tournament.deal_count, progress.deal_count)
    scribe = Scribe(ledger)
    desk = Desk(ledger.path, scribe, watcher)
    with ledger.view() as view:
        fresh_decks = None if tournament.mirrored else FreshDecks(view, scribe)

    def venue(crew: Crew) -> Venue:
        places = asyncio.Semaphore(crew.places)
        return Venue(tournament, seed, ledger, scribe, watcher, desk, crew, places, fresh_decks)

    try:
        async with hire(desk.deliver) as crew, asyncio.TaskGroup() as tasks:
            writing = tasks.create_task(scribe.run())
            await _play(venue(crew))
            writing.cancel()
    finally:
        scribe.flush()  # if writing has failed, it says so again, alone and not in a group
    scribe.add(Entry(SEED, "", {"seed": seed}))
    scribe.flush()


async def _built(tournament: Tournament, watcher: Watcher) -> Tournament:
    """The tournament with bots that are ready to run."""
    entrants = [
        entrant
        if entrant.bot is None
        else replace(entrant, bot=await build(entrant.bot, tell=watcher.building))
        for entrant in tournament.entrants
    ]
    return replace(tournament, entrants=tuple(entrants))


async def _play(venue: Venue) -> None:
    """Play the schedule, wave after wave."""
    schedule = venue.tournament.schedule(venue.seed)
    if schedule.wave_count == 1:
        # Nothing hangs on outcomes, so none is kept, and what is over need not be looked at.
        await _play_wave(venue, open_pairings(venue.ledger, schedule.wave(0)), [])
        return
    outcomes: list[Outcome] = []
    for number in range(schedule.wave_count):
        await _play_wave(venue, schedule.wave(number, outcomes), outcomes)


async def _play_wave(venue: Venue, pairings: Iterable[Pairing], outcomes: list[Outcome]) -> None:
    """Play matches, as many side by side as there are places, and add what comes of them."""
    lanes = asyncio.Semaphore(venue.crew.places)

    async def play(pairing: Pairing) -> None:
        outcomes.append(await play_match(venue, pairing))
        lanes.release()

    async with asyncio.TaskGroup() as tasks:
        for pairing in pairings:
            await lanes.acquire()  # first, so that a long schedule makes few tasks
            tasks.create_task(play(pairing))
