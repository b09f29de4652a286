"""`conquian export`: records and tables in a folder, whole or not at all."""

import csv
import json
import os
from pathlib import Path

import pytest
from conquian_server.rules import read_record, verify
from conquian_tournaments.cli import exporting

from tests.cli.small_leagues import DEALS
from tests.json_page import documented, printed

TABLES = ("ratings", "standings", "crosstable", "matches", "deals")
SHEETS = (*TABLES, "history")
FILES = sorted(
    ["records.jsonl", *(f"{sheet}.{end}" for sheet in SHEETS for end in ("csv", "json"))]
)


@pytest.fixture
def exported(conquian, small_league: Path, tmp_path: Path) -> Path:
    """A folder with all that the small league's ledger has."""
    folder = tmp_path / "out"
    result = conquian("export", small_league, "--to", folder)
    assert (result.exit_code, result.stderr) == (0, "")
    return folder


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_everything_is_there_and_nothing_else(exported: Path) -> None:
    """The folder has the records and each table twice, and nothing is left beside it."""
    assert _names(exported) == FILES
    assert _names(exported.parent) == ["out"]


def test_records_are_valid(conquian, exported: Path) -> None:
    """The records are as `conquian rules verify` wants them, with their multipliers."""
    records = exported / "records.jsonl"
    result = conquian("rules", "verify", records)
    assert (result.exit_code, result.stderr) == (0, f"{DEALS} records: all valid\n")
    told = [json.loads(line) for line in records.read_text().splitlines()]
    assert {record["multiplier"] for record in told} == {1, 2}
    for record in told:
        position = verify(read_record(record))
        assert [len(charges) for charges in record["charges"]] == [
            sum(taken.seat == seat for taken in position.actions) for seat in (0, 1)
        ]


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_those_of_the_commands(conquian, small_league, exported, table: str) -> None:
    """A table's JSON is what the command of its name prints, all of it."""
    printed_ = conquian(table, small_league, "--json").stdout
    assert (exported / f"{table}.json").read_text() == printed_


def test_the_history_ends_with_every_unit(exported: Path) -> None:
    """The history has two points for each unit, numbered from 1, and moves as results come."""
    points = json.loads((exported / "history.json").read_text())["history"]
    assert [point["unit"] for point in points[::2]] == list(range(1, DEALS // 2 + 1))
    assert [point["unit"] for point in points[1::2]] == [point["unit"] for point in points[::2]]
    assert points[-1]["sigma"] < points[0]["sigma"]
    assert len({point["entrant"] for point in points}) == 3


@pytest.mark.parametrize("table", SHEETS)
def test_sheets_say_the_same(exported: Path, table: str) -> None:
    """A table's CSV has a line for each member of the JSON's list, with the same numbers."""
    rows = json.loads((exported / f"{table}.json").read_text())[table]
    with (exported / f"{table}.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(rows) > 0
    for line, row in zip(lines, rows, strict=True):
        for field, value in row.items():
            if isinstance(value, int | float):
                assert float(line[field]) == value
        if "units" in row:
            assert int(line["units.wins"]) == row["units"]["wins"]


def test_the_head_is_in_everything(conquian, small_league: Path, exported: Path) -> None:
    """Every object, line and record says which ledger it was computed from."""
    head = json.loads(conquian("ratings", small_league, "--json").stdout)["head"]
    for path in exported.iterdir():
        lines = path.read_text().splitlines()
        if path.suffix == ".csv":
            assert lines[0].endswith(",head")
            assert all(line.endswith(f",{head}") for line in lines[1:])
        else:
            assert all(json.loads(line)["head"] == head for line in lines)


def test_the_same_ledger_gives_the_same_bytes(conquian, small_league, exported, tmp_path) -> None:
    """Two exports of one ledger do not differ in a byte."""
    conquian("export", small_league.with_suffix(".ledger"), "--to", tmp_path / "again")
    for path in exported.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_nothing_played_yet_can_be_exported(conquian, small_running_league, tmp_path) -> None:
    """A running tournament's records show its decks, which is said; they are those so far."""
    result = conquian("export", small_running_league, "--to", tmp_path / "out", "--json")
    told = json.loads(result.stdout)
    assert result.stderr.startswith("warning: the tournament is not over")
    assert len((tmp_path / "out" / "records.jsonl").read_text().splitlines()) == told["deals"] == 9


def test_the_page_has_every_field_and_no_other(conquian, small_league, tmp_path: Path) -> None:
    """docs/json.md names each field that the command prints."""
    told = conquian("export", small_league, "--to", tmp_path / "out", "--json").stdout
    assert printed([json.loads(told)]) == documented("`conquian export FILE")
    assert json.loads(told)["files"] == FILES


# --- whole or not at all ----------------------------------------------------------------------


def test_an_empty_folder_is_filled(conquian, small_league: Path, tmp_path: Path) -> None:
    """A folder that is empty is as good as none."""
    (tmp_path / "out").mkdir()
    assert conquian("export", small_league, "--to", tmp_path / "out").exit_code == 0
    assert _names(tmp_path / "out") == FILES
    assert _names(tmp_path) == ["out"]


def test_a_folder_in_use_is_refused(conquian, small_league: Path, tmp_path: Path) -> None:
    """A folder that has something in it is left alone, unless force is asked for.

    Then what an earlier export has left is written over, and nothing else is touched.
    """
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    (folder / "ratings.csv").write_text("old")
    refused = conquian("export", small_league, "--to", folder)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"error: --to: {folder} is not empty; --force ")
    assert _names(folder) == ["mine.txt", "ratings.csv"]
    assert conquian("export", small_league, "--to", folder, "--force").exit_code == 0
    assert _names(folder) == sorted([*FILES, "mine.txt"])
    assert (folder / "mine.txt").read_text() == "mine"
    assert (folder / "ratings.csv").read_text().startswith("id,name,")
    assert _names(tmp_path) == ["out"]


@pytest.mark.parametrize("place", ["file", "nowhere/out"])
def test_a_place_that_can_not_be(conquian, small_league, tmp_path: Path, place: str) -> None:
    """A file, and a folder in none, are told by the option, in one line with status 2."""
    (tmp_path / "file").write_text("a file")
    result = conquian("export", small_league, "--to", tmp_path / place)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: --to: {tmp_path / place}")
    assert result.stderr.count("\n") == 1
    assert _names(tmp_path) == ["file"]


def test_a_full_disk_leaves_nothing(conquian, small_league, tmp_path, monkeypatch) -> None:
    """Where the last file can't be written, none is there, and what was there still is."""
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "ratings.csv").write_text("old")

    def fail(handle: int) -> None:
        if os.readlink(f"/proc/self/fd/{handle}").endswith("deals.csv"):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(exporting.os, "fsync", fail)
    result = conquian("export", small_league, "--to", folder, "--force")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: --to: {folder}: No space left on device\n"
    assert (_names(tmp_path), _names(folder)) == (["out"], ["ratings.csv"])
    assert (folder / "ratings.csv").read_text() == "old"
