"""`conquian bridge`: a bot in any language, by lines of JSON."""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands

app = commands.group("Bots in any language.", example="conquian bridge -- ./my-bot")

_EXAMPLES = """\
conquian bridge -- ./my-bot
conquian bridge --deals-at-once 8 --address localhost:7000 -- perl bot.pl
conquian play "conquian bridge -- awk -W interactive -f bot.awk" greedy"""


@commands.command(app, "bridge", example=_EXAMPLES)
def bridge(
    command: Annotated[
        list[str],
        typer.Argument(metavar="COMMAND", help="The bot's program and arguments, after --."),
    ],
    *,
    name: Annotated[str, typer.Option(help="What people call the bot.")] = "bridged",
    version: Annotated[str, typer.Option("--bot-version", help="Its version.")] = "0",
    rulesets: Annotated[
        list[str] | None,
        typer.Option("--ruleset", help="A preset that it plays, once for each; all if left out."),
    ] = None,
    deals_at_once: Annotated[
        int, typer.Option(min=1, max=128, help="How many deals it plays side by side.")
    ] = 1,
    answer_only_choice: Annotated[
        bool,
        typer.Option("--answer-only-choice", help="Don't ask where only one thing can be done."),
    ] = False,
    history: Annotated[
        bool, typer.Option("--history", help="Have each request carry the actions so far.")
    ] = False,
    ready: Annotated[
        bool,
        typer.Option("--ready", help="It prints `ready` when it is warm; no clock runs before."),
    ] = False,
    address: Annotated[
        str,
        typer.Option(envvar="CONQUIAN_ADDRESS", help="The referee: unix:/path or host:port."),
    ] = "",
    token: Annotated[
        str,
        typer.Option(envvar="CONQUIAN_TOKEN", help="The access token; better given so."),
    ] = "",
    ca: Annotated[
        str,
        typer.Option(
            envvar="CONQUIAN_CA", metavar="FILE", help="Certificates to trust (PEM): then by TLS."
        ),
    ] = "",
) -> None:
    """Play with a bot that reads JSON and prints answers.

    It is started here, gets a line on its standard input for each thing that the referee says, and
    answers each request with a line on its standard output; docs/bridge.md is the guide (`conquian
    doctor` tells where the docs lie). A folder whose bot.toml says language = "bridge" needs no
    such command.

    The exit status is that of any bot: 0 when the session has ended, 1 if the bot failed, 2 for
    wrong usage, 3 if the referee was lost, 4 if it refused the bot.
    """
    from conquian.bridge import BridgedBot, run

    bridged = BridgedBot(
        command=tuple(command),
        name=name,
        version=version,
        rulesets=tuple(rulesets or ()),
        deals_at_once=deals_at_once,
        answer_only_choice=answer_only_choice,
        wants_history=history,
        waits_for_ready=ready,
    )
    if status := run(bridged, address, token, ca):
        raise typer.Exit(status)
