"""`conquian tournament`: tournament files."""

from pathlib import Path
from typing import Annotated

import typer

from conquian_tournaments.cli import commands

app = commands.group("Tournament files.", example="conquian tournament new league.toml")


@commands.command(app, "new", example="conquian tournament new league.toml")
def new(
    file: Annotated[Path, typer.Argument(help="The file to write.")] = Path("tournament.toml"),
) -> None:
    """Write a tournament's file with every field explained.

    Change it as you like.
    """
    from conquian_tournaments.cli import new_tournament

    new_tournament.write(file)
