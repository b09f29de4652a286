"""`conquian ask`: a finished deal's questions, put to a bot again."""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

app = commands.group("Asking a bot again.", example="conquian ask league.toml r0-0v1-a/0 ./my-bot")

_EXAMPLES = """\
conquian ask league.toml r0-0v1-a/0 ./my-bot
conquian ask league.toml r0-0v1-a/0 --seat 1 --decision 3 ./my-bot --debug
conquian ask deals.jsonl:7 greedy --json"""


@commands.command(app, "ask", example=_EXAMPLES)
def ask(
    deal: Annotated[
        list[str],
        typer.Argument(
            metavar="DEAL",
            help="A tournament's file or ledger and a deal's id, as `conquian show` has them, "
            "or a file of records, with :LINE where it is not the first.",
        ),
    ],
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A shipped or registered bot, a folder with a bot.toml, or a command in quotes.",
        ),
    ],
    *,
    seat: Annotated[
        int | None,
        typer.Option(min=0, help="Only this seat; without it the bot's own seats, else all."),
    ] = None,
    decision: Annotated[
        int | None,
        typer.Option(min=0, help="Only this decision of the seat, counted from 0."),
    ] = None,
    debug: Annotated[
        bool,
        typer.Option(
            "--debug",
            help="No clock and no sandbox, and the bot has the terminal, for a debugger.",
        ),
    ] = False,
    unsafe_no_sandbox: options.UnsafeNoSandbox = False,
    as_json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Ask a bot again what was asked in a deal that is over.

    Where it now decides otherwise is shown.

    The bot sees what the seat saw: the same observations, options and random seed. Each question is
    put as the deal then stood, whatever the bot answered before.

    The exit status is 0 if it decides the same everywhere, and 1 if not.
    """
    from conquian_tournaments.cli import asking

    wanted = asking.Wanted(seat, decision, debug, unsafe_no_sandbox)
    if not asking.ask(deal, bot, wanted, json=as_json, no_color=no_color):
        raise typer.Exit(1)
