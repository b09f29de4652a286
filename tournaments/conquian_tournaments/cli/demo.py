"""`conquian demo`: the first thing to try."""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group("A first look.", example="conquian demo")


@commands.command(app, "demo", example="conquian demo\nconquian demo --decks 10")
def demo(
    decks: Annotated[
        int, typer.Option(min=1, max=1000, help="How many decks each two bots play.")
    ] = 100,
    no_color: options.NoColor = False,
) -> None:
    """Play a small tournament of shipped bots, and rate them."""
    from conquian_tournaments.cli import running

    running.run_demo(decks, no_color=no_color)
