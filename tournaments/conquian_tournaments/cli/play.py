"""`conquian play`: bots against each other, here and now."""

from pathlib import Path
from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

_MOST_DEALS = 1_000_000
MOST_AT_ONCE = 128

app = commands.group("Bots against each other.", example="conquian play random greedy")

_EXAMPLES = """\
conquian play random greedy
conquian play ./my-bot outs --deals 1 --show
conquian play "python3 bot.py" outs --seed ab12 --no-clock
conquian play greedy greedy outs --ruleset nine-card --deals 100 --json"""


@commands.command(app, "play", example=_EXAMPLES)
def play(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help="A shipped or registered bot, a folder with a bot.toml, or a command in quotes.",
        ),
    ],
    *,
    ruleset: Annotated[
        str, typer.Option(help="classic, hoyle, nine-card, or a .toml or .json file of fields.")
    ] = "classic",
    deals: Annotated[
        int, typer.Option(min=1, max=_MOST_DEALS, help="How many deals; the seats deal in turn.")
    ] = 10,
    seed: Annotated[
        str | None, typer.Option(help="The seed of the decks and bots; random without it.")
    ] = None,
    at_once: Annotated[
        int, typer.Option(min=1, max=MOST_AT_ONCE, help="Deals at once, if all bots take as many.")
    ] = 1,
    target: Annotated[
        int | None, typer.Option(min=1, help="Points that end the leg before its last deal.")
    ] = None,
    limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Time for a decision; 10 if no clock is given."),
    ] = None,
    bank: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Time for all decisions of a deal, without --limit."),
    ] = None,
    increment: Annotated[
        float, typer.Option(metavar="SECONDS", help="Added to the bank after each decision.")
    ] = 0.0,
    no_clock: Annotated[
        bool, typer.Option("--no-clock", help="No limits of time at all, for a debugger.")
    ] = False,
    warm_up: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", help="Time to get ready; 10, or more where a bot.toml asks for it."
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Tell each deal move by move.")] = False,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the deals' records to a file.")
    ] = None,
    unsafe_no_sandbox: options.UnsafeNoSandbox = False,
    as_json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Play deals between two to four bots, and sum up.

    Deals are shown, printed and recorded in the order of their numbers. With --json an object for
    each deal: its record, number, charges (for each seat the microseconds of each decision) and
    cause (what happened, in words, where a bot failed, else null); then one with the sums under
    summary, which is no record: what `conquian rules verify` reads is the file of --records.

    Bots run in a sandbox where one can hold them. Where none can, the shipped ones, commands and
    folders run without it, and registered bots only with --unsafe-no-sandbox.

    The exit status is 0 if no bot failed and 1 if one did. Ctrl-C stops in order and sums up what
    was played; the status is then 130.
    """
    from conquian_tournaments.cli import play_leg, play_output, play_setup

    clock = play_setup.Clock(limit, bank, increment, warm_up, no_clock)
    setup = play_setup.prepare(
        bots,
        ruleset=ruleset,
        deals=deals,
        seed=seed,
        at_once=at_once,
        target=target,
        clock=clock,
        unsafe=unsafe_no_sandbox,
    )
    style = play_output.Style(show, as_json, no_color, records)
    if status := play_leg.run(setup, style):
        raise typer.Exit(status)
