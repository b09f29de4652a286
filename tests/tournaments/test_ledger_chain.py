"""The chain: what is changed in a ledger afterwards is found."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from conquian_tournaments.ledger import Ledger, LedgerError, verify_chain

from tests.tournaments.ledgers import DEALS, OPENING, change, deals_of, head_of, verify


def test_heads_are_what_anybody_computes(ledger: Ledger) -> None:
    """Each head is SHA-256 over the head before it, kind, key and body, computed here apart."""
    head = "0" * 64
    with ledger.view() as view:
        for link in view.links():
            head = hashlib.sha256(f"{head}\n{link.kind}\n{link.key}\n{link.text}".encode())
            head = head.hexdigest()
            assert link.head == head
        assert view.head == head == verify_chain(view, head)


def test_batches_leave_no_trace(path: Path, ledger: Ledger) -> None:
    """The head hangs on the entries alone, not on how they were written."""
    with Ledger.open_to_write(path.with_name("other")) as other:
        other.begin([OPENING, *DEALS], {"seed": "another"})
        assert head_of(other) == head_of(ledger)


@pytest.mark.parametrize("number", [1, 6, 10])
@pytest.mark.parametrize("column", ["kind", "key", "body", "head"])
def test_a_changed_byte_is_seen(closed: Path, column: str, number: int) -> None:
    """One character changed, added or taken away anywhere in an entry is found, at that entry."""
    (text,) = _row(closed, f"SELECT {column} FROM entries WHERE number = {number}")
    changed = {text[:-1], text + " ", *(f"{text[:at]}~{text[at + 1 :]}" for at in range(len(text)))}
    for other in changed - {text}:
        change(closed, f"UPDATE entries SET {column} = ? WHERE number = {number}", other)
        with pytest.raises(LedgerError, match=rf"entry {number} \("):
            verify(closed)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entries WHERE number = 5",
        "DELETE FROM entries WHERE number = 1",
        "UPDATE entries SET number = 99 WHERE number = 5",
        "UPDATE entries SET number = number + 1 WHERE number = 10",
        "INSERT INTO entries (kind, key, body, head) VALUES ('deal', 'x', '{}', 'x')",
    ],
)
def test_a_changed_order_is_seen(closed: Path, statement: str) -> None:
    """An entry taken out, moved or slipped in is found."""
    change(closed, statement)
    with pytest.raises(LedgerError, match="not as it was written"):
        verify(closed)


def test_a_missing_end_is_seen(closed: Path) -> None:
    """Entries taken from the end are missed by who knows the head that was published."""
    with Ledger.open(closed) as ledger:
        head = head_of(ledger)
    change(closed, "DELETE FROM entries WHERE number = 10")
    verify(closed)
    with pytest.raises(LedgerError, match=f"not {head}"):
        verify(closed, head)


def test_a_damaged_entry_is_told_when_it_is_read(closed: Path) -> None:
    """An entry that is no JSON any more is an error that names file and entry."""
    change(closed, "UPDATE entries SET body = '{' WHERE number = 4")
    with Ledger.open(closed) as ledger, pytest.raises(LedgerError, match="deal r0-0v1-a/2") as told:
        deals_of(ledger)
    assert str(told.value).startswith(str(closed))


def _row(path: Path, query: str) -> tuple[str, ...]:
    with closing(sqlite3.connect(path)) as connection:
        row: tuple[str, ...] = connection.execute(query).fetchone()
        return row
