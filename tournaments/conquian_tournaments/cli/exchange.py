"""`conquian export` and `conquian import`: a ledger's deals and tables for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group(
    "Exchange with other programs.", example="conquian export league.toml --to out"
)


@commands.command(app, "export", example="conquian export league.toml --to league-export")
def export(
    file: options.LedgerFile,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="A folder that is new or empty.")],
    force: Annotated[
        bool, typer.Option("--force", help="Write over what an earlier export left in the folder.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Write all deals and tables into a folder.

    The deals are records, a line each, the tables JSON and CSV.

    Each of them has the ledger's head.
    """
    from conquian_tournaments.cli import exporting

    exporting.export(file, to, force=force, json=json)


@commands.command(
    app,
    "import",
    example="conquian import deals.jsonl --ledger deals.ledger\nconquian ratings deals.ledger",
)
def import_(
    records: Annotated[
        str, typer.Argument(help="A file with a record a line (the rules, section 12).")
    ],
    ledger: Annotated[
        Path, typer.Option(metavar="FILE", help="The ledger to make of them; a new file.")
    ],
    json: options.Json = False,
) -> None:
    """Make a ledger of deals that were played elsewhere.

    Each is verified; then who played them can be rated.

    Bots are told apart by the names of the seats. Nothing is known of the decks' seed, so each deal
    counts by itself. One bad record, and nothing is written.
    """
    from conquian_tournaments.cli import importing

    importing.import_records(records, ledger, json=json)
