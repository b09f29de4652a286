"""Do the ratings' 95 % intervals hold the truth 95 times in a hundred?

Simulates leagues whose skills come from TrueSkill's prior and whose units are drawn as often as
said, rates them with a fitted draw probability, and prints how many of the intervals of
mu +- 1.96 sigma hold the skill, how long rating takes, and what was fitted. Results speak of
differences only, so a skill is measured from the mean of its league. Run by hand:

    python benchmarks/rating_coverage.py
"""

import random
import time
from itertools import combinations, pairwise

from conquian_tournaments.rating import PoolRating, Tally, rate
from conquian_tournaments.rating.free_for_all import RankingTally, rate_tables
from conquian_tournaments.rating.model import PERFORMANCE_VARIANCE, PRIOR, draw_margin
from trueskill import BETA

LEAGUES = 100
ENTRANTS = 8
TABLE_LEAGUES = 30
TABLE_ENTRANTS = 6
Z_95 = 1.96


def main() -> None:
    """Prints a line for each draw probability and number of units a pairing."""
    print(f"{LEAGUES} leagues of {ENTRANTS} entrants a line; p is the draw probability")
    for truth in (0.1, 0.3, 0.6):
        for times in (5, 50, 500):
            fitted = coverage(truth, times, None)
            wrong = coverage(truth, times, 0.1)[0]
            print(
                f"p {truth:.1f}, {times:3} units a pairing: {fitted[0]:.3f} covered, "
                f"fitted p {fitted[1]:.3f} on average; with p taken for 0.1: {wrong:.3f}"
            )
    print(f"{TABLE_LEAGUES} leagues of {TABLE_ENTRANTS} entrants at tables a line")
    for seats, truth in ((3, 0.1), (3, 0.6), (4, 0.1), (4, 0.6)):
        print(f"{seats} seats, p {truth:.1f}: {table_coverage(seats, truth):.3f} covered")
    for entrants, units in ((50, 100_000), (50, 1_000_000)):
        tally, _ = league(random.Random(1), entrants, 0.3, units * 2 // (entrants * (entrants - 1)))
        begin = time.process_time()
        rated = rate(tally)
        seconds = time.process_time() - begin
        print(
            f"{entrants} entrants, {units:,} units: {seconds:.1f} s of CPU, {rated.sweeps} sweeps"
        )


def coverage(truth: float, times: int, given: float | None) -> tuple[float, float]:
    """The share of intervals that hold the skill, and the mean draw probability."""
    covered, probabilities = 0, 0.0
    for seed in range(LEAGUES):
        tally, skills = league(random.Random(seed), ENTRANTS, truth, times)
        rated = rate(tally, draw_probability=given)
        probabilities += rated.draw_probability
        covered += held(rated, skills)
    return covered / (LEAGUES * ENTRANTS), probabilities / LEAGUES


def table_coverage(seats: int, truth: float) -> float:
    """The share of intervals that hold the skill, of all tables with thirty rankings each."""
    covered = 0
    for seed in range(TABLE_LEAGUES):
        rng = random.Random(seed)
        skills = drawn_skills(rng, TABLE_ENTRANTS)
        tally = RankingTally()
        for table in combinations(skills, seats):
            for _ in range(30):
                tally.add(*ranking(rng, table, skills, draw_margin(truth)))
        covered += held(rate_tables(tally), skills)
    return covered / (TABLE_LEAGUES * TABLE_ENTRANTS)


def ranking(
    rng: random.Random, table: tuple[str, ...], skills: dict[str, float], margin: float
) -> tuple[list[str], list[int]]:
    """The entrants by performance, and their ranks: neighbours within the margin are tied."""
    performance = {entrant: rng.gauss(skills[entrant], BETA) for entrant in table}
    order = sorted(table, key=performance.__getitem__, reverse=True)
    ranks = [0]
    for better, worse in pairwise(order):
        ranks.append(ranks[-1] + (performance[better] - performance[worse] > margin))
    return order, ranks


def held(rated: PoolRating, skills: dict[str, float]) -> int:
    """How many intervals hold the skill."""
    return sum(
        abs(rating.mu - skills[rating.entrant]) < Z_95 * rating.sigma for rating in rated.ratings
    )


def drawn_skills(rng: random.Random, entrants: int) -> dict[str, float]:
    """Skills from the prior, moved to its mean."""
    drawn = [rng.gauss(PRIOR.mean, PRIOR.deviation) for _ in range(entrants)]
    shift = PRIOR.mean - sum(drawn) / entrants
    return {f"{number:02}": skill + shift for number, skill in enumerate(drawn)}


def league(
    rng: random.Random, entrants: int, draw_probability: float, times: int
) -> tuple[Tally, dict[str, float]]:
    """A round robin of so many units a pairing, and the skills behind it."""
    skills = drawn_skills(rng, entrants)
    margin, tally = draw_margin(draw_probability), Tally()
    for one, other in combinations(skills, 2):
        for _ in range(times):
            lead = rng.gauss(skills[one] - skills[other], PERFORMANCE_VARIANCE**0.5)
            winner, loser = (one, other) if lead > 0 else (other, one)
            tally.add(winner, loser, drawn=abs(lead) < margin)
    return tally, skills


if __name__ == "__main__":
    main()
