"""Small ledgers: what their tests write, look at and spoil."""

import sqlite3
from contextlib import closing
from pathlib import Path

from conquian_tournaments.ledger import GENESIS, Entry, Ledger, next_head, verify_chain

OPENING = Entry("tournament", "", {"name": "Ünïcode ♠", "decks": 3})
DEALS = [Entry("deal", f"r0-0v1-a/{number}", {"points": [number, -number]}) for number in range(9)]


def head_of(ledger: Ledger) -> str:
    """The ledger's head."""
    with ledger.view() as view:
        return view.head


def deals_of(ledger: Ledger) -> list[Entry]:
    """The ledger's deals."""
    with ledger.view() as view:
        return list(view.entries("deal"))


def verify(path: Path, head: str | None = None) -> None:
    """Verify the chain of a ledger."""
    with Ledger.open(path) as ledger, ledger.view() as view:
        verify_chain(view, head)


def change(path: Path, statement: str, *values: object) -> None:
    """Change a ledger's file behind its back."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def forge(path: Path) -> None:
    """Compute the heads of a ledger's entries anew, as somebody would who has changed one."""
    with closing(sqlite3.connect(path)) as connection, connection:
        head = GENESIS
        rows = connection.execute("SELECT number, kind, key, body FROM entries ORDER BY number")
        for number, kind, key, body in rows.fetchall():
            head = next_head(head, kind, key, body)
            connection.execute("UPDATE entries SET head = ? WHERE number = ?", (head, number))
