"""`conquian run` and `conquian ratings`, with real bots."""

import json
from pathlib import Path

import pytest
from conquian_server.rules import FAULTS

from tests.cli.leagues import DEALS, DECKS, LEAGUE, PATIENCE, League, complaints

REASONS_OF_FAULTS = {reason.value for reason in FAULTS}


def test_no_bot_is_at_fault_in_a_quiet_run(undisturbed: League) -> None:
    """Bots that play by the rules play a whole tournament without a fault."""
    deals = undisturbed.deals()
    assert len(deals) == DEALS
    reasons = {body["result"]["reason"] for body in deals.values()}
    assert not reasons & REASONS_OF_FAULTS


def test_a_finished_run_shows_its_tables(conquian, undisturbed: League) -> None:
    """After the end the same command shows the same tables and changes nothing."""
    before = undisturbed.ledger.read_bytes()
    shown = [conquian("run", undisturbed.file), conquian("ratings", undisturbed.file)]
    shown.append(conquian("ratings", undisturbed.ledger))
    assert all(result.exit_code == 0 and not complaints(result.stderr) for result in shown)
    assert len({result.stdout for result in shown}) == 1
    assert "league: ratings (classic)\n" in shown[0].stdout
    assert undisturbed.ledger.read_bytes() == before


def test_ratings_while_a_run_goes_on(conquian, running, league) -> None:
    """The tables can be looked at during a run, which a second run can't disturb."""
    process = running(league, 2)
    shown = json.loads(conquian("ratings", league.file, "--json").stdout)
    assert 2 <= shown["deals"] < DEALS
    assert (shown["seed"], shown["seed_given"]) == (None, True)
    second = conquian("run", league.file)
    assert second.exit_code == 2
    assert "another run is writing to it" in second.stderr
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert json.loads(conquian("ratings", league.file, "--json").stdout)["deals"] == DEALS


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["run", "ratings"])
def test_no_file(conquian, tmp_path: Path, command: str) -> None:
    """A file that is not there is one line with its name, and status 2."""
    result = conquian(command, tmp_path / "none.toml")
    assert result.exit_code == 2
    assert result.stderr == f"error: {tmp_path / 'none.toml'}: No such file or directory\n"


def test_not_begun(conquian, league: League) -> None:
    """The ratings of a tournament that has not begun are refused, and nothing is made."""
    result = conquian("ratings", league.file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {league.ledger}: there is no ledger here\n"
    assert not league.ledger.exists()


def test_a_wrong_field(conquian, folder: Path) -> None:
    """A tournament's file that is wrong is told by file and field, and nothing is made."""
    league = League(folder, "wrong", LEAGUE.replace(f"decks = {DECKS}", "decks = 0"))
    result = conquian("run", league.file)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {league.file}: decks: must be a whole number")
    assert not league.ledger.exists()


def test_a_changed_file(conquian, undisturbed: League) -> None:
    """A file that was changed since the tournament began is refused by the field."""
    text = undisturbed.file.read_text()
    undisturbed.file.write_text(text.replace(f"decks = {DECKS}", "decks = 13"))
    try:
        result = conquian("run", undisturbed.file)
    finally:
        undisturbed.file.write_text(text)
    assert result.exit_code == 2
    assert f"decks was {DECKS} and is 13" in result.stderr


def test_a_bot_that_cannot_be_built(conquian, folder: Path) -> None:
    """A bot whose build fails ends the run before the first deal, with the build's words."""
    bot = folder / "unbuilt"
    bot.mkdir()
    (bot / "bot.toml").write_text(
        'name = "unbuilt"\nversion = "1"\nlanguage = "any"\nrun = ["sh", "run.sh"]\n'
        'build = ["sh", "-c", "echo no compiler here; exit 3"]\n'
    )
    league = League(folder, "unbuilt", LEAGUE.replace("./last", "./unbuilt"))
    result = conquian("run", league.file)
    assert result.exit_code == 2
    assert "exited with status 3" in result.stderr
    assert "no compiler here" in result.stderr
    assert league.deals() == {}
