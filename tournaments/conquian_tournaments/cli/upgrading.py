"""The work of `conquian ledger upgrade`."""

from pathlib import Path

import typer

from conquian_tournaments.cli.ledgers import ledger_of
from conquian_tournaments.ledger import FORMAT, Ledger, LedgerError, upgrade


def upgrade_file(file: Path) -> None:
    """Bring a ledger up to this program's format, and say so."""
    where = ledger_of(file)
    if isinstance(where, Path) and not where.is_file():
        raise LedgerError(f"{where}: there is no ledger here")  # and none is made
    before = upgrade(where)
    with Ledger.open(where) as ledger, ledger.view() as view:
        head = view.head
    had = "had already" if before == FORMAT else f"had format {before} and now has"
    typer.echo(f"{where}: the ledger {had} format {FORMAT}")
    typer.echo(f"Ledger head: {head}")
