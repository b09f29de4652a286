"""Do the ratings' 95 % intervals hold the truth 95 times in a hundred?

Simulates leagues whose skills come from TrueSkill's prior and whose units are drawn as often as
said, rates them with a fitted draw probability, and prints how many of the intervals of
mu +- 1.96 sigma hold the skill, how long rating takes, and what was fitted. Results speak of
differences only, so a skill is measured from the mean of its league. Run by hand:

    python benchmarks/rating_coverage.py
"""

import random
import time
from itertools import combinations

from conquian_tournaments.rating import Tally, rate
from conquian_tournaments.rating.model import PERFORMANCE_VARIANCE, PRIOR, draw_margin

LEAGUES = 100
ENTRANTS = 8
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
        covered += sum(
            abs(rating.mu - skills[rating.entrant]) < Z_95 * rating.sigma
            for rating in rated.ratings
        )
    return covered / (LEAGUES * ENTRANTS), probabilities / LEAGUES


def league(
    rng: random.Random, entrants: int, draw_probability: float, times: int
) -> tuple[Tally, dict[str, float]]:
    """A round robin of so many units a pairing, and the skills behind it."""
    drawn = [rng.gauss(PRIOR.mean, PRIOR.deviation) for _ in range(entrants)]
    shift = PRIOR.mean - sum(drawn) / entrants
    skills = {f"{number:02}": skill + shift for number, skill in enumerate(drawn)}
    margin, tally = draw_margin(draw_probability), Tally()
    for one, other in combinations(skills, 2):
        for _ in range(times):
            lead = rng.gauss(skills[one] - skills[other], PERFORMANCE_VARIANCE**0.5)
            winner, loser = (one, other) if lead > 0 else (other, one)
            tally.add(winner, loser, drawn=abs(lead) < margin)
    return tally, skills


if __name__ == "__main__":
    main()
