"""`conquian demo`: the first thing to try."""

from conquian_tournaments.cli import commands, options

app = commands.group("A first look.", example="conquian demo")


@commands.command(app, "demo", example="conquian demo")
def demo(no_color: options.NoColor = False) -> None:
    """Play a small tournament between the shipped bots, ending in their ratings."""
    from conquian_tournaments.cli import running

    running.run_demo(no_color=no_color)
