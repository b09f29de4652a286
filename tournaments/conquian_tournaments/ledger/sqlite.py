"""SQLite as the ledger needs it: real transactions, one writer, readers that change nothing."""

import contextlib
import fcntl
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sa

from conquian_tournaments.ledger.errors import LedgerError

_OWNER_ONLY = 0o600


class SqliteFile:
    """A ledger in a file; see `Place`.

    Attributes:
        where: the file.
    """

    def __init__(self, path: Path) -> None:
        self.where = path

    def reading_engine(self) -> sa.Engine:
        """What reads it, while others write or when nothing can be written beside it."""
        path = self.where
        if not path.is_file():
            raise LedgerError(f"{path}: there is no ledger here")
        # Readers of a write-ahead log share an index, a file beside it. Where none can be made, and
        # no log is left, the file is all there is and nobody writes.
        log = path.with_name(f"{path.name}-wal")
        alone = not _writable(path.parent) and not log.exists()
        return _engine(path, "immutable=1" if alone else "mode=ro")

    def take(self) -> Callable[[], None]:
        """Be the one who writes to it; it is made where there is none."""
        lock = _take_file(self.where)
        return lambda: os.close(lock)

    def writing_engine(self) -> sa.Engine:
        """What adds to it, on the disk when a transaction ends."""
        engine = _engine(self.where, "mode=rw")

        @sa.event.listens_for(engine, "connect")
        def _outlive_power_loss(connection: sqlite3.Connection, _: object) -> None:
            connection.execute("PRAGMA synchronous = FULL").close()

        return engine

    def prepare(self, engine: sa.Engine) -> None:
        """From now on, readers see whole transactions and don't hold up the writer."""
        with engine.connect() as connection:
            # Not within a transaction, so beside SQLAlchemy, which begins one.
            raw = connection.connection.dbapi_connection
            assert isinstance(raw, sqlite3.Connection)
            raw.execute("PRAGMA journal_mode = WAL").close()

    def guard(self, connection: sa.Connection) -> None:
        """The whole file is its owner's alone already."""

    @contextlib.contextmanager
    def in_words(self) -> Iterator[None]:
        """Raise the database's errors as the ledger's."""
        try:
            yield
        except sa.exc.DBAPIError as error:
            raise LedgerError(f"{self.where}: {_why(error.orig)}") from error
        except UnicodeDecodeError as error:
            raise LedgerError(f"{self.where}: {_DAMAGED.format(error)}") from error


_DAMAGED = (
    "the file is damaged ({}); put a copy of it back, and see by `conquian audit` what that holds"
)


def _why(cause: BaseException | None) -> str:
    name = getattr(cause, "sqlite_errorname", "")
    if name == "SQLITE_NOTADB":
        return "this file is no ledger"
    if name.startswith("SQLITE_CORRUPT"):
        return _DAMAGED.format(cause)
    return str(cause)


def _take_file(path: Path) -> int:
    try:
        file = os.open(path, os.O_CREAT | os.O_RDWR, _OWNER_ONLY)
    except OSError as error:
        raise LedgerError(f"{path}: can't write the ledger: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise LedgerError(f"{path}: can't write the ledger: this is no regular file")
    try:
        # A lock of flock's is apart from those that SQLite sets by fcntl.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        held = isinstance(error, BlockingIOError)
        why = "another run is writing to it" if held else error.strerror
        raise LedgerError(f"{path}: can't write the ledger: {why}") from None
    return file


def _engine(path: Path, options: str) -> sa.Engine:
    uri = f"{path.absolute().as_uri()}?{options}"

    def connect() -> sqlite3.Connection:
        # Its own idea of when a transaction begins leaves the making of tables out.
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    engine = sa.create_engine("sqlite://", creator=connect, poolclass=sa.QueuePool)

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _writable(folder: Path) -> bool:
    effective = os.access in os.supports_effective_ids
    return os.access(folder, os.W_OK, effective_ids=effective)
