"""How the ratings command's time grows with its ledger: `python benchmarks/ledger_scale.py`.

Writes the ledgers of round robins of 50 entrants with about 10,000 and 1,000,000 deals (other
numbers can be given as arguments) and times `conquian ratings`, the whole command, the best of
three; then once more without what is kept of the tables. The deals are a few thousand that were
played by chance, used again and again, so entries are as long as those of real deals.
"""

import math
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

from conquian_server.match import DealOver
from conquian_server.rules import PRESETS, commitment, dealer_of, deck_from_seed, start
from conquian_tournaments.deals import deal_entry
from conquian_tournaments.folds import keep_fold
from conquian_tournaments.formats import RoundRobinFormat, format_object
from conquian_tournaments.kinds import LEG, OPENING, SEED
from conquian_tournaments.ledger import Entry, Ledger
from conquian_tournaments.opening import Listed
from conquian_tournaments.schedule import legs, pairings

ENTRANTS = [Listed(f"id-{number:02}", f"bot {number}", "1") for number in range(50)]
DEALS = (10_000, 1_000_000)
SAMPLE = 2_000
AT_ONCE = 10_000
DECK_SEED = "how a ledger scales"
CLASSIC = PRESETS["classic"]


def played(number: int) -> DealOver:
    """A deal that is played by chance, with times of a few milliseconds."""
    random = Random(number)
    position = start(
        CLASSIC, deck_from_seed(DECK_SEED, number), dealer=dealer_of(number, 2), seats=2
    )
    while position.result is None:
        legal = position.legal_actions()
        position = position.apply(random.choice(legal[1:] or legal))
    half = len(position.actions) // 2
    charges = tuple(tuple(random.lognormvariate(-6, 1) for _ in range(half)) for _ in range(2))
    return DealOver(number, position, charges)


def bodies() -> list[dict[str, object]]:
    """The bodies of some deals' entries, without their seats."""
    leg = legs(next(pairings(2)))[0]
    entries = (deal_entry(leg, ENTRANTS[:2], played(n), seed=DECK_SEED) for n in range(SAMPLE))
    return [{key: entry.body[key] for key in entry.body if key != "seats"} for entry in entries]


def entries(decks: int, sample: list[dict[str, object]]) -> Iterator[Entry]:
    """All entries after the opening."""
    random = Random(1)
    for pairing in pairings(len(ENTRANTS)):
        for leg in legs(pairing):
            seats = [ENTRANTS[place].id for place in leg.seats]
            for number in range(decks):
                body = {**random.choice(sample), "seats": seats}
                yield Entry("deal", f"{leg.id}/{number}", body)
            yield Entry(LEG, leg.id, {"end": "played", "exits": [], "stopped": []})
    yield Entry(SEED, "", {"seed": DECK_SEED})


def write(path: Path, decks: int, sample: list[dict[str, object]]) -> None:
    """Write a ledger."""
    opening = {
        "name": "scale",
        **format_object(RoundRobinFormat(decks)),
        "ruleset": "classic",
        "commitment": commitment(DECK_SEED),
        "seed_given": True,
        "entrants": [{"id": each.id, "name": each.name, "version": "1"} for each in ENTRANTS],
    }
    with Ledger.open_to_write(path) as ledger:
        ledger.begin([Entry(OPENING, "", opening)], {SEED: DECK_SEED})
        rest = entries(decks, sample)
        while batch := list(islice(rest, AT_ONCE)):
            ledger.append(batch)
        keep_fold(ledger)


def seconds(path: Path, times: int) -> float:
    """How long `conquian ratings` takes, at best."""
    command = [sys.executable, "-m", "conquian_tournaments.cli", "ratings", str(path)]
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - begin)
    return min(taken)


def throw_away(path: Path) -> None:
    """Take what is kept of the tables out of a ledger."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM folds")


def main() -> None:
    """Print a line for each number of deals."""
    print("| deals | file, MB | kept tables, kB | ratings, s | without what is kept, s |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    sample = bodies()
    both_legs = len(ENTRANTS) * (len(ENTRANTS) - 1)
    with tempfile.TemporaryDirectory() as folder:
        for wanted in map(int, sys.argv[1:]) if sys.argv[1:] else DEALS:
            decks = math.ceil(wanted / both_legs)
            path = Path(folder) / f"{wanted}.ledger"
            write(path, decks, sample)
            print(row(path, decks * both_legs), flush=True)
            path.unlink()


def row(path: Path, deals: int) -> str:
    """A line of the table."""
    size = path.stat().st_size / 1e6
    with Ledger.open(path) as ledger, ledger.view() as view:
        fold = view.fold(1)
    assert fold is not None
    fast = seconds(path, 3)
    throw_away(path)
    slow = seconds(path, 1)
    return f"| {deals:,} | {size:.0f} | {len(fold.text) / 1e3:.0f} | {fast:.2f} | {slow:.2f} |"


if __name__ == "__main__":
    main()
