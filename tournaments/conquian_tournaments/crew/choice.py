"""Which crew a tournament wants."""

from functools import partial

from conquian_tournaments.crew.dask import dask_crew
from conquian_tournaments.crew.face import Hire
from conquian_tournaments.crew.local import local_crew, usual_places
from conquian_tournaments.tournament import Tournament


def hire_for(tournament: Tournament) -> Hire:
    """The workers of its cluster, or processes on this machine."""
    if tournament.executor is not None:
        return partial(dask_crew, tournament.executor, tournament.workers)
    return partial(local_crew, tournament.workers or usual_places())
