"""Which crew a tournament wants."""

from functools import partial

from conquian_tournaments.crew.dask import dask_crew
from conquian_tournaments.crew.face import Hire
from conquian_tournaments.crew.guests import Invite, guest_crew
from conquian_tournaments.crew.local import local_crew, usual_places
from conquian_tournaments.tournament import Tournament


def hire_for(tournament: Tournament, seed: str, invite: Invite) -> Hire:
    """The workers of its cluster, or processes on this machine; with a gate for remote bots.

    Args:
        tournament: the tournament.
        seed: the decks' seed.
        invite: see `Invite`.
    """
    hire: Hire
    if tournament.executor is not None:
        hire = partial(dask_crew, tournament.executor, tournament.workers)
    else:
        hire = partial(local_crew, tournament.workers or usual_places(tournament.format.seats))
    if tournament.gate is not None:
        hire = partial(guest_crew, tournament, seed, invite, hire)
    return hire
