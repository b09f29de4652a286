"""How many deals does it take to tell two close bots apart, with mirrored decks and without?

Plays decks between shipped bots, each deck in both seatings, and takes from them how the two
deals of a deck hang together. Then it makes the first bot better or worse, by the same factor for
every half point, until it scores 52 % of a deal, and simulates matches: of such pairs of deals,
and of as many deals with a deck each, for which the two deals of a unit come from two pairs. A
match tells the bots apart if the mean of its units is more than 1.96 of their standard errors
from one half; what is looked for is the length at which 95 % of the matches do. Run by hand:

    python benchmarks/mirrored_decks.py
"""

import asyncio
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence

from conquian_server.launcher import BotManifest, find_bot
from conquian_server.match import ClockRules, LegPlan
from conquian_server.rules import PRESETS, deck_from_seed
from conquian_tournaments.deals import results
from conquian_tournaments.hosting import hosting
from conquian_tournaments.rating.statistics import Z_95
from conquian_tournaments.trial import Batch, PlayedBatch, Trial, play_batch

MATCHES_PLAYED = (("greedy", "outs"), ("greedy", "random"))
DECKS = 1000
BETTER = 0.52
POWER = 0.95
MATCHES = 4000
ACCURACY = 1e-9
STEP = 50  # units, from one length that is tried to the next

Pair = tuple[float, float]
"""The first bot's score of a deck's deal in either seating."""


def main() -> None:
    """Prints what each pair of bots needs."""
    for names in MATCHES_PLAYED:
        report(names, observed_pairs(*map(find_bot, names)))


def observed_pairs(first: BotManifest, second: BotManifest) -> list[Pair]:
    """Plays the decks."""
    ruleset = PRESETS["classic"]
    plan = LegPlan(
        ruleset, 2, 1, lambda number: deck_from_seed("", number), ClockRules(10.0), deals_at_once=64
    )
    trial = Trial((first, second), plan, "mirrored decks")
    legs: tuple[dict[int, float], dict[int, float]] = ({}, {})
    for deal in results(ruleset, asyncio.run(played(trial)).deals):
        legs[deal.leg][deal.deck] = (deal.margin + 1) / 2
    return [(legs[0][deck], legs[1][deck]) for deck in range(DECKS)]


async def played(trial: Trial) -> PlayedBatch:
    """Both legs."""
    async with hosting() as (referee, launcher):
        return await play_batch(referee, launcher, trial, Batch(0, DECKS), lambda: None)


def report(names: Sequence[str], pairs: Sequence[Pair]) -> None:
    """Prints what a pair of bots needs."""
    counts = Counter(pairs)
    score, rho = mean(counts), correlation(counts)
    print(f"{' and '.join(names)}: {len(pairs)} decks, score {score:.3f}, rho {rho:.2f}")
    close, equal = (tilted(counts, target) for target in (BETTER, 0.5))
    print(f"  made to score {BETTER}: rho {correlation(close):.2f}")
    for what, draw in (("mirrored", mirrored), ("each with a deck of its own", apart)):
        units = needed(draw, close)
        wrong = told_apart(draw, equal, [units])[0]
        print(f"  {2 * units:6} deals, {what}; of equal bots {wrong:.3f} are told apart")


def tilted(counts: Counter[Pair], target: float) -> dict[Pair, float]:
    """The pairs' weights when each half point has become so much likelier that `target` is met."""
    low, high = -5.0, 5.0
    while high - low > ACCURACY:
        middle = (low + high) / 2
        weights = {pair: count * math.exp(middle * sum(pair)) for pair, count in counts.items()}
        low, high = (middle, high) if mean(weights) < target else (low, middle)
    return weights


def mean(weights: dict[Pair, float] | Counter[Pair]) -> float:
    """The mean score of a deal."""
    return sum(weight * sum(pair) / 2 for pair, weight in weights.items()) / sum(weights.values())


def correlation(weights: dict[Pair, float] | Counter[Pair]) -> float:
    """Of the scores of a deck's two deals."""
    total = sum(weights.values())
    means = [sum(w * pair[leg] for pair, w in weights.items()) / total for leg in (0, 1)]

    def covariance(one: int, other: int) -> float:
        return sum(
            w * (pair[one] - means[one]) * (pair[other] - means[other])
            for pair, w in weights.items()
        )

    return covariance(0, 1) / math.sqrt(covariance(0, 0) * covariance(1, 1))


Draw = Callable[[random.Random, dict[Pair, float], int], list[float]]


def mirrored(rng: random.Random, weights: dict[Pair, float], units: int) -> list[float]:
    """Scores of units of two deals with one deck."""
    return [sum(pair) / 2 for pair in drawn(rng, weights, units)]


def apart(rng: random.Random, weights: dict[Pair, float], units: int) -> list[float]:
    """Scores of units of two deals with a deck each."""
    pairs = zip(drawn(rng, weights, units), drawn(rng, weights, units), strict=True)
    return [(one[0] + other[1]) / 2 for one, other in pairs]


def drawn(rng: random.Random, weights: dict[Pair, float], units: int) -> list[Pair]:
    """So many pairs."""
    return rng.choices(list(weights), list(weights.values()), k=units)


def needed(draw: Draw, weights: dict[Pair, float]) -> int:
    """The fewest units with which enough matches tell the bots apart."""
    lengths = range(STEP, 200 * STEP, STEP)
    for few in range(0, len(lengths), 20):
        tried = lengths[few : few + 20]
        powers = told_apart(draw, weights, tried)
        for length, power in zip(tried, powers, strict=True):
            if power >= POWER:
                return length
    raise ValueError("weights: more units are needed than are tried")


def told_apart(draw: Draw, weights: dict[Pair, float], lengths: Sequence[int]) -> list[float]:
    """For each length the part of the matches that tell the bots apart."""
    rng, told = random.Random(1), [0] * len(lengths)
    for _ in range(MATCHES):
        length, total, squares = 0, 0.0, 0.0
        for number, wanted in enumerate(lengths):
            scores = draw(rng, weights, wanted - length)
            length = wanted
            total += sum(scores)
            squares += sum(score * score for score in scores)
            average = total / length
            error = math.sqrt((squares / length - average**2) / length)
            told[number] += abs(average - 0.5) > Z_95 * error
    return [count / MATCHES for count in told]


if __name__ == "__main__":
    main()
