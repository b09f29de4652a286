"""`conquian run` and `conquian ratings`."""

from pathlib import Path
from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group("Tournaments.", example="conquian run league.toml")


@commands.command(app, "run", example="conquian run league.toml")
def run(
    file: Annotated[Path, typer.Argument(help="The tournament's TOML file.")],
    executor: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on the Dask cluster at tcp://HOST:PORT, not here."
        ),
    ] = None,
    unsafe_no_sandbox: options.UnsafeNoSandbox = False,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Play what is left of a tournament, and show its ratings.

    Ctrl-C stops in order, as do SIGTERM and a terminal that is closed; the same command goes on
    where it stopped.

    Bots run in a sandbox, but for commands and entrants with `trusted = true`; strangers' bots are
    refused where no sandbox can hold them.

    The exit status is 0 when all is played, 2 when something given can't be used (the words name
    it), and 130 when it was stopped.
    """
    from conquian_tournaments.cli import running

    running.run_file(
        file, executor=executor, unsafe=unsafe_no_sandbox, json=json, no_color=no_color
    )


@commands.command(app, "ratings", example="conquian ratings league.toml")
def ratings(
    file: options.LedgerFile,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Show the ratings and the crosstable of a tournament.

    They are of the deals that its ledger has now.
    """
    from conquian_tournaments.cli import ratings as work

    work.show_ratings(file, json=json, no_color=no_color)
