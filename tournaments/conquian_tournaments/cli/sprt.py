"""`conquian sprt`: is one bot better than another?"""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options
from conquian_tournaments.cli.play import MOST_AT_ONCE

_MOST_DECKS = 1_000_000
_USUAL_MOST_DECKS = 20_000

app = commands.group("Comparing bots.", example="conquian sprt ./my-bot outs")

_EXAMPLES = """\
conquian sprt ./my-bot ./my-bot-before --at-once 16
conquian sprt ./my-bot outs --elo0 -5 --elo1 5 --seed ab12 --json"""


@commands.command(app, "sprt", example=_EXAMPLES)
def sprt(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A shipped bot's name, a folder with a bot.toml, or a command."
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The bot that it plays against.")],
    *,
    elo0: Annotated[float, typer.Option(help="A's lead in Elo if hypothesis H0 is true.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="A's lead in Elo if hypothesis H1 is true.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="The chance to accept H1 if H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="The chance to accept H0 if H1 is true.")] = 0.05,
    model: Annotated[
        str, typer.Option(metavar="MODEL", help="What Elo means: normalized or logistic.")
    ] = "normalized",
    ruleset: Annotated[
        str, typer.Option(help="classic, hoyle, nine-card, or a .toml or .json file of fields.")
    ] = "classic",
    seed: Annotated[
        str | None, typer.Option(help="The seed of the decks and bots; random without it.")
    ] = None,
    most_decks: Annotated[
        int, typer.Option(min=1, max=_MOST_DECKS, help="When to end without a decision.")
    ] = _USUAL_MOST_DECKS,
    at_once: Annotated[
        int, typer.Option(min=1, max=MOST_AT_ONCE, help="Deals at once, if both bots take as many.")
    ] = 1,
    limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Time for a decision; 10 without it.")
    ] = None,
    unsafe_no_sandbox: options.UnsafeNoSandbox = False,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Play two bots until it is clear which is better.

    It decides whether A leads B by elo0 (H0) or by elo1 (H1).

    Each deck is played in both seatings, on processes started afresh for each, and counts once.
    After every batch of decks the sequential probability ratio test looks at all of them. For
    deterministic bots the same seed leads to the same end, after the same number of decks.

    The exit status is 0 if H1 is accepted, 1 if H0 is, and 3 if the decks didn't suffice. Ctrl-C
    stops in order and shows where the test stands, without decks of an unfinished batch; the
    status is then 130.
    """
    from conquian_tournaments.cli import sprt_play, sprt_setup

    setup = sprt_setup.prepare(
        (first, second),
        ruleset=ruleset,
        seed=seed,
        at_once=at_once,
        limit=limit,
        unsafe=unsafe_no_sandbox,
    )
    hypotheses = sprt_setup.hypotheses(elo0, elo1, alpha, beta, model)
    status = sprt_play.run(setup, hypotheses, most_decks, as_json=json, no_color=no_color)
    if status:
        raise typer.Exit(status)
