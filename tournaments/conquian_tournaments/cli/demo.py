"""`conquian demo`: the first thing to try."""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group("A first look.", example="conquian demo")


@commands.command(app, "demo", example="conquian demo\nconquian demo --seed another")
def demo(
    seed: Annotated[str, typer.Option(help="The seed of the deck and of what is random.")] = "demo",
    no_color: options.NoColor = False,
) -> None:
    """Play a deal: one seat melds whenever it can, the other does anything legal."""
    from conquian_tournaments.cli import demo_deal

    demo_deal.play(seed, no_color=no_color)
