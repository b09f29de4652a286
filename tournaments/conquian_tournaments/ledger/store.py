"""The ledger in a SQLite file: entries are only ever added, by one writer at a time."""

import contextlib
import fcntl
import json
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

import sqlalchemy as sa
from sqlalchemy.pool import ConnectionPoolEntry

from conquian_tournaments.ledger.chain import GENESIS, Entry, next_head
from conquian_tournaments.ledger.errors import LedgerError

FORMAT = 1

_metadata = sa.MetaData()
_format = sa.Table("ledger", _metadata, sa.Column("format", sa.Integer, nullable=False))
_entries = sa.Table(
    "entries",
    _metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.UniqueConstraint("kind", "key"),
)
# What must not be published before the end. The file is its owner's alone.
_secrets = sa.Table(
    "secrets",
    _metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

_OWNER_ONLY = 0o600


class Ledger:
    """An open ledger; a context manager.

    Attributes:
        path: its file.
    """

    def __init__(self, path: Path, engine: sa.Engine) -> None:
        self.path = path
        self._engine = engine
        self._lock: int | None = None
        self._appending = threading.Lock()

    @classmethod
    def create(cls, path: Path) -> Self:
        """Make an empty ledger, open for writing.

        Raises:
            LedgerError: the file is there already, or can't be made.
        """
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OWNER_ONLY))
        except OSError as error:
            raise LedgerError(f"{path}: can't make the ledger: {error.strerror}") from None
        ledger = cls(path, _engine(path))
        ledger._take_lock()
        with _in_words(path), ledger._engine.begin() as connection:
            _metadata.create_all(connection)
            connection.execute(_format.insert().values(format=FORMAT))
        return ledger

    @classmethod
    def open(cls, path: Path, *, write: bool = False) -> Self:
        """Open a ledger.

        Args:
            path: its file.
            write: whether entries will be added; only one may at a time.

        Raises:
            LedgerError: there is none, it is no ledger, of another version, or in use.
        """
        if not path.is_file():
            raise LedgerError(f"{path}: there is no ledger here")
        ledger = cls(path, _engine(path))
        ledger._check_format()
        if write:
            ledger._take_lock()
        return ledger

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others write."""
        self._engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def head(self) -> str:
        """The hash of the last entry, in hex; of all that the ledger says."""
        with _in_words(self.path), self._engine.connect() as connection:
            return _head(connection)

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries in one transaction; one that stands in the ledger already is left as it is.

        Raises:
            LedgerError: nothing could be written, and nothing was.
        """
        with self._appending, _in_words(self.path), self._engine.begin() as connection:
            head = _head(connection)
            for entry in entries:
                if not _has(connection, entry):
                    head = _add(connection, entry, head)

    def read(self, kind: str | None = None) -> Iterator[Entry]:
        """The entries in their order, all or those of one kind."""
        query = sa.select(_entries.c.kind, _entries.c.key, _entries.c.body)
        if kind is not None:
            query = query.where(_entries.c.kind == kind)
        with _in_words(self.path), self._engine.connect() as connection:
            for row in connection.execute(query.order_by(_entries.c.number)):
                yield Entry(row.kind, row.key, json.loads(row.body))

    def count(self, kind: str) -> int:
        """How many entries of a kind there are."""
        query = sa.select(sa.func.count()).where(_entries.c.kind == kind)
        with _in_words(self.path), self._engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def keep_secret(self, name: str, value: str) -> None:
        """Keep a value that is not part of the ledger's entries."""
        with _in_words(self.path), self._engine.begin() as connection:
            connection.execute(_secrets.insert().values(name=name, value=value))

    def secret(self, name: str) -> str | None:
        """A value that was kept, None where there is none."""
        query = sa.select(_secrets.c.value).where(_secrets.c.name == name)
        with _in_words(self.path), self._engine.connect() as connection:
            value: str | None = connection.execute(query).scalar()
            return value

    def _check_format(self) -> None:
        try:
            with self._engine.connect() as connection:
                found = connection.execute(sa.select(_format.c.format)).scalar()
        except sa.exc.DatabaseError:
            raise LedgerError(f"{self.path}: this file is no ledger") from None
        if found != FORMAT:
            raise LedgerError(
                f"{self.path}: the ledger has format {found}, this program reads {FORMAT}"
            )

    def _take_lock(self) -> None:
        self._lock = os.open(self.path, os.O_RDWR)
        try:
            # A lock of flock's is apart from those that SQLite sets by fcntl.
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LedgerError(f"{self.path}: another run is writing to this ledger") from None


def _engine(path: Path) -> sa.Engine:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)))

    @sa.event.listens_for(engine, "connect")
    def _configure(
        connection: sa.engine.interfaces.DBAPIConnection, _: ConnectionPoolEntry
    ) -> None:
        cursor = connection.cursor()
        with contextlib.suppress(Exception):  # what is no database says so when it is read
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")  # a commit outlives a power loss
        cursor.close()

    return engine


def _head(connection: sa.Connection) -> str:
    query = sa.select(_entries.c.head).order_by(_entries.c.number.desc()).limit(1)
    head: str | None = connection.execute(query).scalar()
    return head or GENESIS


def _has(connection: sa.Connection, entry: Entry) -> bool:
    same = (_entries.c.kind == entry.kind) & (_entries.c.key == entry.key)
    return connection.execute(sa.select(sa.literal(1)).where(same)).scalar() is not None


def _add(connection: sa.Connection, entry: Entry, head: str) -> str:
    text = entry.text
    head = next_head(head, entry.kind, entry.key, text)
    connection.execute(
        _entries.insert().values(kind=entry.kind, key=entry.key, body=text, head=head)
    )
    return head


@contextlib.contextmanager
def _in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except sa.exc.DatabaseError as error:
        raise LedgerError(f"{path}: {error.orig}") from error
