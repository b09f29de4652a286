"""The ledger: what stands in it stands, or is missed."""

import hashlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from conquian_tournaments.ledger import Entry, Ledger, LedgerError, verify_chain

OPENING = Entry("tournament", "", {"name": "Ünïcode ♠", "decks": 3})
DEALS = [Entry("deal", f"r0-0v1-a/{number}", {"points": [number, -number]}) for number in range(9)]
NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger will be; its name has what means something in a database's address."""
    return tmp_path / "a b?mode=memory#%41.ledger"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """A ledger with its opening and nine deals, open for writing."""
    with Ledger.open_to_write(path) as ledger:
        ledger.begin([OPENING], {"seed": "secret"})
        ledger.append(DEALS[:4])
        ledger.append(DEALS[4:])
        yield ledger


@pytest.fixture
def closed(ledger: Ledger) -> Path:
    """The file of such a ledger that nobody has open."""
    ledger.close()
    return ledger.path


def _head(ledger: Ledger) -> str:
    with ledger.view() as view:
        return view.head


def _deals(ledger: Ledger) -> list[Entry]:
    with ledger.view() as view:
        return list(view.entries("deal"))


def _verify(path: Path, head: str | None = None) -> None:
    with Ledger.open(path) as ledger, ledger.view() as view:
        verify_chain(view, head)


def _change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


# --- entries ----------------------------------------------------------------------------------


def test_what_is_written_is_read(closed: Path) -> None:
    """A ledger gives back its entries in their order, one by its key, and what it keeps beside."""
    with Ledger.open(closed) as ledger, ledger.view() as view:
        assert list(view.entries("tournament")) == [OPENING]
        assert list(view.entries("deal")) == DEALS
        assert view.entry("deal", DEALS[5].key) == DEALS[5]
        assert view.entry("deal", "r0-0v1-a/9") is None
        assert set(view.keys("deal")) == {deal.key for deal in DEALS}
        assert (view.secret("seed"), view.secret("other")) == ("secret", None)


def test_a_fact_stands_once(ledger: Ledger) -> None:
    """A second entry of a kind and key changes nothing; what is new beside it is written."""
    again = Entry("deal", DEALS[0].key, {"points": [99, 99]})
    new = Entry("leg", DEALS[0].key, {})
    ledger.append([again, new, Entry("leg", new.key, {"second": True})])
    assert _deals(ledger) == DEALS
    with ledger.view() as view:
        assert list(view.entries("leg")) == [new]
        assert len(list(view.links())) == len(DEALS) + 2
        verify_chain(view)


def test_a_long_batch_is_looked_up_whole(ledger: Ledger) -> None:
    """A batch of any length is compared with what is there, entry by entry."""
    many = [Entry("deal", f"r0-0v1-b/{number}", {}) for number in range(2500)]
    ledger.append(many[::2])
    ledger.append(many)
    with ledger.view() as view:
        assert sorted(view.keys("deal")) == sorted(entry.key for entry in (*DEALS, *many))
        verify_chain(view)


def test_what_json_lacks_is_not_written(ledger: Ledger) -> None:
    """A body that JSON can't tell is refused, and nothing of its batch is written."""
    head = _head(ledger)
    with pytest.raises(ValueError, match="not JSON compliant"):
        ledger.append([Entry("leg", "a", {}), Entry("leg", "b", {"seconds": float("nan")})])
    assert _head(ledger) == head


def test_a_view_is_one_moment(ledger: Ledger) -> None:
    """What is added while a reader looks does not change what it sees, head and entries alike."""
    with Ledger.open(ledger.path) as reader, reader.view() as view:
        head = view.head
        ledger.append([Entry("leg", "r0-0v1-a", {})])
        assert view.head == head
        assert view.entry("leg", "r0-0v1-a") is None
    assert _head(ledger) != head


# --- the chain --------------------------------------------------------------------------------


def test_heads_are_what_anybody_computes(ledger: Ledger) -> None:
    """Each head is SHA-256 over the head before it, kind, key and body, computed here apart."""
    head = "0" * 64
    with ledger.view() as view:
        for link in view.links():
            head = hashlib.sha256(f"{head}\n{link.kind}\n{link.key}\n{link.text}".encode())
            head = head.hexdigest()
            assert link.head == head
        assert view.head == head == verify_chain(view, head)


