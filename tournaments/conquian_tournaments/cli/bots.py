"""`conquian bots`: the registry of bots."""

from pathlib import Path
from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group(
    "Bots by name: those that ship with Conquian, and your own.",
    example="conquian bots add ./my-bot\nconquian play my-bot greedy",
)


@commands.command(
    app,
    "add",
    example="conquian bots add ./my-bot\nconquian bots add ./my-bot --name my-bot-2",
)
def add(
    folder: Annotated[Path, typer.Argument(help="The bot's folder, with its bot.toml.")],
    name: Annotated[
        str | None, typer.Option(help="What to call it; the name in its bot.toml if left out.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Register a bot's folder, so that its name alone means it.

    Register it again when it has changed.
    """
    from conquian_tournaments.cli import registering

    registering.add(folder, name, json=json)


@commands.command(app, "list", example="conquian bots list")
def list_(json: options.Json = False, no_color: options.NoColor = False) -> None:
    """List the bots that a name means.

    It says which have changed since they were added.
    """
    from conquian_tournaments.cli import registering

    registering.show(json=json, no_color=no_color)


@commands.command(app, "remove", example="conquian bots remove my-bot")
def remove(
    name: Annotated[str, typer.Argument(help="The bot's name, as `conquian bots list` shows it.")],
    json: options.Json = False,
) -> None:
    """Forget a registered bot; its folder stays as it is."""
    from conquian_tournaments.cli import registering

    registering.remove(name, json=json)
