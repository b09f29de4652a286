"""Are the ratings of a ledger the same, to the bit, in whatever order its deals ended?

Simulates the deals of a league, rates them, shuffles them and rates them again, a hundred times;
and does the same for tables of three. Ends with an error at the first bit that differs. Run by
hand:

    python benchmarks/rating_order.py
"""

import random
from itertools import combinations

from conquian_tournaments.rating import PoolRating, Tally, rate
from conquian_tournaments.rating.free_for_all import RankingTally, rate_tables
from conquian_tournaments.results import DealResult
from conquian_tournaments.rotated import RotatedResult, table_units
from conquian_tournaments.units import units

SHUFFLES = 100
ENTRANTS = tuple("abcdefgh")
DECKS = 50
TABLE_DECKS = 10


def main() -> None:
    """Rates and shuffles."""
    rng = random.Random(1)
    deals, tables = league(rng), tables_of_three(rng)
    rated = rate(Tally.of(units(deals)))
    rated_tables = rate_tables(RankingTally.of(table_units(tables)))
    for number in range(SHUFFLES):
        rng.shuffle(deals)
        rng.shuffle(tables)
        check(number, rate(Tally.of(units(deals))), rated)
        check(number, rate_tables(RankingTally.of(table_units(tables))), rated_tables)
    print(
        f"{SHUFFLES} shuffles: {len(deals):,} deals of {len(ENTRANTS)} entrants and "
        f"{len(tables):,} at tables of three always led to the same bits"
    )


def check(number: int, rated: PoolRating, expected: PoolRating) -> None:
    """Compares two ratings, floating point numbers by all of their bits.

    Raises:
        SystemExit: they differ.
    """
    if repr(rated) != repr(expected):
        raise SystemExit(f"shuffle {number}: the ratings differ\n{rated}\n{expected}")


def league(rng: random.Random) -> list[DealResult]:
    """A round robin of mirrored decks, an entrant being the better the later its id."""
    return [
        DealResult(f"{one}{other}", leg, deck, (one, other), winner(rng, (one, other)))
        for one, other in combinations(ENTRANTS, 2)
        for deck in range(DECKS)
        for leg in (0, 1)
    ]


def tables_of_three(rng: random.Random) -> list[RotatedResult]:
    """All tables, each with decks in all rotations."""
    return [
        RotatedResult("".join(table), leg, deck, table, points(table, winner(rng, table)))
        for table in combinations(ENTRANTS, 3)
        for deck in range(TABLE_DECKS)
        for leg in range(3)
    ]


def winner(rng: random.Random, entrants: tuple[str, ...]) -> str | None:
    """Who wins a deal; one in six is drawn."""
    if rng.random() < 1 / 6:
        return None
    return rng.choices(entrants, [3 + ENTRANTS.index(entrant) for entrant in entrants])[0]


def points(table: tuple[str, ...], won_by: str | None) -> tuple[int, ...]:
    """As stakes are paid."""
    if won_by is None:
        return (0,) * len(table)
    return tuple(len(table) - 1 if entrant == won_by else -1 for entrant in table)


if __name__ == "__main__":
    main()
