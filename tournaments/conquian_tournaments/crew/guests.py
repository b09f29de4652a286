"""A crew for tournaments with remote bots, which come to a referee in the run's own process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TypeAlias

from conquian_server.launcher import Launcher
from conquian_server.referee import Lobby, Options, Referee

from conquian_tournaments.crew.face import Crew, Deliver, Hire, NoShowError
from conquian_tournaments.crew.promise import promise, settle
from conquian_tournaments.hosting import guest_token, socket_parent
from conquian_tournaments.ledger import Entry
from conquian_tournaments.results import EntrantId
from conquian_tournaments.stage import LegDone, LegTask, play_at
from conquian_tournaments.tournament import Gate, Tournament

_GOODBYE_SECONDS = 5.0  # in which a bot that was started again after its last leg should come

Invite: TypeAlias = Callable[[str, Mapping[str, str]], None]
"""Is told where remote bots dial, and the token of each by its name."""


@asynccontextmanager
async def guest_crew(
    tournament: Tournament, seed: str, invite: Invite, inner: Hire, deliver: Deliver
) -> AsyncIterator[Crew]:
    """A crew that plays the legs of remote bots itself and leaves all others to an inner one.

    It waits for the remote bots before it plays; those that don't come are no-shows.

    Args:
        tournament: the tournament, which has a gate.
        seed: the decks' seed.
        invite: see `Invite`.
        inner: plays the other legs.
        deliver: see `Deliver`.

    Raises:
        RefereeError: the gate's address can't be listened on.
    """
    gate = tournament.gate
    assert gate is not None
    async with AsyncExitStack() as stack:
        launcher = await stack.enter_async_context(Launcher(socket_parent()))
        inner_address = f"unix:{launcher.new_folder()}/s"
        options = Options(gate.listen, inner=inner_address, tls=gate.tls)
        referee = await stack.enter_async_context(Referee(options))
        stack.push_async_callback(launcher.close)  # bots end before their referee
        tokens = {each: guest_token(seed, each.id) for each in tournament.entrants if each.remote}
        lobbies = {each.id: referee.open_lobby(token) for each, token in tokens.items()}
        invite(referee.address, {each.name: token for each, token in tokens.items()})
        present = await _present(lobbies, gate)
        crew = _GuestCrew(
            await stack.enter_async_context(inner(deliver)), referee, launcher, present, deliver
        )
        stack.push_async_callback(crew.stop)
        yield crew
        await _dismiss(present.values())


async def _present(lobbies: Mapping[EntrantId, Lobby], gate: Gate) -> dict[EntrantId, Lobby]:
    """Those who have come within the time that is given to them."""
    await _wait([lobby.arrived for lobby in lobbies.values()], gate.wait_seconds)
    return {each: lobby for each, lobby in lobbies.items() if lobby.arrived.is_set()}


async def _dismiss(lobbies: Collection[Lobby]) -> None:
    """Tell the bots that wait, or are about to come again, that all is over."""
    for lobby in lobbies:
        lobby.dismiss()
    await _wait([lobby.told for lobby in lobbies], _GOODBYE_SECONDS)


async def _wait(events: Iterable[asyncio.Event], seconds: float) -> None:
    """Wait for all of them, but not for longer than so many seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for event in events:
                await event.wait()


class _GuestCrew:
    def __init__(
        self,
        inner: Crew,
        referee: Referee,
        launcher: Launcher,
        lobbies: Mapping[EntrantId, Lobby],
        deliver: Deliver,
    ) -> None:
        self.places = inner.places
        self._inner = inner
        self._referee = referee
        self._launcher = launcher
        self._lobbies = lobbies
        # A remote bot has one session at a time, so it plays one leg at a time.
        self._turns = {each: asyncio.Lock() for each in lobbies}
        self._deliver = deliver
        self._playing: set[asyncio.Task[LegDone]] = set()

    def submit(self, task: LegTask) -> "Future[LegDone]":
        """See `Crew`."""
        if not any(entrant.remote for entrant in task.seats):
            return self._inner.submit(task)
        promised: Future[LegDone] = promise()
        playing = asyncio.create_task(self._play(task))
        self._playing.add(playing)
        playing.add_done_callback(self._playing.discard)
        playing.add_done_callback(partial(settle, promised))
        return promised

    def hand_back(self, deal: Entry) -> None:
        """See `Line`."""
        self._deliver(deal)

    async def stop(self) -> None:
        """Stop what is played."""
        for playing in self._playing:
            playing.cancel()
        if self._playing:
            await asyncio.wait(self._playing)

    async def _play(self, task: LegTask) -> LegDone:
        guests = sorted(entrant.id for entrant in task.seats if entrant.remote)
        for entrant in task.seats:
            if entrant.remote and entrant.id not in self._lobbies:
                raise NoShowError(f"{entrant.name} did not come")
        async with AsyncExitStack() as turns:
            for guest in guests:  # in one order everywhere, so that no two wait for each other
                await turns.enter_async_context(self._turns[guest])
            bots = [entrant.bot or self._lobbies[entrant.id] for entrant in task.seats]
            return await play_at(self._referee, self._launcher, bots, task, self)
