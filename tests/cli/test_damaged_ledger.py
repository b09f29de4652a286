"""A ledger that somebody has changed: no table is shown of it as if it were sound."""

import sqlite3
from contextlib import closing

import pytest

from tests.cli.small_leagues import whole_league
from tests.tournaments.ledgers import change, forge

DAMAGE = {
    "a deal taken out": "DELETE FROM entries WHERE number = 3",
    "a head rubbed out": "UPDATE entries SET head = '' WHERE number = 4",
    "another kind": "UPDATE entries SET kind = 'dael' WHERE number = 5",
    "another result": "UPDATE entries SET body = replace(body, 'pass', 'pasz') WHERE number = 2",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("command", ["ratings", "standings", "crosstable", "matches", "deals"])
def test_tables_are_refused(conquian, tmp_path, statement, command):
    """Where an entry is not as it was written, the tables are refused and the entry is named."""
    file = whole_league(tmp_path)
    change(file.with_suffix(".ledger"), statement)
    shown = conquian(command, file.with_suffix(".ledger"))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "is not as it was written" in shown.stderr
    assert "conquian audit" in shown.stderr


COPIED_WITHOUT_ITS_INDEX = """
    CREATE TABLE copy AS SELECT * FROM entries;
    INSERT INTO copy SELECT number + 1000, kind, key, body, head FROM entries WHERE number = 3;
    UPDATE copy SET number = (SELECT max(number) FROM entries) + 1 WHERE number > 1000;
    DROP TABLE entries;
    ALTER TABLE copy RENAME TO entries;
"""


def test_a_deal_that_stands_twice_is_found(conquian, tmp_path):
    """A deal that stands in the ledger twice, chain and all, is found by the audit and refused."""
    ledger = whole_league(tmp_path).with_suffix(".ledger")
    with closing(sqlite3.connect(ledger)) as connection:
        connection.executescript(COPIED_WITHOUT_ITS_INDEX)
    forge(ledger)
    audited = conquian("audit", ledger)
    assert audited.exit_code == 1
    assert "stands in the ledger twice" in audited.stdout
    shown = conquian("standings", ledger)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "stands in the ledger twice" in shown.stderr


def test_an_index_that_misses_an_entry_is_found(conquian, tmp_path):
    """A file whose index and table disagree is no sound ledger, whatever its entries say."""
    ledger = whole_league(tmp_path).with_suffix(".ledger")
    deal = b"dealr0-"
    file = bytearray(ledger.read_bytes())
    in_index = file.rfind(deal)
    file[in_index + len(deal)] ^= 1
    ledger.write_bytes(file)
    audited = conquian("audit", ledger)
    assert audited.exit_code in (1, 2)
