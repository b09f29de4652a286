"""The ledger's file: whose it is, who may open it, and what is no ledger."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from conquian_tournaments.ledger import Entry, Ledger, LedgerError

from tests.tournaments.ledgers import DEALS, change, deals_of

NOBODY = 65534


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
        assert deals_of(reader) == DEALS
    ledger.append([Entry("leg", "r0-0v1-a", {})])
    ledger.close()
    Ledger.open_to_write(ledger.path).close()


def _no_file(path: Path) -> None:
    path.unlink()


def _words(path: Path) -> None:
    path.write_text("decks = 3\n" * 100)


def _another_database(path: Path) -> None:
    path.unlink()
    change(path, "CREATE TABLE somebody (s TEXT)")


def _another_version(path: Path) -> None:
    change(path, "UPDATE alembic_version SET version_num = '7'")


def _an_earlier_version(path: Path) -> None:
    change(path, "UPDATE alembic_version SET version_num = '1'")


def _half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_no_file, "there is no ledger here"),
        (_folder, "there is no ledger here"),
        (_pipe, "there is no ledger here"),
        (_words, "this file is no ledger"),
        (_another_database, "this file is no ledger"),
        (_another_version, "format 7 and this program reads 2; use the version"),
        (_an_earlier_version, "format 1 and this program reads 2; bring it up to date with"),
        (_half, r"the file is damaged \(.*\); put a copy of it back, and see by `conquian audit`"),
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
        (_pipe, "this is no regular file"),
        (_words, "this file is no ledger"),
        (_another_database, "this file is no ledger"),
        (_another_version, "format 7 and this program reads 2; use the version"),
        (_an_earlier_version, "format 1 and this program reads 2; bring it up to date with"),
        (_half, r"the file is damaged \(database disk image is malformed\); put a copy of it back"),
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
        assert deals_of(ledger) == DEALS
    for path in (read_only_folder, read_only_folder.with_name("new")):
        with pytest.raises(LedgerError, match="can't write the ledger: Permission denied"):
            Ledger.open_to_write(path)


def _files(path: Path) -> list[Path]:
    return sorted(path.parent.iterdir())
