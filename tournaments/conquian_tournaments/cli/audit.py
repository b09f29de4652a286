"""`conquian audit`."""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group("Checking a tournament.", example="conquian audit league.toml")


@commands.command(app, "audit", example="conquian audit league.toml\nconquian audit my.ledger")
def audit(
    file: options.LedgerFile,
    head: Annotated[
        str | None,
        typer.Option(help="A head that was published; it must be found in the ledger's chain."),
    ] = None,
    json: options.Json = False,
) -> None:
    """Check chain, decks, deals, schedule and tables of a ledger.

    Each finding is a line that names the entry. The status is 0 when there is none, else 1.
    """
    from conquian_tournaments.cli import auditing
    from conquian_tournaments.cli.errors import NO

    if not auditing.audit_file(file, head, json=json):
        raise typer.Exit(NO)
