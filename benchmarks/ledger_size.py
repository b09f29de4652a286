"""How many bytes a deal takes in a ledger: `python benchmarks/ledger_size.py`.

Plays the shipped bots with `conquian run` on each ruleset and divides the size of the closed
ledger's file, with all that is in it, by the number of its deals.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from conquian_server.rules import PRESETS
from conquian_tournaments.ledger import Ledger

DECKS = 100
LEAGUE = """\
ruleset = "{ruleset}"
decks = {decks}
deals_at_once = 32

[[entrants]]
bot = "random"

[[entrants]]
bot = "greedy"

[[entrants]]
bot = "outs"
"""


def measure(folder: Path, ruleset: str) -> tuple[int, float, float]:
    """Play a tournament and measure its ledger: deals, bytes a deal, and of those its body's."""
    file = folder / f"{ruleset}.toml"
    file.write_text(LEAGUE.format(ruleset=ruleset, decks=DECKS), encoding="utf-8")
    command = [sys.executable, "-m", "conquian_tournaments.cli", "run", str(file), "--json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    ledger_file = file.with_suffix(".ledger")
    with Ledger.open(ledger_file) as ledger, ledger.view() as view:
        bodies = [len(entry.text) for entry in view.entries("deal")]
    size = ledger_file.stat().st_size
    return len(bodies), size / len(bodies), sum(bodies) / len(bodies)


def main() -> None:
    """Measure each ruleset and print a table."""
    print("| ruleset | deals | bytes a deal | of those the body |")
    print("| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for ruleset in PRESETS:
            deals, whole, body = measure(Path(folder), ruleset)
            print(f"| {ruleset} | {deals} | {whole:.0f} | {body:.0f} |")


if __name__ == "__main__":
    main()
