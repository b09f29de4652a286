"""Who plays a run's legs: worker processes on this machine, a cluster's, or the run itself."""

from conquian_tournaments.crew.face import Crew, Deliver, Hire
from conquian_tournaments.crew.local import local_crew, usual_places

__all__ = ["Crew", "Deliver", "Hire", "local_crew", "usual_places"]
