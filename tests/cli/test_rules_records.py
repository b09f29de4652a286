"""`conquian rules verify` and `conquian rules show`."""

import json
import shutil
from pathlib import Path

import pytest


def _objects(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_valid_records(conquian, vectors) -> None:
    """Every valid record of the vectors is valid: status 0, and nothing but a summary."""
    result = conquian("rules", "verify", vectors / "records-valid.jsonl")
    assert result.exit_code == 0
    assert (result.stdout, result.stderr) == ("", "60 records: all valid\n")


def test_invalid_records(conquian, vectors) -> None:
    """Every invalid record of the vectors is named with its line and its first fault: status 1."""
    path = vectors / "records-invalid.jsonl"
    result = conquian("rules", "verify", path)
    assert (result.exit_code, result.stderr) == (1, "60 records: 60 bad\n")
    for number, (line, item) in enumerate(
        zip(result.stdout.splitlines(), _objects(path), strict=True), 1
    ):
        index = item["expect"]["index"]
        start = line.removeprefix(f"{path}:{number}: ").split(":")[0]
        if index is None:
            assert start in {"format", "seats", "dealer", "deck"}
        else:
            assert start == f"action {index}"


def test_verdicts_for_programs(conquian, vectors, tmp_path: Path) -> None:
    """With --json every record gets a verdict with its id, valid or not."""
    valid, invalid = vectors / "records-valid.jsonl", vectors / "records-invalid.jsonl"
    both = tmp_path / "both.jsonl"
    both.write_text(valid.read_text() + "\n" + invalid.read_text())
    result = conquian("rules", "verify", both, "--json")
    assert result.exit_code == 1
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    assert [verdict["id"] for verdict in verdicts] == [
        item["id"] for item in _objects(valid) + _objects(invalid)
    ]
    assert [verdict["line"] for verdict in verdicts] == [*range(1, 61), *range(62, 122)]
    for verdict in verdicts[:60]:
        assert verdict["valid"]
        assert verdict["index"] is verdict["code"] is verdict["reason"] is None
    for verdict, item in zip(verdicts[60:], _objects(invalid), strict=True):
        assert not verdict["valid"]
        assert verdict["index"] == item["expect"]["index"]
        assert verdict["reason"]


@pytest.mark.parametrize("text", ["[]", "7", "null", '"record"', "{}"])
def test_values_that_are_no_record(conquian, text) -> None:
    """JSON that is not a record is a bad record, not an unreadable file."""
    result = conquian("rules", "verify", "-", stdin=f"{text}\n")
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:1: ")


def test_unreadable_line_ends_the_check(conquian) -> None:
    """What stands before an unreadable line is reported, what stands after it is not looked at."""
    result = conquian("rules", "verify", "-", stdin="{}\nknock\n{}\n")
    assert result.exit_code == 2
    assert result.stdout.count("\n") == 1
    assert result.stderr.startswith("error: <stdin>:2: is not JSON")


def test_a_line_is_plain_digits(conquian, vectors) -> None:
    """Digits of other scripts after a file's name are part of the name."""
    path = f"{vectors / 'records-valid.jsonl'}:\u0662"
    result = conquian("rules", "show", path)
    assert result.exit_code == 2
    assert "No such file" in result.stderr


def test_show_by_line(conquian, vectors) -> None:
    """A record is found by --line, by FILE:LINE, and the first one without either."""
    path = vectors / "records-valid.jsonl"
    third = conquian("rules", "show", path, "--line", 3).stdout
    assert third == conquian("rules", "show", f"{path}:3").stdout
    first = conquian("rules", "show", path).stdout
    assert first == conquian("rules", "show", f"{path}:1").stdout != third
    assert first == conquian("rules", "show", "-", stdin=path.read_bytes()).stdout


def test_show_a_file_with_a_colon(conquian, vectors, tmp_path: Path) -> None:
    """A file whose name ends like a line number is that file."""
    path = tmp_path / "records:3"
    shutil.copy(vectors / "records-valid.jsonl", path)
    shown = conquian("rules", "show", path)
    assert shown.stdout == conquian("rules", "show", f"{path}:1").stdout


@pytest.mark.parametrize("line", [0, 61, 999_999_999])
def test_show_no_such_line(conquian, vectors, line) -> None:
    """A line that the file has not is an error that names file and line, with status 2."""
    path = vectors / "records-valid.jsonl"
    result = conquian("rules", "show", f"{path}:{line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {path}: has no line {line}")


def test_show_an_invalid_record(conquian, vectors) -> None:
    """Of an invalid record all actions before the fault are told, then the fault: status 1."""
    path = vectors / "records-invalid.jsonl"
    for line, item in enumerate(_objects(path), 1):
        result = conquian("rules", "show", path, "--line", line)
        index = item["expect"]["index"]
        told = [text for text in result.stdout.splitlines() if text[:3].strip().isdigit()]
        assert result.exit_code == 1
        assert len(told) == (index or 0)
        assert result.stderr.startswith(f"error: {path}:{line}: ")
        assert "points" not in result.stdout


def test_colours(conquian, vectors, monkeypatch) -> None:
    """Red cards are red where colours are wanted; --no-color and NO_COLOR leave no escape."""
    path = vectors / "records-valid.jsonl"
    assert "\x1b" not in conquian("rules", "show", path).stdout  # not a terminal
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[31m" in conquian("rules", "show", path).stdout
    assert "\x1b" not in conquian("rules", "show", path, "--no-color").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in conquian("rules", "show", path).stdout


def test_names_do_not_steer_the_terminal(conquian, vectors) -> None:
    """Whatever strangers call themselves, nothing but printable text comes out."""
    record = _objects(vectors / "records-valid.jsonl")[0]
    record["seats"] = ["\x1b[2Jqueen\u202e\ud800", "x" * 500]
    result = conquian("rules", "show", "-", stdin=json.dumps(record))
    assert result.exit_code == 0
    assert all(line.isprintable() for line in result.stdout.splitlines())
    assert max(map(len, result.stdout.splitlines())) < 200


def test_a_ledger_is_not_records(conquian, small_league: Path) -> None:
    """A ledger is told from a file of records, with the command that makes one of it."""
    ledger = small_league.with_suffix(".ledger")
    refused = conquian("rules", "verify", ledger)
    assert (refused.exit_code, refused.stdout) == (2, "")
    words = "is a ledger, not JSON; `conquian export` writes its records"
    assert refused.stderr == f"error: {ledger}: {words}\n"
