"""Ledgers of earlier formats, and how they are brought up to this one."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from conquian_tournaments.audit import audit
from conquian_tournaments.folds import keep_fold
from conquian_tournaments.ledger import (
    FORMAT,
    Entry,
    Ledger,
    LedgerError,
    schema,
    upgrade,
    verify_chain,
)
from conquian_tournaments.ledger import format as format_of
from conquian_tournaments.overview import overview

from tests.tournaments.audit.leagues import PUBLISHED, ROUND_ROBIN, Script, write
from tests.tournaments.first_format import write_first_format
from tests.tournaments.ledgers import change


def _rows(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_the_first_format_is_refused_with_what_to_do(path: Path) -> None:
    """A ledger of an earlier format is not read, nor written to; the error names the command."""
    write_first_format(path)
    for open_it in (Ledger.open, Ledger.open_to_write):
        with pytest.raises(LedgerError, match=r"has format 1 .* with `conquian ledger upgrade`"):
            open_it(path)


def test_an_upgrade_leaves_the_chain_as_it_is(path: Path) -> None:
    """Brought up, a ledger has the same entries and head, is sound, has the same tables, grows."""
    head = write_first_format(path)
    before = _rows(path, "SELECT number, kind, key, body, head FROM entries ORDER BY number")
    assert upgrade(path) == "1"
    query = "SELECT number, kind, key, body, head FROM entries ORDER BY number"
    assert _rows(path, query) == before
    with Ledger.open_to_write(path) as ledger:
        with ledger.view() as view:
            assert verify_chain(view, head) == head
            assert audit(view, head=head).findings == ()
            assert view.secret("seed") is not None
        state = overview(ledger)
        ledger.append([Entry("leg", "more", {})])
        keep_fold(ledger)
        assert overview(ledger).ratings == state.ratings
    whole = [*Script(ROUND_ROBIN).entries, PUBLISHED]
    with Ledger.open(write(path.with_name("new"), whole)) as new:
        assert overview(new).ratings == state.ratings
        assert overview(new).standings == state.standings


def test_an_upgrade_changes_what_is_of_this_format_in_nothing(closed: Path) -> None:
    """A ledger of this format stays as it is, byte for byte."""
    before = closed.read_bytes()
    assert upgrade(closed) == FORMAT
    assert closed.read_bytes() == before


def test_an_upgraded_schema_is_a_new_one_s(path: Path) -> None:
    """The migrations, from the first format on, make the tables that a new ledger has."""
    write_first_format(path)
    upgrade(path)
    new = write(path.with_name("new"), Script(ROUND_ROBIN).entries[:1])
    assert _schema(path) == _schema(new)
    assert set(_schema(new)) == set(schema.metadata.tables)


def _schema(path: Path) -> dict[str, Any]:
    engine = sa.create_engine("sqlite://", creator=lambda: sqlite3.connect(path))
    inspector = sa.inspect(engine)
    found = {
        table: (
            [
                (column["name"], str(column["type"]), column["nullable"])
                for column in inspector.get_columns(table)
            ],
            inspector.get_pk_constraint(table)["constrained_columns"],
            [each["column_names"] for each in inspector.get_unique_constraints(table)],
        )
        for table in inspector.get_table_names()
    }
    engine.dispose()
    return found


def test_every_format_has_its_migration(path: Path) -> None:
    """This format, and each that can be brought up to it, has a module, in one line."""
    folder = Path(format_of.__file__).with_name("migrations") / "versions"
    names = sorted(file.name for file in folder.glob("v*.py"))
    assert [name.partition("_")[0][1:] for name in names] == [*schema.EARLIER, FORMAT]


def test_an_upgrade_is_whole_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade that fails in its middle leaves a ledger of the format that it had."""
    write_first_format(path)
    tables = _rows(path, "SELECT name, sql FROM sqlite_master ORDER BY name")

    def fail(*_: object) -> None:
        raise sa.exc.OperationalError("", None, Exception("disk I/O error"))

    monkeypatch.setattr("alembic.op.drop_table", fail)
    with pytest.raises(LedgerError, match="disk I/O error"):
        upgrade(path)
    assert _rows(path, "SELECT name, sql FROM sqlite_master ORDER BY name") == tables
    monkeypatch.undo()
    assert upgrade(path) == "1"


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE alembic_version SET version_num = '9'", "has format 9 and this program reads"),
        ("DROP TABLE entries", "is no ledger"),
    ],
)
def test_what_can_t_be_brought_up_is_told(closed: Path, statement: str, why: str) -> None:
    """A ledger of a later version, and what is no ledger, are refused."""
    change(closed, statement)
    with pytest.raises(LedgerError, match=why):
        upgrade(closed)


def test_a_ledger_that_is_written_to_is_left_alone(ledger: Ledger) -> None:
    """A ledger that a run writes to is not touched."""
    with pytest.raises(LedgerError, match="another run is writing to it"):
        upgrade(ledger.path)
