"""Schedules played to their end with outcomes of the tests' choice."""

import random
from collections import Counter
from collections.abc import Callable, Iterable

from conquian_tournaments.schedule import Outcome, Pairing, Schedule
from hypothesis import strategies as st

Referee = Callable[[Pairing], Outcome]
"""Says what a match comes to."""


def play(schedule: Schedule, referee: Referee) -> list[list[Outcome]]:
    """The outcomes of all waves."""
    waves: list[list[Outcome]] = []
    for number in range(schedule.wave_count):
        before = [outcome for wave in waves for outcome in wave]
        waves.append([referee(pairing) for pairing in schedule.wave(number, before)])
    return waves


def flat(waves: Iterable[Iterable[Outcome]]) -> list[Outcome]:
    """The outcomes of several waves as one list."""
    return [outcome for wave in waves for outcome in wave]


def leads(pairings: Iterable[Pairing]) -> Counter[int]:
    """For each entrant how many times more it is first than second."""
    lead: Counter[int] = Counter()
    for pairing in pairings:
        lead[pairing.first] += 1
        lead[pairing.second] -= 1
    return lead


def referees() -> st.SearchStrategy[Referee]:
    """Referees who decide each match as a random generator says, drawn matches among them."""
    return st.integers(0, 2**32).map(lambda seed: _referee(random.Random(seed)))


def _referee(chance: random.Random) -> Referee:
    return lambda pairing: Outcome(pairing, chance.randint(-2, 2), chance.randint(-1, 1))
