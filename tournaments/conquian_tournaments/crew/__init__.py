"""Who plays a run's legs: worker processes on this machine, a cluster's, or the run itself."""

from conquian_tournaments.crew.choice import hire_for
from conquian_tournaments.crew.face import Crew, CrewError, Deliver, Hire, NoShowError
from conquian_tournaments.crew.local import usual_places

__all__ = ["Crew", "CrewError", "Deliver", "Hire", "NoShowError", "hire_for", "usual_places"]
