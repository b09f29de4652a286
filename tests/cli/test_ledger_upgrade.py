"""`conquian ledger upgrade`."""

from pathlib import Path

from conquian_tournaments.ledger import FORMAT

from tests.tournaments.first_format import write_first_format


def test_an_old_ledger(conquian, tmp_path: Path) -> None:
    """The command says from which format to which, with the head, and then the tables are shown."""
    ledger = tmp_path / "l.ledger"
    head = write_first_format(ledger)
    refused = conquian("ratings", ledger)
    assert (refused.exit_code, "conquian ledger upgrade" in refused.stderr) == (2, True)
    done = conquian("ledger", "upgrade", ledger)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == (
        f"{ledger}: the ledger had format 1 and now has format {FORMAT}\nLedger head: {head}\n"
    )
    assert head in conquian("ratings", ledger).stdout
    again = conquian("ledger", "upgrade", ledger)
    assert again.stdout.startswith(f"{ledger}: the ledger had already format {FORMAT}\n")


def test_no_ledger(conquian, tmp_path: Path) -> None:
    """Where there is no ledger none is made."""
    file = tmp_path / "league.toml"
    file.write_text("decks = 3\n")
    result = conquian("ledger", "upgrade", file)
    assert result.exit_code == 2
    assert result.stderr == f"error: {tmp_path / 'league.ledger'}: there is no ledger here\n"
    assert list(tmp_path.iterdir()) == [file]
