"""The ledger in PostgreSQL, on a real server."""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa
from conquian_tournaments.audit import audit
from conquian_tournaments.cli.app import app
from conquian_tournaments.folds import folded_anew, folded_on, keep_fold
from conquian_tournaments.ledger import Entry, Ledger, LedgerError, upgrade, verify_chain
from conquian_tournaments.overview import overview
from conquian_tournaments.tournament import Tournament
from typer.testing import CliRunner, Result

from tests.tournaments.actors import Actors
from tests.tournaments.audit.leagues import FORMATS, PUBLISHED, SEED, SWISS, Fields, Script, write
from tests.tournaments.ledgers import DEALS, OPENING, deals_of, head_of
from tests.tournaments.runs import Notes, of_kind, run_to_end, stop_at
from tests.tournaments.servers import Server, server

_numbers = count()


def conquian(*arguments: object) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A server."""
    # A socket's path has little room, and the server's user must reach it.
    folder = Path(tempfile.mkdtemp(prefix="conquian-pg-", dir="/tmp"))
    try:
        with server(folder) as running:
            yield running
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def database(postgres: Server) -> str:
    """A database of the test's own, where the language's order of letters is not that of bytes."""
    name = f"test{next(_numbers)}"
    postgres.execute(f"CREATE DATABASE {name}")
    return name


@pytest.fixture
def url(postgres: Server, database: str) -> sa.URL:
    """Its address."""
    return postgres.url(database)


@pytest.fixture
def ledger(url: sa.URL) -> Iterator[Ledger]:
    """A ledger with its opening and nine deals, open for writing."""
    with Ledger.open_to_write(url) as ledger:
        ledger.begin([OPENING], {"seed": "secret"})
        ledger.append(DEALS[:4])
        ledger.append(DEALS[4:])
        yield ledger


def test_it_is_the_same_ledger(ledger: Ledger, url: sa.URL, path: Path) -> None:
    """The same entries have the same head there as in a file, and are read alike."""
    with Ledger.open_to_write(path) as file:
        file.begin([OPENING, *DEALS], {"seed": "secret"})
        assert head_of(file) == head_of(ledger)
    with Ledger.open(url) as reader, reader.view() as view:
        assert list(view.entries("deal")) == DEALS
        assert [entry.key for entry in view.entries("deal", prefix="r0-0v1-a/7")] == [DEALS[7].key]
        assert list(view.entries("deal", after=5)) == DEALS[4:]
        assert view.entry("tournament") == OPENING
        assert set(view.keys("deal")) == {deal.key for deal in DEALS}
        assert view.count == len(DEALS) + 1
        assert view.secret("seed") == "secret"
        assert [link.number for link in view.links()] == list(range(1, 11))
        verify_chain(view, head_of(ledger))


def test_a_fact_stands_once(ledger: Ledger) -> None:
    """A second entry of a kind and key changes nothing; what is new beside it is written."""
    new = Entry("leg", "x", {})
    ledger.append([Entry("deal", DEALS[0].key, {"points": [99, 99]}), new, new])
    assert deals_of(ledger) == DEALS
    with ledger.view() as view:
        assert list(view.entries("leg")) == [new]


def test_one_writes_many_read(ledger: Ledger, url: sa.URL) -> None:
    """A second writer is told of the first, readers are not held up and see one moment."""
    with pytest.raises(LedgerError, match="another run is writing to it"):
        Ledger.open_to_write(url)
    with Ledger.open(url) as reader, reader.view() as view:
        head = view.head
        ledger.append([Entry("leg", "r0-0v1-a", {})])
        assert view.head == head
        assert view.entry("leg", "r0-0v1-a") is None
    ledger.close()
    Ledger.open_to_write(url).close()


def test_a_killed_writer_lets_go(ledger: Ledger, url: sa.URL, postgres: Server) -> None:
    """A writer whose connections end holds no lock, and what it wrote is there."""
    postgres.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        f" WHERE datname = '{url.database}' AND pid <> pg_backend_pid()"
    )
    with pytest.raises(LedgerError):
        ledger.append([Entry("leg", "r0-0v1-a", {})])
    with Ledger.open_to_write(url) as next_one:
        assert deals_of(next_one) == DEALS
        next_one.append([Entry("leg", "r0-0v1-a", {})])


def test_a_failed_batch_leaves_no_gap(ledger: Ledger) -> None:
    """Numbers follow each other though a batch before them failed in the database."""
    with pytest.raises(LedgerError, match="NUL"):
        ledger.append([Entry("leg", "a", {}), Entry("leg", "b\0", {})])
    ledger.append([Entry("leg", "c", {})])
    with ledger.view() as view:
        verify_chain(view)
        assert view.last[0] == len(DEALS) + 2


def test_two_writers_can_t_fork_the_chain(ledger: Ledger, url: sa.URL) -> None:
    """Were a lock lost unseen, only one of two writers could add the next entry."""
    with Ledger.open(url) as reader, reader.view() as view:
        number, head = view.last
    engine = sa.create_engine(url)
    ledger.append([Entry("leg", "r0-0v1-a", {})])
    values = {"number": number + 1, "kind": "leg", "key": "other", "body": "{}", "head": head}
    insert = sa.text("INSERT INTO entries VALUES (:number, :kind, :key, :body, :head)")
    with pytest.raises(sa.exc.IntegrityError), engine.begin() as connection:
        connection.execute(insert, values)
    engine.dispose()


@pytest.mark.parametrize("played", FORMATS, ids=lambda played: played["format"])
def test_a_tournament_is_the_same_there(url: sa.URL, path: Path, played: Fields) -> None:
    """The tables of a ledger, whole and in its middle, and its audit, are those of the file."""
    entries = [*Script(played).entries, PUBLISHED]
    with Ledger.open_to_write(url) as ledger, Ledger.open(write(path, entries)) as file:
        ledger.begin(entries[:9], {"seed": SEED})
        keep_fold(ledger)
        ledger.append(entries[9:])
        with ledger.view() as view:
            assert folded_on(view) == folded_anew(view)
            assert audit(view).findings == ()
        assert overview(ledger) == overview(file)


def test_a_run_goes_on_there(
    tournament: Tournament, actors: Actors, url: sa.URL, tmp_path: Path
) -> None:
    """A run that is stopped goes on there, and commands find it by the tournament's file."""
    there = replace(tournament, ledger=url)
    notes = Notes()
    stop_at(actors, 11, notes.stop)
    with pytest.raises(asyncio.CancelledError):
        run_to_end(there, notes)
    actors.before_deal = lambda *_: None
    assert run_to_end(there).begun == [(24, 11)]
    run_to_end(tournament)
    assert of_kind(there, "deal") == of_kind(tournament, "deal")

    file = tmp_path / "league.toml"
    file.write_text(f'ledger = "{url.render_as_string(hide_password=False)}"\n')
    audited = conquian("audit", file, "--json")
    assert (audited.exit_code, json.loads(audited.stdout)["findings"]) == (0, [])
    assert json.loads(conquian("ratings", file, "--json").stdout)["deals"] == 24
    assert conquian("ledger", "upgrade", file).exit_code == 0


