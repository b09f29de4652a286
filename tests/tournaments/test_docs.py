"""What docs/tournaments.md shows is what happens."""

import re
import shlex
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_server.referee import Tls
from conquian_tournaments.cli.app import app
from conquian_tournaments.kinds import ATTEMPT, DEAL, DECKS, LEG, OPENING, SEED, UNPLAYABLE
from conquian_tournaments.tournament import Gate, Tournament
from conquian_tournaments.tournament_file import read_tournament
from typer.testing import CliRunner

from tests.cli.leagues import complaints

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


FILE = "league.toml"
FIRST, EVERY_FIELD, *FORMATS, TABLES, REMOTE = _blocks("toml")


def _read(folder: Path, text: str) -> Tournament:
    file = folder / "league.toml"
    file.write_text(text, encoding="utf-8")
    return read_tournament(file)


def test_the_defaults_are_as_shown(tmp_path: Path) -> None:
    """The page's list of all fields says of each what it is when it is left out."""
    assert _read(tmp_path, EVERY_FIELD) == _read(tmp_path, FIRST)


@pytest.mark.parametrize("line", re.findall(r"^# (\w+ = .*)$", EVERY_FIELD, re.M))
def test_what_is_commented_out_is_a_field(tmp_path: Path, line: str) -> None:
    """The fields that the page shows as comments exist, beside or instead of those above them."""
    bank = "bank = 60\n" if not line.startswith("bank") else ""
    assert (
        _read(tmp_path, EVERY_FIELD.replace("limit = 10 ", f"{bank}{line}\n# ")).clocks.bank == 60
    )


@pytest.mark.parametrize("text", FORMATS)
def test_each_format_is_one(tmp_path: Path, text: str) -> None:
    """The formats that the page shows can be played, and what stands there is the default."""
    rest = FIRST.replace("decks = 50\n", "")
    few = text.replace("rounds = 5 ", "rounds = 1 ")  # two entrants meet but once
    plain = re.sub(r"^(runners|cycles|rounds|extra_decks) .*\n", "", few, flags=re.M)
    assert plain != few
    assert _read(tmp_path, few + rest) == _read(tmp_path, plain + rest)


def test_tables_are_a_format(tmp_path: Path) -> None:
    """The tables that the page shows can be played by three entrants, in three seatings."""
    rest = FIRST.replace("decks = 50\n", "")
    tournament = _read(tmp_path, f'{TABLES}{rest}\n[[entrants]]\nbot = "random"\n')
    assert (tournament.format.seats, tournament.deal_count) == (3, 3 * 50)


def test_a_double_round_robin_has_two_cycles(tmp_path: Path) -> None:
    """The format that the page names in its text is the one that it says."""
    (line,) = re.findall(r"`(format = .*?)`", PAGE)
    assert _read(tmp_path, f"{line}\n{FIRST}") == _read(tmp_path, f"cycles = 2\n{FIRST}")


def test_the_cluster_is_a_field(tmp_path: Path) -> None:
    """The field for a cluster's address is spelled right."""
    (line,) = re.findall(r"^    (executor = .*)$", PAGE, re.M)
    assert _read(tmp_path, f"{line}\n{FIRST}").executor == "tcp://scheduler.example:8786"


def test_a_remote_bot_is_an_entrant(tmp_path: Path) -> None:
    """The fields for remote bots are spelled right, those for TLS too."""
    head, entrant = REMOTE.split("\n\n")
    rest = FIRST.replace("decks = 50", "").replace("[[entrants]]", f"{entrant}\n[[entrants]]", 1)
    gate = _read(tmp_path, f"decks = 50\n{head}{rest}").gate
    assert gate == Gate("127.0.0.1:4711", 60, None)
    (tls,) = re.findall(r"^    (listen = .*\n    tls = .*)$", PAGE, re.M)
    gate = _read(tmp_path, f"decks = 50\n{tls}{rest}").gate
    assert gate == Gate("0.0.0.0:4711", 60, Tls(tmp_path / "server.pem", tmp_path / "server.key"))


def test_workers_and_seed_are_fields(tmp_path: Path) -> None:
    """The two fields that the page names in its text do what it says."""
    told = dict(re.findall(r"`(workers|seed) = (.*?)`", PAGE))
    lines = "".join(f"{field} = {value}\n" for field, value in told.items())
    plain = _read(tmp_path, FIRST)
    expected = replace(plain, workers=2, seed="words of your own")
    assert _read(tmp_path, lines + FIRST) == expected


def test_the_commands_do_what_is_said(tmp_path: Path, monkeypatch, capsys) -> None:
    """The page's commands work in their order, and its program finds the head of the tables."""
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text(FIRST.replace("decks = 50", "decks = 2"), encoding="utf-8")
    lines = [line for block in _blocks("sh") for line in block.splitlines()]
    shown = [(line, _do(line)) for line in lines]
    of_league = [output for line, output in shown if line.startswith("conquian") and FILE in line]
    assert len(lines) - len(of_league) == 4
    (program,) = _blocks("python")
    exec(compile(program, "docs/tournaments.md", "exec"), {})
    head = capsys.readouterr().out.strip()
    assert all(head in output for output in of_league)


def _do(line: str) -> str:
    program, *arguments = shlex.split(line)
    if program == "sqlite3":  # its shell, which not every machine has
        file, query = arguments
        with closing(sqlite3.connect(file)) as database:
            return str(database.execute(query).fetchall())
    assert program == "conquian"
    result = CliRunner().invoke(app, arguments)
    assert (result.exit_code, complaints(result.stderr)) == (0, [])
    return result.stdout


def test_the_kinds_of_entries_are_those_listed(tmp_path: Path) -> None:
    """The page's table of entries has each kind that a ledger can have, and no other."""
    listed = re.findall(r"^\| `(\w+)` \|", PAGE, re.M)
    assert sorted(listed) == sorted([OPENING, DEAL, LEG, DECKS, ATTEMPT, UNPLAYABLE, SEED])
