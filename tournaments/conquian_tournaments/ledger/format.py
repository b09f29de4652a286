"""The format of a ledger: which one it has, and how an earlier one is brought up to this one."""

from pathlib import Path
from typing import Final

import sqlalchemy as sa

from conquian_tournaments.ledger import schema
from conquian_tournaments.ledger.errors import LedgerError
from conquian_tournaments.ledger.place import Where
from conquian_tournaments.ledger.places import place_of
from conquian_tournaments.ledger.view import View

_MIGRATIONS: Final = Path(__file__).with_name("migrations")


def read_format(where: Where, connection: sa.Connection) -> str | None:
    """The format of a ledger; None where nothing is yet.

    Raises:
        LedgerError: something is there that is no ledger.
    """
    tables = sa.inspect(connection).get_table_names()
    if not tables:
        return None
    for table in (schema.format_, schema.first_format):
        if table.name in tables and schema.entries.name in tables:
            return str(connection.execute(sa.select(table)).scalar())
    raise LedgerError(f"{where}: this {_noun(where)} is no ledger")


def check_format(where: Where, found: str) -> None:
    """Refuse every format but this program's.

    Raises:
        LedgerError: it is another; the error says what to do.
    """
    if found == schema.FORMAT:
        return
    advice = "use the version of conquian that wrote it"
    if found in schema.EARLIER:
        advice = "bring it up to date with `conquian ledger upgrade`"
    raise LedgerError(
        f"{where}: the ledger has format {found} and this program reads {schema.FORMAT}; {advice}"
    )


def upgrade(where: Where) -> str:
    """Bring a ledger up to this program's format, whole or not at all; its chain stays as it is.

    Returns:
        the format that it had.

    Raises:
        LedgerError: it can't be written, or its format is none that can be brought up.
    """
    place = place_of(where)
    release = place.take()
    try:
        engine = place.writing_engine()
        try:
            with place.in_words(), engine.begin() as connection:
                return _upgrade(where, connection)
        finally:
            engine.dispose()
    finally:
        release()


def _upgrade(where: Where, connection: sa.Connection) -> str:
    found = read_format(where, connection)
    if found is None:
        raise LedgerError(f"{where}: there is no ledger here")
    if found in schema.EARLIER:
        before = View(where, connection).last
        _migrate(connection, found)
        assert View(where, connection).last == before  # no migration touches an entry
    else:
        check_format(where, found)
    return found


def _migrate(connection: sa.Connection, found: str) -> None:
    from alembic import command  # noqa: PLC0415 - takes long, and only this needs it
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if found == "1":
        command.stamp(config, found)  # it did not keep its version where Alembic does
    command.upgrade(config, schema.FORMAT)


def _noun(where: Where) -> str:
    return "file" if isinstance(where, Path) else "database"
