"""Tournaments at tables of three and four, on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.json_page import COMMON, documented, printed
from tests.tournaments.audit.leagues import PUBLISHED, TABLES, Script, write

LEAGUE = """\
ruleset = "nine-card"
format = "tables"
seats = 3
decks = 4
seed = "tests of tables"
deals_at_once = 8

[[entrants]]
bot = "greedy"

[[entrants]]
bot = "outs"

[[entrants]]
bot = "random"
"""
AT_TABLES = "At tables of three or four: `conquian"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A ledger of tables of three that is over, at which ben breaks down now and then."""
    entries = [*Script(TABLES, "nine-card").entries, PUBLISHED]
    return write(tmp_path / "tables.ledger", entries)


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """A ledger of tables of three in which one leg was played and another was set aside."""
    entries = Script(TABLES, "nine-card").entries[:4]
    return write(tmp_path / "running.ledger", entries)


def test_shipped_bots_at_a_table(conquian, tmp_path: Path) -> None:
    """A run of the shipped bots ends with ratings of all of them, and an audit finds it sound."""
    file = tmp_path / "league.toml"
    file.write_text(LEAGUE)
    table = json.loads(conquian("run", file, "--json").stdout)
    assert (table["deals"], table["seats"]) == (12, 3)
    assert {each["name"] for each in table["ratings"]} == {"greedy", "outs", "random"}
    assert {sum(each["places"]) for each in table["ratings"]} == {4}
    assert not any(each["faults"] for each in table["ratings"])
    assert json.loads(conquian("ratings", file, "--json").stdout) == table
    assert json.loads(conquian("audit", file, "--json").stdout)["sound"]


@pytest.mark.parametrize("command", ["ratings", "standings", "matches"])
def test_the_page_has_every_field_and_no_other(conquian, tables, running, command: str) -> None:
    """What the commands print of tables is what the page documents, with its types."""
    found = [json.loads(conquian(command, ledger, "--json").stdout) for ledger in (tables, running)]
    optional = {("ruleset", "object"), ("unplayable.*", "string")}
    page = documented(COMMON, f"{AT_TABLES} {command} FILE")
    assert printed(found) | optional == page | optional


@pytest.mark.parametrize("command", ["ratings", "standings", "matches", "deals"])
def test_tables_for_people(conquian, tables: Path, command: str) -> None:
    """Each table names everyone and ends with the ledger's head."""
    shown = conquian(command, tables).stdout
    head = json.loads(conquian(command, tables, "--json").stdout)["head"]
    assert all(name in shown for name in ("ann", "ben", "cat", "dan"))
    assert f"Ledger head: {head}" in shown


@pytest.mark.parametrize("arguments", [["crosstable"], ["compare", "ann", "ben"]])
def test_what_is_said_of_two_alone(conquian, tables: Path, arguments: list[str]) -> None:
    """What can only be said of two is refused in one line."""
    command, *others = arguments
    refused = conquian(command, tables, *others)
    assert refused.exit_code == 2
    assert refused.stderr == (
        f"error: {tables}: `conquian {command}` is for deals of two; these are of 3\n"
    )


def test_a_deal_is_told_to_each_seat(conquian, tables: Path) -> None:
    """A deal of three is told as its last seat saw it."""
    told = json.loads(conquian("show", tables, "r0-0v1v2-c/0", "--seat", "2", "--json").stdout)
    assert told["deal"]["seats"] == ["id-of-ben", "id-of-cat", "id-of-ann"]
    assert len(told["charges"]) == 3
    refused = conquian("show", tables, "r0-0v1v2-c/0", "--seat", "3")
    assert (refused.exit_code, "no seat 3" in refused.stderr) == (2, True)


def test_an_export_has_what_commands_print(conquian, tables: Path, tmp_path: Path) -> None:
    """The exported tables are those of the commands, and the records are valid."""
    folder = tmp_path / "out"
    conquian("export", tables, "--to", folder)
    assert not (folder / "crosstable.json").exists()
    for command in ("ratings", "standings", "matches"):
        printed_ = conquian(command, tables, "--json").stdout
        assert (folder / f"{command}.json").read_text() == printed_
        rows: list[Any] = json.loads(printed_)[command]
        assert len((folder / f"{command}.csv").read_text().splitlines()) == 1 + len(rows)
    assert conquian("rules", "verify", folder / "records.jsonl").exit_code == 0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("nine-card", "classic"), "ruleset: "),
        (("seats = 3", "seats = 4"), "seats: must be at most 3, not 4 with 3 entrants"),
    ],
)
def test_a_table_that_can_not_be(conquian, tmp_path: Path, change, complaint: str) -> None:
    """A ruleset that so many can't play, and too few entrants, are refused by the field."""
    file = tmp_path / "league.toml"
    file.write_text(LEAGUE.replace(*change))
    refused = conquian("run", file)
    assert refused.exit_code == 2
    assert f"error: {file}: {complaint}" in refused.stderr
    assert not file.with_suffix(".ledger").exists()


def test_a_match_is_found_by_any_of_its_legs(conquian, tmp_path: Path) -> None:
    """A match of which only the third leg has a deal yet is one that has begun."""
    opening, *rest = Script(TABLES, "nine-card").entries
    third = next(entry for entry in rest if entry.kind == "deal" and "-c/" in entry.key)
    ledger = write(tmp_path / "third.ledger", [opening, third])
    match = third.key.rpartition("-c/")[0]
    shown = json.loads(conquian("deals", ledger, "--match", match, "--json").stdout)
    assert [deal["id"] for deal in shown["deals"]] == [third.key]