def test_batches_leave_no_trace(path: Path, ledger: Ledger) -> None:
    """The head hangs on the entries alone, not on how they were written."""
    with Ledger.open_to_write(path.with_name("other")) as other:
        other.begin([OPENING, *DEALS], {"seed": "another"})
        assert _head(other) == _head(ledger)


@pytest.mark.parametrize("number", [1, 6, 10])
@pytest.mark.parametrize("column", ["kind", "key", "body", "head"])
def test_a_changed_byte_is_seen(closed: Path, column: str, number: int) -> None:
    """One character changed, added or taken away anywhere in an entry is found, at that entry."""
    (text,) = _row(closed, f"SELECT {column} FROM entries WHERE number = {number}")
    changed = {text[:-1], text + " ", *(f"{text[:at]}~{text[at + 1 :]}" for at in range(len(text)))}
    for other in changed - {text}:
        _change(closed, f"UPDATE entries SET {column} = ? WHERE number = {number}", other)
        with pytest.raises(LedgerError, match=rf"entry {number} \("):
            _verify(closed)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entries WHERE number = 5",
        "DELETE FROM entries WHERE number = 1",
        "UPDATE entries SET number = 99 WHERE number = 5",
        "UPDATE entries SET number = number + 1 WHERE number = 10",
        "INSERT INTO entries (kind, key, body, head) VALUES ('deal', 'x', '{}', 'x')",
    ],
)
def test_a_changed_order_is_seen(closed: Path, statement: str) -> None:
    """An entry taken out, moved or slipped in is found."""
    _change(closed, statement)
    with pytest.raises(LedgerError, match="not as it was written"):
        _verify(closed)


def test_a_missing_end_is_seen(closed: Path) -> None:
    """Entries taken from the end are missed by who knows the head that was published."""
    with Ledger.open(closed) as ledger:
        head = _head(ledger)
    _change(closed, "DELETE FROM entries WHERE number = 10")
    _verify(closed)
    with pytest.raises(LedgerError, match=f"not {head}"):
        _verify(closed, head)


def test_a_damaged_entry_is_told_when_it_is_read(closed: Path) -> None:
    """An entry that is no JSON any more is an error that names file and entry."""
    _change(closed, "UPDATE entries SET body = '{' WHERE number = 4")
    with Ledger.open(closed) as ledger, pytest.raises(LedgerError, match="deal r0-0v1-a/2") as told:
        _deals(ledger)
    assert str(told.value).startswith(str(closed))


# --- the file ---------------------------------------------------------------------------------


def test_only_the_owner_reads_it(ledger: Ledger) -> None:
    """The file keeps the seed, so it and what SQLite lays beside it are its owner's alone."""
    beside = {file.name.removeprefix(ledger.path.name): file for file in _files(ledger.path)}
    assert {"", "-wal"} <= set(beside)
    assert {stat.S_IMODE(file.stat().st_mode) for file in beside.values()} == {0o600}


def test_nothing_lies_beside_a_closed_ledger(closed: Path) -> None:
    """A ledger that nobody has open is one file."""
    assert _files(closed) == [closed]


def test_one_writes_many_read(ledger: Ledger) -> None:
    """A second writer is told of the first, and readers are not held up."""
    with pytest.raises(LedgerError, match="another run is writing to it"):
        Ledger.open_to_write(ledger.path)
    with Ledger.open(ledger.path) as reader:
        assert _deals(reader) == DEALS
    ledger.append([Entry("leg", "r0-0v1-a", {})])
    ledger.close()
    Ledger.open_to_write(ledger.path).close()


def _no_file(path: Path) -> None:
    path.unlink()


def _words(path: Path) -> None:
    path.write_text("decks = 3\n" * 100)


def _another_database(path: Path) -> None:
    path.unlink()
    _change(path, "CREATE TABLE somebody (s TEXT)")


def _another_version(path: Path) -> None:
    _change(path, "UPDATE ledger SET format = 7")


