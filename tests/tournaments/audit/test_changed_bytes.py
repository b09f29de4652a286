"""One changed byte anywhere in a ledger's entries is found by its audit."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from conquian_tournaments.audit import audit
from conquian_tournaments.ledger import Ledger, LedgerError

from tests.tournaments.audit.leagues import KNOCKOUT, PUBLISHED, Script, write
from tests.tournaments.ledgers import change

COLUMNS = ("number", "kind", "key", "body", "head")


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole ledger, which each test leaves as it was."""
    path = tmp_path_factory.mktemp("audit") / "l.ledger"
    return write(path, [*Script(KNOCKOUT).entries, PUBLISHED])


def _findings(path: Path) -> list[str]:
    with Ledger.open(path) as ledger, ledger.view() as view:
        return [str(finding) for finding in audit(view).findings]


def _rows(path: Path) -> list[dict[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        query = f"SELECT {', '.join(COLUMNS)} FROM entries ORDER BY number"
        return [dict(zip(COLUMNS, row, strict=True)) for row in connection.execute(query)]


def _numbers_by_kind(path: Path) -> dict[str, int]:
    """An entry of each kind, the last that there is."""
    return {row["kind"]: int(row["number"]) for row in _rows(path)}


def _set(path: Path, number: int, column: str, value: object) -> None:
    change(path, f"UPDATE entries SET {column} = ? WHERE number = ?", value, number)


KINDS = ("tournament", "deal", "leg", "seed")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("column", ["kind", "key", "body", "head"])
def test_a_changed_byte_is_found(ledger_file: Path, kind: str, column: str) -> None:
    """A byte changed, added or taken away in any column of any kind of entry is found there."""
    number = _numbers_by_kind(ledger_file)[kind]
    text = _rows(ledger_file)[number - 1][column]
    for other in _variants(text):
        _set(ledger_file, number, column, other)
        found = _findings(ledger_file)
        assert any(finding.startswith(f"entry {number} (") for finding in found), other
    _set(ledger_file, number, column, text)
    assert _findings(ledger_file) == []


def _variants(text: str) -> Iterator[str]:
    yield f"{text} "
    if text:
        yield text[:-1]
    for place in sorted({0, len(text) // 3, len(text) // 2, len(text) - 1} - {-1}):
        if text:
            yield f"{text[:place]}~{text[place + 1 :]}"


def _places(text: str) -> Iterator[tuple[str, int]]:
    """Each field of a deal's body with a place in its value."""
    for field, value in json.loads(text).items():
        written = json.dumps(value, sort_keys=True, separators=(",", ":"))
        start = text.index(f'"{field}":') + len(field) + 3
        assert text[start:].startswith(written)
        yield field, start + len(written) // 2


def test_each_field_of_a_deal_is_watched(ledger_file: Path) -> None:
    """A byte changed in the value of each field of a deal is found at the deal, every time."""
    deals = [row for row in _rows(ledger_file) if row["kind"] == "deal"]
    fields = set()
    for row in deals[:: len(deals) // 6]:
        for field, place in _places(row["body"]):
            fields.add(field)
            other = "1" if row["body"][place] != "1" else "2"
            changed = f"{row['body'][:place]}{other}{row['body'][place + 1 :]}"
            _set(ledger_file, int(row["number"]), "body", changed)
            place_of_it = f"entry {row['number']} (deal {row['key']})"
            assert any(each.startswith(place_of_it) for each in _findings(ledger_file)), field
        _set(ledger_file, int(row["number"]), "body", row["body"])
    assert fields >= {"actions", "charges", "result", "seats"}
    assert _findings(ledger_file) == []


@pytest.mark.parametrize("value", [b"\xff\xfe", b"{}", 3, "[" * 100_000, "null", '{"a":1e999}'])
@pytest.mark.parametrize("column", ["kind", "key", "body", "head"])
def test_what_is_no_text_is_found(ledger_file: Path, column: str, value: object) -> None:
    """What is written into an entry in the place of its text is a finding or can't be read."""
    number = _numbers_by_kind(ledger_file)["deal"]
    text = _rows(ledger_file)[number - 1][column]
    _set(ledger_file, number, column, value)
    try:
        found = _findings(ledger_file)
    except LedgerError:
        found = ["unreadable"]
    _set(ledger_file, number, column, text)
    assert found


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entries WHERE number = 5",
        "DELETE FROM entries WHERE number = 1",
        "UPDATE entries SET number = 9999 WHERE number = 5",
        "UPDATE entries SET number = -1 WHERE number = 1",
    ],
)
def test_a_moved_entry_is_found(ledger_file: Path, tmp_path: Path, statement: str) -> None:
    """An entry taken out or moved is found."""
    copy = tmp_path / "copy"
    copy.write_bytes(ledger_file.read_bytes())
    change(copy, statement)
    assert _findings(copy)


def test_a_chain_computed_anew_has_another_head(ledger_file: Path, tmp_path: Path) -> None:
    """Who rewrites the whole chain after a change is found out by the published head."""
    with Ledger.open(ledger_file) as ledger, ledger.view() as view:
        head = view.head
    entries = [*Script(KNOCKOUT).entries, PUBLISHED]
    kept = [entry for entry in entries if not entry.key.startswith("r1-")]
    path = write(tmp_path / "forged", kept[:-1])
    with Ledger.open(path) as ledger, ledger.view() as view:
        assert not [each for each in audit(view).findings if each.place == "head"]
        assert [each.place for each in audit(view, head=head).findings] == ["head"]
