"""`conquian bots`: names for bots' folders."""

import json
from pathlib import Path

import pytest
from conquian_server.launcher import content_hash, read_manifest, shipped_bots
from conquian_tournaments.cli.app import app
from typer.testing import CliRunner

from tests.json_page import documented, printed

MANIFEST = 'name = "mine"\nversion = "7"\nlanguage = "any"\nrun = "sh bot.sh"\n'


@pytest.fixture(autouse=True)
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot's folder, and an empty registry."""
    monkeypatch.setenv("CONQUIAN_HOME", str(tmp_path / "home"))
    folder = tmp_path / "a bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST)
    return folder


def _listed() -> dict[str, dict[str, object]]:
    result = CliRunner().invoke(app, ["bots", "list", "--json"])
    return {bot["name"]: bot for bot in json.loads(result.stdout)["bots"]}


def test_a_bot_is_added_listed_and_removed(conquian, bot: Path) -> None:
    """An added bot is listed with what is known of it, until it is removed."""
    added = conquian("bots", "add", bot)
    assert (added.exit_code, added.stderr) == (0, "")
    assert added.stdout == f"added mine: {bot}, content {content_hash(read_manifest(bot))[:12]}\n"
    assert _listed()["mine"] == {
        "name": "mine",
        "version": "7",
        "language": "any",
        "state": "unchanged",
        "content": content_hash(read_manifest(bot)),
        "folder": str(bot),
    }
    assert conquian("bots", "remove", "mine").stdout.startswith("removed mine: ")
    assert set(_listed()) == set(shipped_bots())


def test_the_list_says_what_has_changed(conquian, bot: Path) -> None:
    """A bot whose files are others now is listed as changed, one without a folder as missing."""
    conquian("bots", "add", bot, "--name", "one")
    (bot / "bot.sh").write_text("exit\n")
    conquian("bots", "add", bot, "--name", "two")
    assert [_listed()[name]["state"] for name in ("one", "two")] == ["changed", "unchanged"]
    lines = [line.split() for line in conquian("bots", "list").stdout.splitlines()]
    assert ["one", "7", "any", "changed"] in [line[:4] for line in lines]
    (bot / "bot.toml").unlink()
    assert (_listed()["two"]["state"], _listed()["two"]["version"]) == ("changed", None)
    (bot / "bot.sh").unlink()
    bot.rmdir()
    assert {_listed()[name]["state"] for name in ("one", "two")} == {"missing"}


def test_shipped_bots_are_listed(conquian) -> None:
    """The bots that ship with the product are listed too, and their names can't be given."""
    assert {bot["state"] for bot in _listed().values()} == {"shipped"}
    assert set(_listed()) == set(shipped_bots())


def test_the_page_has_every_field_and_no_other(conquian, bot: Path) -> None:
    """docs/json.md names each field that the commands print, with each type that it can have."""
    added = conquian("bots", "add", bot, "--json").stdout
    conquian("bots", "add", bot, "--name", "two")
    listed = [conquian("bots", "list", "--json").stdout]
    (bot / "bot.toml").unlink()
    listed.append(conquian("bots", "list", "--json").stdout)
    removed = conquian("bots", "remove", "mine", "--json").stdout
    assert printed(map(json.loads, listed)) == documented("`conquian bots list")
    assert printed([json.loads(added)]) == documented("`conquian bots add")
    assert printed([json.loads(removed)]) == documented("`conquian bots remove")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["add", "nowhere"], "there is no folder nowhere"),
        (["add", "BOT", "--name", "a/b"], "--name: 'a/b' must be 1 to 64 characters"),
        (["add", "BOT", "--name", "greedy"], "greedy is the name of a shipped bot"),
        (["remove", "nobody"], "no bot 'nobody' is registered; registered bots: none"),
    ],
)
def test_bad_input_is_one_line(conquian, bot: Path, arguments: list[str], why: str) -> None:
    """What can't be done is said in one line, with status 2, and changes nothing."""
    result = conquian("bots", *[str(bot) if word == "BOT" else word for word in arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert why in result.stderr
    assert result.stderr.count("\n") == 1
    assert set(_listed()) == set(shipped_bots())
