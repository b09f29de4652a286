"""PostgreSQL as the ledger needs it: one writer, readers who see one moment, secrets kept."""

import contextlib
from collections.abc import Callable, Iterator

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import IsolationLevel

from conquian_tournaments.ledger.errors import LedgerError

DIALECT = "postgresql+psycopg"
_CONNECT_SECONDS = 10
_LOCK = sa.text(
    "SELECT pg_try_advisory_lock"
    "(hashtext('conquian ledger'), hashtext(coalesce(current_schema(), '')))"
)


class PostgresDatabase:
    """A ledger in a database, or in a schema of it, of its own; see `Place`.

    Attributes:
        where: its address.
    """

    def __init__(self, url: sa.URL) -> None:
        if url.drivername != DIALECT:
            raise LedgerError(f"{url}: a database's address begins with {DIALECT}://")
        self.where = url

    def reading_engine(self) -> sa.Engine:
        """What reads it; each connection sees one moment."""
        return self._engine(isolation="REPEATABLE READ", readonly=True)

    def take(self) -> Callable[[], None]:
        """Be the one who writes to it.

        The lock is a session's, so the server frees it when this process or its machine is gone.
        Were the connection lost unseen, a second writer could come; then the entries' numbers,
        which stand once, keep the chain whole.
        """
        engine = self._engine(isolation="AUTOCOMMIT")
        with self.in_words():
            connection = engine.connect()
            if not connection.execute(_LOCK).scalar():
                engine.dispose()
                raise LedgerError(
                    f"{self.where}: can't write the ledger: another run is writing to it"
                )

        def release() -> None:
            connection.invalidate()  # closes the session, and so the lock ends
            engine.dispose()

        return release

    def writing_engine(self) -> sa.Engine:
        """What adds to it."""
        return self._engine(isolation="REPEATABLE READ")

    def prepare(self, engine: sa.Engine) -> None:
        """Nothing: a database is ready."""

    def guard(self, connection: sa.Connection) -> None:
        """Let nobody but the owner read the secrets, whatever others are granted by default."""
        connection.exec_driver_sql("REVOKE ALL ON secrets FROM PUBLIC")
        connection.exec_driver_sql("ALTER TABLE secrets ENABLE ROW LEVEL SECURITY")

    @contextlib.contextmanager
    def in_words(self) -> Iterator[None]:
        """Raise the database's errors as the ledger's."""
        try:
            yield
        except sa.exc.DBAPIError as error:
            why = str(error.orig).strip().partition("\n")[0]
            raise LedgerError(f"{self.where}: {why}") from error

    def _engine(self, *, readonly: bool = False, isolation: IsolationLevel) -> sa.Engine:
        try:
            return sa.create_engine(
                self.where,
                isolation_level=isolation,
                execution_options={"postgresql_readonly": True} if readonly else {},
                connect_args={"connect_timeout": _CONNECT_SECONDS},
            )
        except ModuleNotFoundError:
            raise LedgerError(
                f"{self.where}: PostgreSQL needs a driver; pip install 'conquian[postgres]'"
            ) from None
