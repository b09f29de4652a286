"""The ledger in a database: entries are only ever added, by one writer at a time."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Self

import sqlalchemy as sa

from conquian_tournaments.ledger import schema
from conquian_tournaments.ledger.chain import next_head, verify_chain
from conquian_tournaments.ledger.entry import Entry, Fold
from conquian_tournaments.ledger.errors import LedgerError
from conquian_tournaments.ledger.format import check_format, read_format
from conquian_tournaments.ledger.place import Place, Where
from conquian_tournaments.ledger.places import place_of
from conquian_tournaments.ledger.view import View


class Ledger:
    """An open ledger; a context manager.

    Attributes:
        path: its file, or its database's address.
        begun: whether it says anything yet; `begin` is what makes it.
    """

    def __init__(
        self, place: Place, engine: sa.Engine, release: Callable[[], None] = lambda: None
    ) -> None:
        """Use the class methods instead."""
        self.path = place.where
        self._place = place
        self._engine = engine
        self._release = release
        with place.in_words(), engine.connect() as connection:
            found = read_format(self.path, connection)
        self.begun = found is not None
        if found is not None:
            check_format(self.path, found)

    @classmethod
    def open(cls, where: Where) -> Self:
        """Open a ledger to read it.

        Raises:
            LedgerError: there is none, or it is no ledger or of another version.
        """
        place = place_of(where)
        engine = place.reading_engine()
        ledger = cls._of(place, engine, lambda: None)
        if not ledger.begun:
            ledger.close()
            raise LedgerError(f"{where}: the ledger is empty; its tournament has not begun")
        return ledger

    @classmethod
    def open_to_write(cls, where: Where) -> Self:
        """Open a ledger to add to it; where there is none, one that has not begun.

        Raises:
            LedgerError: it can't be written, is no ledger, of another version, or in use.
        """
        place = place_of(where)
        release = place.take()
        return cls._of(place, place.writing_engine(), release)

    @classmethod
    def _of(cls, place: Place, engine: sa.Engine, release: Callable[[], None]) -> Self:
        try:
            return cls(place, engine, release)
        except BaseException:
            engine.dispose()
            release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the ledger and let others write."""
        self._engine.dispose()
        self._release()  # last: a file's lock must not end before SQLite's own on the same file
        self._release = lambda: None

    def begin(self, entries: Sequence[Entry], secrets: Mapping[str, str]) -> None:
        """Make the ledger with its first entries, whole or not at all.

        Args:
            entries: the first entries.
            secrets: what is kept beside the entries, by name.

        Raises:
            LedgerError: it can't be written; it has not begun.
        """
        with self._place.in_words():
            self._place.prepare(self._engine)
            with self._engine.begin() as connection:
                schema.metadata.create_all(connection, checkfirst=False)
                self._place.guard(connection)
                connection.execute(schema.format_.insert().values(version_num=schema.FORMAT))
                for name, value in secrets.items():
                    connection.execute(schema.secrets.insert().values(name=name, value=value))
                _append(View(self.path, connection), connection, entries)
        self.begun = True

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries in one transaction; one that stands in the ledger already is left as it is.

        Raises:
            LedgerError: they can't be written, and none was.
        """
        with self._place.in_words(), self._engine.begin() as connection:
            _append(View(self.path, connection), connection, entries)

    def keep(self, fold: Fold) -> None:
        """Keep what was folded beside the entries, instead of what was kept before.

        Raises:
            LedgerError: it can't be written.
        """
        row = {"number": fold.number, "head": fold.head, "body": fold.text}
        with self._place.in_words(), self._engine.begin() as connection:
            connection.execute(schema.folds.delete())
            connection.execute(schema.folds.insert().values(version=fold.version, **row))

    @contextlib.contextmanager
    def view(self) -> Iterator[View]:
        """Read the ledger as it is now."""
        with self._place.in_words(), self._engine.connect() as connection:
            view = View(self.path, connection)
            try:
                yield view
            except (IndexError, KeyError, TypeError, ValueError):
                verify_chain(view)  # where somebody has changed an entry, that is what is told
                raise


def _append(view: View, connection: sa.Connection, entries: Sequence[Entry]) -> None:
    number, head = view.last
    rows = []
    # Numbers are set here, for those that a database gives have gaps after a failure.
    for place, entry in enumerate(view.missing(entries), number + 1):
        text = entry.text
        head = next_head(head, entry.kind, entry.key, text)
        body = {"kind": entry.kind, "key": entry.key, "body": text, "head": head}
        rows.append({"number": place, **body})
    if rows:
        connection.execute(schema.entries.insert(), rows)
