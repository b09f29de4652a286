"""Whole ledgers for audits, written without a run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conquian_server.rules import PRESETS, commitment, deck_from_seed
from conquian_tournaments.deals import deal_entry, read_deal, results
from conquian_tournaments.formats import read_format
from conquian_tournaments.ledger import Entry, Ledger
from conquian_tournaments.schedule import Outcome, Pairing, legs, outcome_of

from tests.tournaments.actors import deal_over, entrant

SEED = "tests of audits"
ROUND_ROBIN = {"format": "round-robin", "decks": 3, "cycles": 1}
GAUNTLET = {"format": "gauntlet", "decks": 2, "runners": 1, "cycles": 2}
SWISS = {"format": "swiss", "decks": 2, "rounds": 2}
KNOCKOUT = {"format": "knockout", "best_of": 2, "extra_decks": 3}
TABLES = {"format": "tables", "decks": 2, "seats": 3}
FORMATS = [ROUND_ROBIN, GAUNTLET, SWISS, KNOCKOUT]
NAMES = ("ann", "ben", "cat", "dan")

Fields = dict[str, Any]


class Script:
    """The entries of a tournament in the order in which a run writes them.

    Attributes:
        entries: all but the seed's.
    """

    def __init__(self, played: Fields, ruleset: str = "classic") -> None:
        self._seats = tuple(map(entrant, NAMES))
        self._ruleset = PRESETS[ruleset]
        self._format = read_format(played)
        self.entries = [_opening(played, ruleset), *self._played()]

    def _played(self) -> Iterator[Entry]:
        schedule = self._format.schedule(len(NAMES), SEED)
        outcomes: list[Outcome] = []
        for wave in range(schedule.wave_count):
            for pairing in list(schedule.wave(wave, outcomes)):
                match: list[Entry] = []
                yield from self._match(pairing, match)
                outcomes.append(self._outcome(pairing, match))

    def _match(self, pairing: Pairing, match: list[Entry]) -> Iterator[Entry]:
        length, decks = self._format.length(), 0
        while (wanted := length.decks_wanted(decks, self._outcome(pairing, match).margin)) > decks:
            for leg in legs(pairing):
                seats = tuple(self._seats[place] for place in leg.seats)
                for number in range(decks, wanted):
                    deck = deck_from_seed(SEED, number)
                    offender = 1 if number == 1 and "ben" in seats[1].name else None
                    over = deal_over(self._ruleset, deck, number, offender, seats=len(seats))
                    entry = deal_entry(leg, seats, over, seed=SEED)
                    match.append(entry)
                    yield entry
            decks = wanted
        for leg in legs(pairing):
            yield Entry("leg", leg.id, {"end": "played"})

    def _outcome(self, pairing: Pairing, match: list[Entry]) -> Outcome:
        deals = [read_deal(Path(), entry) for entry in match]
        return outcome_of(pairing, results(self._ruleset, deals))


def _opening(played: Fields, ruleset: str) -> Entry:
    body = {
        **played,
        "name": "audited",
        "ruleset": ruleset,
        "commitment": commitment(SEED),
        "seed_given": False,
        "entrants": [
            {"id": each.id, "name": each.name, "version": "1"} for each in map(entrant, NAMES)
        ],
    }
    return Entry("tournament", "", body)


PUBLISHED = Entry("seed", "", {"seed": SEED})


def write(path: Path, entries: list[Entry], *, seed: str | None = SEED) -> Path:
    """Write a ledger of entries, with a seed kept beside them."""
    path.unlink(missing_ok=True)
    with Ledger.open_to_write(path) as ledger:
        ledger.begin(entries, {} if seed is None else {"seed": seed})
    return path
