"""Reading a ledger."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import sqlalchemy as sa

from conquian_tournaments.ledger import schema
from conquian_tournaments.ledger.chain import GENESIS
from conquian_tournaments.ledger.entry import Entry, Link
from conquian_tournaments.ledger.errors import LedgerError

_AT_ONCE = 400  # entries asked for; a query of SQLite's has room for a thousand values or so

_entries = schema.entries.c


class View:
    """A ledger as it is at one moment, whatever is added to it meanwhile.

    Attributes:
        path: the ledger's file.
    """

    def __init__(self, path: Path, connection: sa.Connection) -> None:
        self.path = path
        self._connection = connection

    @property
    def head(self) -> str:
        """The hash of the last entry, in hex; of all that the ledger says."""
        query = sa.select(_entries.head).order_by(_entries.number.desc()).limit(1)
        head: str | None = self._connection.execute(query).scalar()
        return head or GENESIS

    @property
    def count(self) -> int:
        """How many entries there are."""
        query = sa.select(sa.func.count()).select_from(schema.entries)
        return self._connection.execute(query).scalar_one()

    def entries(self, kind: str, *, prefix: str = "") -> Iterator[Entry]:
        """The entries of a kind whose keys begin with a prefix, in their order."""
        query = sa.select(_entries.key, _entries.body).where(_entries.kind == kind)
        if prefix:
            query = query.where(_entries.key.startswith(prefix, autoescape=True))
        for key, text in self._connection.execute(query.order_by(_entries.number)):
            yield self._entry(kind, key, text)

    def entry(self, kind: str, key: str = "") -> Entry | None:
        """One entry, None where it is not in the ledger."""
        query = sa.select(_entries.body).where(_entries.kind == kind, _entries.key == key)
        text: str | None = self._connection.execute(query).scalar()
        return None if text is None else self._entry(kind, key, text)

    def has(self, kind: str, *, prefix: str) -> bool:
        """Whether there is an entry of a kind whose key begins with a prefix."""
        begins = _entries.key.startswith(prefix, autoescape=True)
        query = sa.select(_entries.number).where(_entries.kind == kind, begins).limit(1)
        return self._connection.execute(query).first() is not None

    def missing(self, entries: Sequence[Entry]) -> list[Entry]:
        """Those of the entries that are not in the ledger, each once."""
        wanted = {(entry.kind, entry.key): entry for entry in reversed(entries)}
        for kind in {entry.kind for entry in entries}:
            keys = [key for its_kind, key in wanted if its_kind == kind]
            for start in range(0, len(keys), _AT_ONCE):
                for key in self._there(kind, keys[start : start + _AT_ONCE]):
                    del wanted[kind, key]
        return list(reversed(wanted.values()))

    def keys(self, kind: str) -> Iterator[str]:
        """The keys of the entries of a kind, in any order; quick, since no entry is read."""
        yield from self._connection.execute(
            sa.select(_entries.key).where(_entries.kind == kind)
        ).scalars()

    def links(self) -> Iterator[Link]:
        """All entries as they are stored, in their order."""
        columns = (_entries.number, _entries.kind, _entries.key, _entries.body, _entries.head)
        for row in self._connection.execute(sa.select(*columns).order_by(_entries.number)):
            yield Link(*row)

    def secret(self, name: str) -> str | None:
        """A value that is kept beside the entries, None where there is none."""
        secrets = schema.secrets.c
        query = sa.select(secrets.value).where(secrets.name == name)
        value: str | None = self._connection.execute(query).scalar()
        return value

    def _there(self, kind: str, keys: Sequence[str]) -> Iterator[str]:
        query = sa.select(_entries.key).where(_entries.kind == kind, _entries.key.in_(keys))
        yield from self._connection.execute(query).scalars()

    def _entry(self, kind: str, key: str, text: str) -> Entry:
        try:
            return Entry(kind, key, json.loads(text))
        except (ValueError, RecursionError):
            raise LedgerError(f"{self.path}: the entry {kind} {key} is damaged") from None
