"""Small ledgers: what their tests write, look at and spoil."""

import sqlite3
from contextlib import closing
from pathlib import Path

from conquian_tournaments.ledger import Entry, Ledger, verify_chain

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
