"""`conquian compare`: two bots of a tournament against each other."""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group("Comparing bots.", example="conquian compare league.toml greedy outs")


@commands.command(app, "compare", example="conquian compare league.toml greedy outs")
def compare(
    file: options.LedgerFile,
    first: Annotated[str, typer.Argument(metavar="A", help="A bot, by its name or id.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The bot that it is compared with.")],
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Show what two bots of a tournament made of each other.

    A score is the part of the deals that A won, a drawn one being half. All that is said of how
    sure it is takes the deck, played in both seatings, as what is independent.
    """
    from conquian_tournaments.cli import comparing

    comparing.compare(file, first, second, json=json, no_color=no_color)
