"""`conquian audit`: what it prints, and its status."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.json_page import documented, printed
from tests.tournaments.audit.leagues import PUBLISHED, ROUND_ROBIN, Script, write


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """The ledger of a tournament that is over."""
    return write(tmp_path / "l.ledger", [*Script(ROUND_ROBIN).entries, PUBLISHED])


def _spoil(ledger: Path) -> None:
    with closing(sqlite3.connect(ledger)) as connection, connection:
        connection.execute("UPDATE entries SET body = replace(body, 'pass', 'Pass') WHERE number=3")


def test_a_sound_ledger(conquian, ledger: Path) -> None:
    """A sound ledger has status 0, and its head is printed, which the command then finds."""
    result = conquian("audit", ledger)
    assert (result.exit_code, result.stderr) == (0, "")
    verdict, head = result.stdout.splitlines()
    assert verdict == "50 entries, 36 deals: sound"
    assert conquian("audit", ledger, "--head", head.removeprefix("Ledger head: ")).exit_code == 0


def test_findings(conquian, ledger: Path) -> None:
    """Each finding is a line that names the entry, and the status is 1."""
    _spoil(ledger)
    result = conquian("audit", ledger)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("entry 3 (deal r0-0v3-a/1): is not as it was written")
    assert lines[-2] == f"50 entries, 36 deals: {len(lines) - 2} findings"


def test_json(conquian, ledger: Path) -> None:
    """With --json there is one object that says the same."""
    sound = json.loads(conquian("audit", ledger, "--json").stdout)
    assert sound == {
        "sound": True,
        "head": sound["head"],
        "entries": 50,
        "deals": 36,
        "finished": True,
        "findings": [],
        "notes": [],
    }
    _spoil(ledger)
    result = conquian("audit", ledger, "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert (told["sound"], told["findings"][0]["place"]) == (False, "entry 3 (deal r0-0v3-a/1)")


def test_the_page_has_every_field_and_no_other(conquian, ledger: Path) -> None:
    """docs/json.md names each field that can be printed, with its type."""
    half = write(ledger.with_name("half.ledger"), Script(ROUND_ROBIN).entries[:9])
    _spoil(ledger)
    shown = [json.loads(conquian("audit", file, "--json").stdout) for file in (half, ledger)]
    assert printed(shown) == documented("`conquian audit")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--head", "abc"), "--head: a head has 64 hexadecimal digits"),
        (("--head", "A" * 64), "--head: a head has 64 hexadecimal digits"),
    ],
)
def test_a_head_that_is_none(conquian, ledger: Path, arguments, why: str) -> None:
    """What can't be a head is bad input."""
    result = conquian("audit", ledger, *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {why}")


def test_what_can_t_be_read(conquian, ledger: Path) -> None:
    """A file that is no ledger, or only half of one, has status 2 and one line."""
    ledger.write_bytes(ledger.read_bytes()[:5000])
    result = conquian("audit", ledger)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {ledger}: ")
    assert result.stderr.count("\n") == 1
