"""`conquian tournament new`: the file that it writes is a tournament, and says what it says."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_tournaments.cli.new_tournament import TEMPLATE
from conquian_tournaments.tournament import Gate, Tournament
from conquian_tournaments.tournament_file import read_tournament

REMOTE = re.search(r"# A bot that is started elsewhere.*?\n\n", TEMPLATE, re.S)
assert REMOTE is not None
HEAD, TABLES = TEMPLATE.replace(REMOTE[0], "").split("[clock]")
FORMATS = re.findall(r'^# format = "([\w-]+)"', HEAD, re.M)


def _read(folder: Path, text: str) -> Tournament:
    (folder / "league.toml").write_text(text, encoding="utf-8")
    return read_tournament(folder / "league.toml")


def _fields(text: str) -> str:
    """The fields among comments, as fields."""
    return re.sub(r"^# (\w+ = .*)$", r"\1", text, flags=re.M)


def test_it_can_be_played(conquian, tmp_path: Path) -> None:
    """What is written can be run as it is, and the command to do so is told."""
    file = tmp_path / "my league.toml"
    shown = conquian("tournament", "new", file)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout == f"{file} is written; edit it, then: conquian run '{file}'\n"
    tournament = read_tournament(file)
    assert [entrant.name for entrant in tournament.entrants] == ["greedy", "outs", "random"]
    file.write_text(file.read_text().replace("decks = 50", "decks = 1", 1))
    played = conquian("run", file)
    assert (played.exit_code, played.stderr) == (0, "")
    assert "\n6 deals; " in played.stdout


def test_nothing_is_overwritten(conquian, tmp_path: Path) -> None:
    """A file that is there is left alone, and so is what a link or folder of that name is."""
    file = tmp_path / "league.toml"
    file.write_text("mine")
    for taken in (file, tmp_path):
        refused = conquian("tournament", "new", taken)
        assert refused.exit_code == 2
        assert str(taken) in refused.stderr
    assert file.read_text() == "mine"


def test_a_folder_that_is_not_there(conquian, tmp_path: Path) -> None:
    """A file in a folder that is not there is refused by its name."""
    refused = conquian("tournament", "new", tmp_path / "none" / "league.toml")
    assert refused.exit_code == 2
    assert str(tmp_path / "none" / "league.toml") in refused.stderr


def test_comments_are_the_defaults(tmp_path: Path) -> None:
    """Each field that stands there as a comment is what it is when it is left out."""
    before, rest = HEAD.split("# Instead of these")
    shown = before + rest[rest.index("# --- how it is played") :] + "[clock]" + TABLES
    spelled = _fields(shown).replace("bank = 60", "").replace("increment = 0", "")
    plain = _read(tmp_path, TEMPLATE)
    cluster = "tcp://localhost:8786"
    assert _read(tmp_path, spelled) == replace(plain, seed="my words", workers=1, executor=cluster)


def test_a_remote_bot_is_an_entrant(tmp_path: Path) -> None:
    """What is shown for a bot that comes by itself is spelled right."""
    gate, entrant = _fields(REMOTE[0]).replace("# [[", "[[").split("#\n")[1:]
    tournament = _read(tmp_path, gate + TEMPLATE + entrant)
    assert tournament.gate == Gate("127.0.0.1:4711", 60, None)
    assert tournament.entrants[-1].remote


def test_a_bank_is_a_field(tmp_path: Path) -> None:
    """The other way of timing is spelled right."""
    text = TEMPLATE.replace("# bank", "bank").replace("# increment", "increment")
    assert _read(tmp_path, text).clocks.bank == 60


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_a_tournament(tmp_path: Path, name: str) -> None:
    """The fields under each format are those that it has."""
    fields = HEAD.partition(f'# format = "{name}"')[2].partition("#\n")[0]
    fields = fields.partition("# ---")[0].replace("rounds = 5", "rounds = 2")
    text = f'format = "{name}"{_fields(fields)}\n[clock]{TABLES}'
    assert _read(tmp_path, text).deal_count > 0


def test_all_formats_are_shown() -> None:
    """The file shows five formats beside the one that it has."""
    assert FORMATS == ["double-round-robin", "gauntlet", "swiss", "knockout", "tables"]