# --- what is not to be seen -------------------------------------------------------------------


def test_the_seed_is_its_owner_s(url: sa.URL, postgres: Server) -> None:
    """A role that may read all tables, granted by default, reads the ledger but not the seed."""
    database = str(url.database)
    postgres.execute(
        "DROP ROLE IF EXISTS guest",
        "CREATE ROLE guest LOGIN",
        "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO guest",
        database=database,
    )
    entries = Script(SWISS).entries
    with Ledger.open_to_write(url) as ledger:
        ledger.begin(entries, {"seed": SEED})
        state = overview(ledger)
    guest = postgres.url(database, "guest")
    with Ledger.open(guest) as ledger, ledger.view() as view:
        assert view.secret("seed") is None
        assert overview(ledger).ratings == state.ratings
        assert [finding.place for finding in audit(view).findings] == ["seed"]
    postgres.execute("REVOKE SELECT ON secrets FROM guest", database=database)
    with Ledger.open(guest) as ledger, ledger.view() as view:
        assert view.secret("seed") is None
        assert view.head == state.head
    with pytest.raises(LedgerError, match="permission denied"), Ledger.open_to_write(guest) as it:
        it.append([Entry("leg", "x", {})])
    postgres.execute("DROP OWNED BY guest", "DROP ROLE guest", database=database)


# --- what is wrong ----------------------------------------------------------------------------


def test_an_empty_database_is_told(url: sa.URL) -> None:
    """A database without a ledger has none to read, and a new one begins in it."""
    with pytest.raises(LedgerError, match="the ledger is empty; its tournament has not begun"):
        Ledger.open(url)
    with Ledger.open_to_write(url) as ledger:
        assert not ledger.begun


def test_another_s_database_is_left_alone(url: sa.URL, postgres: Server) -> None:
    """A database that holds other tables is no ledger."""
    postgres.execute("CREATE TABLE somebody (s TEXT)", database=str(url.database))
    for open_it in (Ledger.open, Ledger.open_to_write, upgrade):
        with pytest.raises(LedgerError, match="this database is no ledger"):
            open_it(url)


def test_a_ledger_may_have_a_schema_of_its_own(url: sa.URL, postgres: Server) -> None:
    """Two ledgers, and other tables, stand in one database, each in its schema."""
    database = str(url.database)
    postgres.execute(
        "CREATE TABLE somebody (s TEXT)",
        "CREATE SCHEMA one",
        "CREATE SCHEMA two",
        database=database,
    )
    one, two = (
        url.update_query_dict({"options": f"-csearch_path={name}"}) for name in ("one", "two")
    )
    with Ledger.open_to_write(one) as first, Ledger.open_to_write(two) as second:
        first.begin([OPENING], {})
        second.begin([OPENING, *DEALS], {})
        assert (deals_of(first), deals_of(second)) == ([], DEALS)


def test_a_schema_that_is_not_there_is_told(url: sa.URL) -> None:
    """An address of a schema that nobody has made is an error when the ledger begins."""
    missing = url.update_query_dict({"options": "-csearch_path=missing"})
    with (
        Ledger.open_to_write(missing) as ledger,
        pytest.raises(LedgerError, match="no schema has been selected to create in"),
    ):
        ledger.begin([OPENING], {})


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    """An address where nobody answers is one line, without the password."""
    url = sa.URL.create(
        "postgresql+psycopg", "me", "hush", database="x", query={"host": str(tmp_path)}
    )
    for open_it in (Ledger.open, Ledger.open_to_write):
        with pytest.raises(LedgerError, match="connection to server on socket") as told:
            open_it(url)
        assert "hush" not in str(told.value)
        assert "\n" not in str(told.value)


def test_another_kind_of_database_is_told() -> None:
    """An address of a kind that no ledger is kept in is refused."""
    with pytest.raises(LedgerError, match="begins with postgresql\\+psycopg://"):
        Ledger.open(sa.make_url("mysql://host/x"))


def test_a_ledger_of_this_format_is_up_to_date(ledger: Ledger, url: sa.URL) -> None:
    """A ledger there needs no upgrade, which says so and changes nothing."""
    head = head_of(ledger)
    ledger.close()
    assert upgrade(url) == "2"
    with Ledger.open(url) as reader:
        assert head_of(reader) == head
