"""Who meets whom, in which seats and over how many decks: pure functions of what was played.

All numbers count from 0: rounds, waves, entrants (by their place in the list of entrants), legs.
"""

from conquian_tournaments.schedule.gauntlet import Gauntlet
from conquian_tournaments.schedule.knockout import Knockout
from conquian_tournaments.schedule.lengths import BestOf, FixedLength, Length
from conquian_tournaments.schedule.outcome import Outcome, outcome_of
from conquian_tournaments.schedule.pairing import Leg, Pairing, legs, read_leg
from conquian_tournaments.schedule.round_robin import RoundRobin, pairings
from conquian_tournaments.schedule.swiss import Swiss, most_rounds, usual_rounds
from conquian_tournaments.schedule.tables import FEWEST_SEATS, MOST_SEATS, Tables
from conquian_tournaments.schedule.waves import Schedule

__all__ = [
    "FEWEST_SEATS",
    "MOST_SEATS",
    "BestOf",
    "FixedLength",
    "Gauntlet",
    "Knockout",
    "Leg",
    "Length",
    "Outcome",
    "Pairing",
    "RoundRobin",
    "Schedule",
    "Swiss",
    "Tables",
    "legs",
    "most_rounds",
    "outcome_of",
    "pairings",
    "read_leg",
    "usual_rounds",
]
