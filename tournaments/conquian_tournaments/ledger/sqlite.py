"""SQLite as the ledger needs it: real transactions, one writer, readers that change nothing."""

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from conquian_tournaments.ledger.errors import LedgerError

_OWNER_ONLY = 0o600


def writing_engine(path: Path) -> sa.Engine:
    """What adds to a file that is there."""
    engine = _engine(path, "mode=rw")

    @sa.event.listens_for(engine, "connect")
    def _outlive_power_loss(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA synchronous = FULL").close()

    return engine


def reading_engine(path: Path) -> sa.Engine:
    """What reads a file, while others write or when nothing can be written beside it."""
    # Readers of a write-ahead log share an index, a file beside it. Where none can be made, and
    # no log is left, the file is all there is and nobody writes.
    log = path.with_name(f"{path.name}-wal")
    alone = not _writable(path.parent) and not log.exists()
    return _engine(path, "immutable=1" if alone else "mode=ro")


def keep_write_ahead_log(engine: sa.Engine) -> None:
    """From now on, readers of the file see whole transactions and don't hold up its writer."""
    with engine.connect() as connection:
        # Not within a transaction, so beside SQLAlchemy, which begins one.
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.execute("PRAGMA journal_mode = WAL").close()


def take_file(path: Path) -> int:
    """Be the one who writes to a file, made where there is none; until the result is closed.

    Raises:
        LedgerError: the file can't be written, or another has taken it.
    """
    try:
        file = os.open(path, os.O_CREAT | os.O_RDWR, _OWNER_ONLY)
    except OSError as error:
        raise LedgerError(f"{path}: can't write the ledger: {error.strerror}") from None
    try:
        # A lock of flock's is apart from those that SQLite sets by fcntl.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        held = isinstance(error, BlockingIOError)
        why = "another run is writing to it" if held else error.strerror
        raise LedgerError(f"{path}: can't write the ledger: {why}") from None
    return file


@contextlib.contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Raise the database's errors as the ledger's."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        cause = error.orig
        name = getattr(cause, "sqlite_errorname", "")
        why = "this file is no ledger" if name == "SQLITE_NOTADB" else str(cause)
        raise LedgerError(f"{path}: {why}") from error


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