def _half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_no_file, "there is no ledger here"),
        (_folder, "there is no ledger here"),
        (_words, "this file is no ledger"),
        (_another_database, "this file is no ledger"),
        (_another_version, "format 7 and this program reads 1; use the version"),
        (_half, "database disk image is malformed"),
        (_empty, "the ledger is empty; its tournament has not begun"),
    ],
)
def test_a_reader_is_told_what_is_wrong(closed: Path, spoil, why: str) -> None:
    """What is no ledger, not whole or of another version is refused with its name and why."""
    spoil(closed)
    with pytest.raises(LedgerError, match=why) as told:
        Ledger.open(closed)
    assert str(told.value).startswith(f"{closed}: ")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_folder, "Is a directory"),
        (_words, "this file is no ledger"),
        (_another_database, "this file is no ledger"),
        (_another_version, "format 7 and this program reads 1; use the version"),
        (_half, "database disk image is malformed"),
    ],
)
def test_a_writer_leaves_alone_what_is_no_ledger(closed: Path, spoil, why: str) -> None:
    """What is no ledger is refused, its bytes are as before, and no lock is left on it."""
    spoil(closed)
    before = closed.read_bytes() if closed.is_file() else None
    for _ in range(2):
        with pytest.raises(LedgerError, match=why) as told:
            Ledger.open_to_write(closed)
        assert str(told.value).startswith(f"{closed}: ")
    assert before == (closed.read_bytes() if closed.is_file() else None)


@pytest.fixture
def read_only_folder(closed: Path) -> Iterator[Path]:
    """A ledger in a folder in which this user can make no file."""
    folder = closed.parent
    parents = [folder, *folder.parents[:2]]
    modes = [(parent, stat.S_IMODE(parent.stat().st_mode)) for parent in parents]
    closed.chmod(0o644)
    for parent, _ in modes:
        parent.chmod(0o555)
    me = os.geteuid()
    if me == 0:
        os.seteuid(NOBODY)  # nothing is closed to the superuser
    yield closed
    os.seteuid(me)
    for parent, mode in modes:
        parent.chmod(mode)


def test_a_read_only_folder(read_only_folder: Path) -> None:
    """Where nothing can be written a ledger is read, and a new one is refused in words."""
    with Ledger.open(read_only_folder) as ledger:
        assert _deals(ledger) == DEALS
    for path in (read_only_folder, read_only_folder.with_name("new")):
        with pytest.raises(LedgerError, match="can't write the ledger: Permission denied"):
            Ledger.open_to_write(path)


# --- beginning --------------------------------------------------------------------------------


def test_a_ledger_begins_whole_or_not_at_all(tmp_path: Path) -> None:
    """Killed at any step of its beginning, a ledger is there with all it needs, or begins again."""
    path = tmp_path / "live" / "league.ledger"
    path.parent.mkdir()
    moments: list[Path] = []

    def keep_moment(*_: object) -> None:
        # What a kill leaves is what the system has of the files at that moment.
        moments.append(tmp_path / f"moment{len(moments)}")
        shutil.copytree(path.parent, moments[-1])

    sa.event.listen(sa.Engine, "before_cursor_execute", keep_moment)
    sa.event.listen(sa.Engine, "commit", keep_moment)
    try:
        with Ledger.open_to_write(path) as ledger:
            keep_moment()
            ledger.begin([OPENING], {"seed": "secret"})
            keep_moment()
            whole = _head(ledger)
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", keep_moment)
        sa.event.remove(sa.Engine, "commit", keep_moment)

    begun = [_begin_again(moment / path.name, whole) for moment in moments]
    assert len(begun) > 8
    assert begun == sorted(begun)
    assert set(begun) == {False, True}


def _begin_again(path: Path, whole: str) -> bool:
    """Whether the ledger had begun; if not, it begins here, and in any case it is whole then."""
    with Ledger.open_to_write(path) as ledger:
        begun = ledger.begun
        if not begun:
            ledger.begin([OPENING], {"seed": "secret"})
        with ledger.view() as view:
            assert view.secret("seed") == "secret"
            assert view.head == whole
        return begun


def test_a_ledger_begins_once(ledger: Ledger) -> None:
    """A ledger that has begun can't begin again."""
    head = _head(ledger)
    with pytest.raises(LedgerError, match="already exists"):
        ledger.begin([OPENING], {"seed": "another"})
    assert _head(ledger) == head


def _files(path: Path) -> list[Path]:
    return sorted(path.parent.iterdir())


def _row(path: Path, query: str) -> tuple[str, ...]:
    with closing(sqlite3.connect(path)) as connection:
        row: tuple[str, ...] = connection.execute(query).fetchone()
        return row
