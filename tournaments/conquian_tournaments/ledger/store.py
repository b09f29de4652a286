"""The ledger in a SQLite file: entries are only ever added, by one writer at a time."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

import sqlalchemy as sa

from conquian_tournaments.ledger import schema, sqlite
from conquian_tournaments.ledger.chain import next_head
from conquian_tournaments.ledger.entry import Entry, Fold
from conquian_tournaments.ledger.errors import LedgerError
from conquian_tournaments.ledger.view import View


class Ledger:
    """An open ledger; a context manager.

    Attributes:
        path: its file.
        begun: whether it says anything yet; `begin` is what makes it.
    """

    def __init__(self, path: Path, engine: sa.Engine, lock: int | None = None) -> None:
        """Use the class methods instead."""
        self.path = path
        self._engine = engine
        self._lock = lock
        with sqlite.in_words(path), engine.connect() as connection:
            tables = sa.inspect(connection).get_table_names()
            self.begun = bool(tables)
            if self.begun:
                _check_format(path, tables, connection)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a ledger to read it.

        Raises:
            LedgerError: there is none, or it is no ledger or of another version.
        """
        if not path.is_file():
            raise LedgerError(f"{path}: there is no ledger here")
        ledger = cls._of(path, sqlite.reading_engine(path), None)
        if not ledger.begun:
            ledger.close()
            raise LedgerError(f"{path}: the ledger is empty; its tournament has not begun")
        return ledger

    @classmethod
    def open_to_write(cls, path: Path) -> Self:
        """Open a ledger to add to it; where there is none, one that has not begun.

        Raises:
            LedgerError: it can't be written, is no ledger, of another version, or in use.
        """
        lock = sqlite.take_file(path)
        return cls._of(path, sqlite.writing_engine(path), lock)

    @classmethod
    def _of(cls, path: Path, engine: sa.Engine, lock: int | None) -> Self:
        try:
            return cls(path, engine, lock)
        except BaseException:
            _close(engine, lock)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others write."""
        _close(self._engine, self._lock)
        self._lock = None

    def begin(self, entries: Sequence[Entry], secrets: Mapping[str, str]) -> None:
        """Make the ledger with its first entries, whole or not at all.

        Args:
            entries: the first entries.
            secrets: what is kept beside the entries, by name.

        Raises:
            LedgerError: it can't be written; it has not begun.
        """
        with sqlite.in_words(self.path):
            sqlite.keep_write_ahead_log(self._engine)
            with self._engine.begin() as connection:
                schema.metadata.create_all(connection, checkfirst=False)
                connection.execute(schema.format_.insert().values(format=schema.FORMAT))
                for name, value in secrets.items():
                    connection.execute(schema.secrets.insert().values(name=name, value=value))
                _append(View(self.path, connection), connection, entries)
        self.begun = True

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries in one transaction; one that stands in the ledger already is left as it is.

        Raises:
            LedgerError: they can't be written, and none was.
        """
        with sqlite.in_words(self.path), self._engine.begin() as connection:
            _append(View(self.path, connection), connection, entries)

    def keep(self, fold: Fold) -> None:
        """Keep what was folded beside the entries, instead of what was kept before.

        Raises:
            LedgerError: it can't be written.
        """
        row = {"number": fold.number, "head": fold.head, "body": fold.text}
        with sqlite.in_words(self.path), self._engine.begin() as connection:
            connection.execute(schema.folds.delete())
            connection.execute(schema.folds.insert().values(version=fold.version, **row))

    @contextlib.contextmanager
    def view(self) -> Iterator[View]:
        """Read the ledger as it is now."""
        with sqlite.in_words(self.path), self._engine.connect() as connection:
            yield View(self.path, connection)


def _check_format(path: Path, tables: Sequence[str], connection: sa.Connection) -> None:
    if schema.format_.name not in tables:
        raise LedgerError(f"{path}: this file is no ledger")
    found = connection.execute(sa.select(schema.format_.c.format)).scalar()
    if found != schema.FORMAT:
        raise LedgerError(
            f"{path}: the ledger has format {found} and this program reads {schema.FORMAT};"
            " use the version of conquian that wrote it"
        )


def _append(view: View, connection: sa.Connection, entries: Sequence[Entry]) -> None:
    head, rows = view.head, []
    for entry in view.missing(entries):
        text = entry.text
        head = next_head(head, entry.kind, entry.key, text)
        rows.append({"kind": entry.kind, "key": entry.key, "body": text, "head": head})
    if rows:
        connection.execute(schema.entries.insert(), rows)


def _close(engine: sa.Engine, lock: int | None) -> None:
    engine.dispose()
    if lock is not None:
        os.close(lock)  # last: it would end the locks that SQLite has on the same file
