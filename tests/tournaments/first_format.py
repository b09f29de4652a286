"""A ledger as conquian's first format had it, made by SQL alone."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from conquian_tournaments.deal_records import Records
from conquian_tournaments.deals import leg_and_number, pairing_and_leg
from conquian_tournaments.ledger import Entry, Ledger

from tests.tournaments.audit.leagues import PUBLISHED, ROUND_ROBIN, SEED, Script, write

_TABLES = """
CREATE TABLE ledger (format INTEGER NOT NULL);
CREATE TABLE entries (
    number INTEGER NOT NULL, kind TEXT NOT NULL, "key" TEXT NOT NULL, body TEXT NOT NULL,
    head TEXT NOT NULL, PRIMARY KEY (number), UNIQUE (kind, "key")
);
CREATE TABLE secrets (name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name));
INSERT INTO ledger VALUES (1);
"""


def write_first_format(path: Path) -> str:
    """Write a round robin's ledger, and return its head."""
    entries = list(_first_entries(path.with_name("scratch")))
    head = "0" * 64
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("PRAGMA journal_mode = WAL;" + _TABLES)
        connection.execute("INSERT INTO secrets VALUES ('seed', ?)", (SEED,))
        for kind, key, body in entries:
            head = hashlib.sha256(f"{head}\n{kind}\n{key}\n{body}".encode()).hexdigest()
            connection.execute(
                "INSERT INTO entries (kind, key, body, head) VALUES (?, ?, ?, ?)",
                (kind, key, body, head),
            )
    return head


def _first_entries(scratch: Path) -> Iterator[tuple[str, str, str]]:
    entries = [*Script(ROUND_ROBIN).entries, PUBLISHED]
    with Ledger.open(write(scratch, entries)) as ledger, ledger.view() as view:
        records = Records(view)
        yield from _texts(records, entries)
    scratch.unlink()


def _texts(records: Records, entries: Iterable[Entry]) -> Iterator[tuple[str, str, str]]:
    for entry in entries:
        body = dict(entry.body)
        if entry.kind == "deal":
            leg, number = leg_and_number(entry.key)
            pairing, leg_number = pairing_and_leg(leg)
            body = {
                "pairing": pairing,
                "leg": leg_number,
                "number": number,
                "seats": body["seats"],
                "record": records.of(entry),
                "charges": body["charges"],
            }
        yield entry.kind, entry.key, json.dumps(body, sort_keys=True, separators=(",", ":"))
