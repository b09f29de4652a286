"""All commands together.

A command has two modules: a light one with its arguments and its help, which stands here, and one
with its work, which the command imports when it runs; so `conquian --help` is quick. To add
commands, make a group with `commands.group` and name it here: with a name of its own for commands
such as `conquian rules deck`, without one for commands such as `conquian demo`.
"""

from typing import Annotated

import typer

from conquian_tournaments.cli import (
    ask,
    audit,
    bots,
    bridge,
    check,
    commands,
    compare,
    demo,
    doctor,
    exchange,
    ledger,
    look,
    new,
    play,
    rules,
    run,
    sprt,
    tournament,
)

app = commands.group(
    "Tournaments of bots that play Conquian, and the rules of the game.",
    example="conquian play random greedy",
)
app.add_typer(rules.app, name="rules")
app.add_typer(bots.app, name="bots")
app.add_typer(demo.app)
app.add_typer(new.app)
app.add_typer(play.app)
app.add_typer(bridge.app)
app.add_typer(doctor.app)
app.add_typer(tournament.app, name="tournament")
app.add_typer(run.app)
app.add_typer(look.app)
app.add_typer(ask.app)
app.add_typer(check.app)
app.add_typer(compare.app)
app.add_typer(sprt.app)
app.add_typer(exchange.app)
app.add_typer(audit.app)
app.add_typer(ledger.app, name="ledger")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # a third of the time of `--help`

        typer.echo(f"conquian {version('conquian')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass
