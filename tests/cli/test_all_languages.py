"""Bots of all languages play one tournament, in sandboxes, on each ruleset."""

import json
from pathlib import Path

import pytest
from conquian_server.launcher import find_bot
from conquian_server.launcher.tier import no_sandbox
from conquian_tournaments.ledger import Ledger

from tests.cli.conftest import Conquian
from tests.toolchains import missing_tool

BOTS = (
    "greedy",
    "greedy-go",
    "greedy-typescript",
    "greedy-rust",
    "greedy-java",
    "greedy-cpp",
    "greedy-awk",
)
DECKS = 2
PAIRINGS = len(BOTS) * (len(BOTS) - 1) // 2


def require_toolchains() -> None:
    """Skip where a bot can't be built or run here, by the name of what is missing."""
    for name in BOTS:
        tool = missing_tool(find_bot(name))
        if tool is not None:
            pytest.skip(f"{name}: {tool} is not installed")
    if no_sandbox():
        pytest.skip(f"no sandbox: {no_sandbox()}")


@pytest.mark.parametrize("ruleset", ["classic", "hoyle", "nine-card"])
def test_a_tournament_of_all_languages(conquian: Conquian, tmp_path: Path, ruleset: str) -> None:
    """All deals are played without a fault, and every bot was held by the sandbox.

    All of them decide the same, so that all get the same points over both legs of their pairings:
    whoever differs by one decision shows.
    """
    require_toolchains()
    file = tmp_path / "league.toml"
    entrants = "".join(f'[[entrants]]\nbot = "{name}"\n' for name in BOTS)
    options = f'ruleset = "{ruleset}"\ndecks = {DECKS}\ndeals_at_once = {DECKS}\nseed = "all"\n'
    file.write_text(options + entrants)
    result = conquian("run", file, "--json")
    assert result.exit_code == 0, result.stderr
    standings = json.loads(conquian("standings", file, "--json").stdout)
    rows = standings["standings"]
    assert [sum(row["deals"].values()) for row in rows] == [2 * DECKS * (len(BOTS) - 1)] * len(BOTS)
    assert [row["faults"] for row in rows] == [{}] * len(BOTS)
    assert len({row["points"] for row in rows}) == 1
    assert tiers(tmp_path / "league.ledger") == {"bwrap"}


def tiers(ledger: Path) -> set[str]:
    """Where the bots of all legs ran, as the ledger has it."""
    with Ledger.open(ledger) as opened, opened.view() as view:
        legs = [entry.body for entry in view.entries("leg")]
    assert len(legs) == 2 * PAIRINGS
    return {seat["tier"] for leg in legs for seat in leg["machine"]}
