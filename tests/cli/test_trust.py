"""Commands run strangers' bots in the sandbox; where none holds, they say whom they don't run."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_server.launcher import Tier, Trust, tier, tier_of
from conquian_server.launcher.sandbox.selftest import Finding
from conquian_tournaments.cli.trusting import check_tiers, machine_notes, vouched_for
from conquian_tournaments.tournament_file import read_tournament

from tests.cli.conftest import Conquian
from tests.cli.leagues import BOT, CHOICES, MANIFEST

LEAGUE = """
decks = 1
seed = "trust"
[[entrants]]
bot = "./mine"
{more}
[[entrants]]
bot = "greedy"
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot's folder, on a machine where no sandbox holds."""
    monkeypatch.setattr(tier, "self_test", lambda: Finding("the moon is full"))
    monkeypatch.setenv("CONQUIAN_HOME", str(tmp_path / "home"))
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "bot.py").write_text(BOT.format(choice=CHOICES["last"]))
    (folder / "bot.toml").write_text(MANIFEST.format(name="mine"))
    return folder


def league(folder: Path, more: str = "") -> Path:
    """The file of a tournament that a bot plays in."""
    file = folder.with_name("league.toml")
    file.write_text(LEAGUE.format(more=more))
    return file


def tiers(conquian: Conquian, *arguments: object) -> list[str]:
    """Where the bots of a leg that is played ran."""
    result = conquian("play", *arguments, "--deals", 1, "--json")
    assert result.exit_code == 0, result.output
    summary = json.loads(result.stdout.splitlines()[-1])["summary"]
    return [seat["tier"] for seat in summary["machine"]]


def test_a_folder_that_is_named_runs_with_a_remark(conquian: Conquian, mine: Path) -> None:
    """Who names a folder trusts it as far as need be, and is told that no sandbox holds it."""
    result = conquian("play", mine, "greedy", "--deals", 1)
    assert result.exit_code == 0
    assert "no sandbox holds mine: the moon is full; it runs without one\n" in result.stderr
    assert "greedy" not in result.stderr  # it ships
    assert "mine subprocess" in result.stdout


def test_a_registered_bot_is_refused(conquian: Conquian, mine: Path) -> None:
    """It may be anybody's; the status is 2, and a flag takes the risk, which is told."""
    conquian("bots", "add", mine)
    result = conquian("play", "mine", "greedy", "--deals", 1)
    assert result.exit_code == 2
    assert "mine is not run" in result.stderr
    assert "the moon is full" in result.stderr
    found = tiers(conquian, "mine", "greedy", "--unsafe-no-sandbox")
    assert found == ["subprocess (unsafe)", "subprocess"]


def test_an_entrant_is_refused_before_anything_is_played(conquian: Conquian, mine: Path) -> None:
    """A tournament with a stranger's bot is not played, however often it is tried."""
    file = league(mine)
    for _ in range(2):
        result = conquian("run", file)
        assert result.exit_code == 2
        assert "mine is not run" in result.stderr
    assert '"deals": []' in conquian("deals", file, "--json").stdout


def test_a_tournaments_file_vouches_for_an_entrant(mine: Path) -> None:
    """`trusted = true` is of that entrant alone, and needs no sandbox."""
    trusted = read_tournament(league(mine, "trusted = true")).entrants
    assert [tier_of(each.bot) for each in trusted if each.bot] == [Tier.PROCESS, Tier.PROCESS]
    assert [each.bot.trust for each in trusted if each.bot] == [Trust.FULL, Trust.SHIPPED]


def test_a_flag_vouches_for_all_entrants(mine: Path) -> None:
    """What is a stranger's is marked as run without a sandbox at somebody's risk."""
    tournament = vouched_for(read_tournament(league(mine)))
    tiers = [tier_of(each.bot) for each in tournament.entrants if each.bot]
    assert tiers == [Tier.UNSAFE_PROCESS, Tier.PROCESS]
    check_tiers(each.bot for each in tournament.entrants if each.bot)


def test_a_tournament_says_whom_no_sandbox_holds(mine: Path) -> None:
    """Before it is played; and that bots share, where more legs are played than there are cores."""
    tournament = vouched_for(read_tournament(league(mine)))
    crowded = replace(tournament, workers=256)
    assert list(machine_notes(crowded)) == [
        "bots that no sandbox holds: mine subprocess (unsafe), greedy subprocess",
        "256 legs at a time are more than there are cores for: bots share",
    ]
    assert len(list(machine_notes(tournament))) == 1


def test_a_wish_that_no_sandbox_grants(
    conquian: Conquian, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that asks for more memory than there is for one is told so before it is built."""
    monkeypatch.setattr(tier, "self_test", Finding)
    with (mine / "bot.toml").open("a") as manifest:
        manifest.write("memory_mb = 4096\n")
    result = conquian("play", mine, "greedy", "--deals", 1)
    assert result.exit_code == 2
    assert "mine: memory_mb: asks for 4096 MB; a bot gets 2048 at most" in result.stderr
