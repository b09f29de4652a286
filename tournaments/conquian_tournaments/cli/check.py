"""`conquian check`: what a bot must be able to do, check by check."""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

_LIMIT = 10.0

app = commands.group("Checking a bot.", example="conquian check ./my-bot")


@commands.command(app, "check", example="conquian check ./my-bot\nconquian check greedy --json")
def check(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A shipped or registered bot, a folder with a bot.toml, or a command in quotes.",
        ),
    ],
    *,
    limit: Annotated[
        float, typer.Option(min=0.001, metavar="SECONDS", help="Time for a decision.")
    ] = _LIMIT,
    unsafe_no_sandbox: options.UnsafeNoSandbox = False,
    as_json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Check that a bot does all that a referee wants of it.

    Each check has a number, what the bot must do, the result, the reason and, where it fails, what
    to do about it. A check that needs another one is skipped where that has failed. Whether the bot
    is deterministic, and its time and memory, are told and not judged. With --json also the record
    of a deal in which it failed, which `conquian ask` takes.

    The exit status is 0 if all checks passed and 1 if not.
    """
    from conquian_tournaments.cli import checking

    if not checking.check(bot, limit, unsafe=unsafe_no_sandbox, json=as_json, no_color=no_color):
        raise typer.Exit(1)
