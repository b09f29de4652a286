"""Ledgers of a small tournament that no process has played, for the commands that look at one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from conquian_server.match import ClockRules, DealOver, FaultPolicy
from conquian_server.rules import PRESETS, Position, deck_from_seed
from conquian_tournaments.deals import deal_entry
from conquian_tournaments.formats import RoundRobinFormat
from conquian_tournaments.kinds import LEG, SEED
from conquian_tournaments.ledger import Entry, Ledger
from conquian_tournaments.schedule import Leg
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import deal_over, entrant, legs_of

NAMES = ("ann", "ben", "cat")
SECRET = "a seed for tests of what looks at a ledger"
DECKS = 4
DEALS = 6 * DECKS
RULESET = PRESETS["hoyle"]  # its draws count in the deals after them
BREAKS = 2  # ben breaks down in each deal of this number


def tournament(folder: Path, name: str = "small") -> Tournament:
    """Three entrants and four decks."""
    return Tournament(
        name=name,
        ruleset=RULESET,
        entrants=tuple(map(entrant, NAMES)),
        format=RoundRobinFormat(DECKS),
        seed=None,
        deals_at_once=1,
        clocks=ClockRules(),
        policy=FaultPolicy(),
        workers=None,
        ledger=folder / f"{name}.ledger",
    )


def whole_league(folder: Path) -> Path:
    """The TOML file of a tournament that is over."""
    league = tournament(folder)
    return _written(league, [*_entries(league), Entry(SEED, "", {"seed": SECRET})])


def running_league(folder: Path) -> Path:
    """The TOML file of a tournament whose second match has just begun."""
    league = tournament(folder, "running")
    entries = list(_entries(league))
    return _written(league, entries[: 2 * (DECKS + 1) + 1])


def _written(league: Tournament, entries: list[Entry]) -> Path:
    with Ledger.open_to_write(league.ledger) as ledger:
        ledger.begin([Entry("tournament", "", league.opening(SECRET))], {SEED: SECRET})
        ledger.append(entries)
    file = league.ledger.with_suffix(".toml")
    file.write_text(f'decks = {DECKS}\nledger = "{league.ledger.name}"\n')
    return file


def _entries(league: Tournament) -> Iterator[Entry]:
    for leg in legs_of(league):
        for number in reversed(range(DECKS)):  # deals end in any order
            yield _deal(league, leg, number)
        yield Entry(LEG, leg.id, {"end": "played", "exits": [], "stopped": []})


def _deal(league: Tournament, leg: Leg, number: int) -> Entry:
    seats = league.seats(leg)
    names = [seat.name for seat in seats]
    offender = names.index("ben") if number == BREAKS and "ben" in names else None
    over = deal_over(league.ruleset, deck_from_seed(SECRET, number), number, offender)
    return deal_entry(leg, seats, _charged(over), seed=SECRET)


def _charged(over: DealOver) -> DealOver:
    """The deal with a millisecond for each seat's first decision, two for its second, ..."""
    return replace(over, charges=tuple(_charges(over.position, seat) for seat in (0, 1)))


def _charges(position: Position, seat: int) -> tuple[float, ...]:
    count = sum(taken.seat == seat for taken in position.actions)
    return tuple(number / 1000 for number in range(1, count + 1))
