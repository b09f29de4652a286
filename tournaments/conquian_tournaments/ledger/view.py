"""Reading a ledger."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from conquian_tournaments.ledger import schema
from conquian_tournaments.ledger.chain import GENESIS
from conquian_tournaments.ledger.entry import Entry, Fold, Link
from conquian_tournaments.ledger.errors import LedgerError
from conquian_tournaments.ledger.place import Where

_HELD = 1_000  # rows of a long answer
_AT_ONCE = 400  # entries asked for; a query of SQLite's has room for a thousand values or so

_entries = schema.entries.c


class View:
    """A ledger as it is at one moment, whatever is added to it meanwhile.

    Attributes:
        path: the ledger's file, or its database's address.
    """

    def __init__(self, path: Where, connection: sa.Connection) -> None:
        self.path = path
        self._connection = connection

    @property
    def head(self) -> str:
        """The hash of the last entry, in hex; of all that the ledger says."""
        return self.last[1]

    @property
    def last(self) -> tuple[int, str]:
        """The number and the hash of the last entry; 0 and the genesis hash before the first."""
        query = sa.select(_entries.number, _entries.head).order_by(_entries.number.desc())
        row = self._connection.execute(query.limit(1)).first()
        return (0, GENESIS) if row is None else (row.number, row.head)

    def fold(self, version: int) -> Fold | None:
        """What is kept of what was folded in that way; None if it is not of these entries."""
        folds = schema.folds.c
        query = sa.select(folds.version, folds.number, folds.head, folds.body).join(
            schema.entries, (_entries.number == folds.number) & (_entries.head == folds.head)
        )
        row = self._connection.execute(query.where(folds.version == version)).first()
        return None if row is None else Fold(*row)

    @property
    def count(self) -> int:
        """How many entries there are."""
        query = sa.select(sa.func.count()).select_from(schema.entries)
        return self._connection.execute(query).scalar_one()

    def entries(self, kind: str, *, prefix: str = "", after: int = 0) -> Iterator[Entry]:
        """The entries of a kind, in their order.

        Args:
            kind: the kind.
            prefix: what their keys begin with.
            after: the number of an entry that they follow.
        """
        query = sa.select(_entries.key, _entries.body).where(_entries.kind == kind)
        query = query.where(*_begins(prefix), _entries.number > after)
        for key, text in self._rows(query.order_by(_entries.number)):
            yield self._entry(kind, key, text)

    def entry(self, kind: str, key: str = "") -> Entry | None:
        """One entry, None where it is not in the ledger."""
        query = sa.select(_entries.body).where(_entries.kind == kind, _entries.key == key)
        text: str | None = self._connection.execute(query).scalar()
        return None if text is None else self._entry(kind, key, text)

    def has(self, kind: str, *, prefix: str, up_to: int | None = None) -> bool:
        """Whether there is an entry of a kind whose key begins with a prefix.

        Args:
            kind: the kind.
            prefix: the prefix.
            up_to: the number of the last entry that is looked at; None looks at all.
        """
        query = sa.select(_entries.number).where(_entries.kind == kind, *_begins(prefix))
        if up_to is not None:
            query = query.where(_entries.number <= up_to)
        return self._connection.execute(query.limit(1)).first() is not None

    def present(self, kind: str, keys: Sequence[str]) -> set[str]:
        """Those of the keys of which there is an entry of a kind."""
        starts = range(0, len(keys), _AT_ONCE)
        return {
            key for start in starts for key in self._there(kind, keys[start : start + _AT_ONCE])
        }

    def missing(self, entries: Sequence[Entry]) -> list[Entry]:
        """Those of the entries that are not in the ledger, each once."""
        wanted = {(entry.kind, entry.key): entry for entry in reversed(entries)}
        for kind in {entry.kind for entry in entries}:
            for key in self.present(kind, [key for its, key in wanted if its == kind]):
                del wanted[kind, key]
        return list(reversed(wanted.values()))

    def keys(self, kind: str, *, after: int = 0) -> Iterator[str]:
        """The keys of the entries of a kind, in any order; quick, since no entry is read.

        Args:
            kind: the kind.
            after: the number of an entry that they follow.
        """
        query = sa.select(_entries.key).where(_entries.kind == kind, _entries.number > after)
        for (key,) in self._rows(query):
            yield key

    def damage(self) -> str:
        """What the database finds wrong with the ledger's file; empty where nothing is."""
        if self._connection.dialect.name != "sqlite":
            return ""  # a server looks after its files itself
        found = str(self._connection.execute(sa.text("PRAGMA integrity_check(1)")).scalar())
        return "" if found == "ok" else found

    def links(self, *, after: int = 0) -> Iterator[Link]:
        """The entries that follow the one of a number, as they are stored, in their order."""
        columns = (_entries.number, _entries.kind, _entries.key, _entries.body, _entries.head)
        query = sa.select(*columns).where(_entries.number > after)
        for row in self._rows(query.order_by(_entries.number)):
            yield Link(*row)

    def secret(self, name: str) -> str | None:
        """A value that is kept beside the entries, None where there is none that may be read."""
        if not self._may_read_secrets():
            return None
        secrets = schema.secrets.c
        query = sa.select(secrets.value).where(secrets.name == name)
        value: str | None = self._connection.execute(query).scalar()
        return value

    def _may_read_secrets(self) -> bool:
        if self._connection.dialect.name != "postgresql":
            return True  # who reads the file reads all of it
        table = sa.literal(schema.secrets.name)
        query = sa.select(sa.func.has_table_privilege(table, sa.literal("SELECT")))
        return bool(self._connection.execute(query).scalar())

    def _rows(self, query: sa.Executable) -> Iterator[Any]:
        """A long answer, of which few rows are held at a time."""
        yield from self._connection.execute(query, execution_options={"yield_per": _HELD})

    def _there(self, kind: str, keys: Sequence[str]) -> Iterator[str]:
        query = sa.select(_entries.key).where(_entries.kind == kind, _entries.key.in_(keys))
        yield from self._connection.execute(query).scalars()

    def _entry(self, kind: str, key: str, text: str) -> Entry:
        try:
            return Entry(kind, key, json.loads(text))
        except (ValueError, RecursionError):
            raise LedgerError(f"{self.path}: the entry {kind} {key} is damaged") from None


def _begins(prefix: str) -> Iterator[sa.ColumnElement[bool]]:
    """What a key that begins with a prefix fulfils, in a form that an index serves."""
    if prefix:
        yield _entries.key >= prefix
        yield _entries.key < prefix[:-1] + chr(ord(prefix[-1]) + 1)
