"""A ledger that somebody has changed: no table is shown of it as if it were sound."""

import pytest

from tests.cli.small_leagues import whole_league
from tests.tournaments.ledgers import change

DAMAGE = {
    "a deal taken out": "DELETE FROM entries WHERE number = 3",
    "a head rubbed out": "UPDATE entries SET head = '' WHERE number = 4",
    "another kind": "UPDATE entries SET kind = 'dael' WHERE number = 5",
    "another result": "UPDATE entries SET body = replace(body, 'pass', 'pasz') WHERE number = 2",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("command", ["ratings", "standings", "crosstable"])
def test_tables_are_refused(conquian, tmp_path, statement, command):
    """Where an entry is not as it was written, the tables are refused and the entry is named."""
    file = whole_league(tmp_path)
    change(file.with_suffix(".ledger"), statement)
    shown = conquian(command, file.with_suffix(".ledger"))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "is not as it was written" in shown.stderr
    assert "conquian audit" in shown.stderr
