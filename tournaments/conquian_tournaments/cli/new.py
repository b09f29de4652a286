"""`conquian new`: a bot project to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group("Bot projects.", example="conquian new go ./my-bot")


@commands.command(
    app,
    "new",
    example="conquian new rust ./my-bot\nconquian play ./my-bot greedy",
)
def new(
    language: Annotated[
        str,
        typer.Argument(
            help="python, go, typescript, rust, java, cpp; or for a bot without any library, over"
            " the bridge: awk, perl, bridge (Python's standard library)."
        ),
    ],
    folder: Annotated[Path, typer.Argument(help="Where: a new or an empty folder.")],
    name: Annotated[
        str | None, typer.Option(help="The bot's name; the folder's if left out.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Write a bot that builds and plays, for you to change.

    What it needs of Conquian lies in it: it depends on a copy of its language's SDK.
    """
    from conquian_tournaments.cli import starting

    starting.start(language, folder, name, json=json)
