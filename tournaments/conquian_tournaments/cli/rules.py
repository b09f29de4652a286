"""`conquian rules …`: what the rules say of a seed, of positions and of records."""

from typing import Annotated, TypeAlias

import typer

from conquian_tournaments.cli import commands, options
from conquian_tournaments.cli.errors import NO

Positions: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="Positions as JSON Lines or one JSON list, each with ruleset, deck, dealer, seats and"
        " actions; - is stdin.",
    ),
]
_RECORDS = "Records as JSON Lines; - is stdin."

app = commands.group(
    "What the rules say of decks, positions and records.",
    example="conquian rules verify records.jsonl",
)


@commands.command(app, "deck", example="conquian rules deck --seed example --deal 0")
def deck(
    seed: Annotated[str, typer.Option(help="The seed, any text.")],
    deal: Annotated[
        int,
        typer.Option(parser=options.whole, metavar="INTEGER", help="The deal's number, from 0."),
    ] = 0,
    as_json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Draw the deck of a deal from a seed.

    It shows what commits to the seed as well.
    """
    from conquian_tournaments.cli import decks

    decks.show(seed, deal, as_json=as_json, no_color=no_color)


@commands.command(app, "legal", example="conquian rules legal positions.json")
def legal(file: Positions) -> None:
    """Write out the legal actions of each position.

    Prints one JSON object a line: id (where the position has one), seat, asked, faced and legal:
    the actions' canonical texts, sorted. At a deal's end the first three are null and there are no
    actions. The first position that can't be read ends the command with status 2.
    """
    from conquian_tournaments.cli import positions

    positions.print_legal(file)


@commands.command(app, "count", example="conquian rules count counts.json")
def count(file: Positions) -> None:
    """Count the sequences of exactly `depth` actions from each position.

    Each position has depth beside its other fields. Prints id (where the position has one) and
    count, as one JSON object a line.
    """
    from conquian_tournaments.cli import positions

    positions.print_counts(file)


@commands.command(app, "verify", example="conquian rules verify records.jsonl")
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help=_RECORDS)],
    as_json: options.Json = False,
) -> None:
    """Check records of deals.

    Their actions must be legal, none may be missing, and the result must follow.

    Prints a line for each record that is not valid, as FILE:LINE: action INDEX: reason. With
    --json an object for every record: id (where it has one), line, valid, index, code, reason.

    The exit status is 0 if all are valid and 1 if one is not. A line that can't be read (not
    UTF-8, not JSON, too long) ends the check with status 2; nothing after it is looked at.
    """
    from conquian_tournaments.cli import records

    if not records.verify(file, as_json=as_json):
        raise typer.Exit(NO)


@commands.command(
    app,
    "show",
    example="conquian rules show records.jsonl --line 7\nconquian rules show records.jsonl:7",
)
def show(
    file: Annotated[str, typer.Argument(metavar="FILE[:LINE]", help=_RECORDS)],
    line: Annotated[
        int | None, typer.Option(min=1, help="The record's line; without it the first record's.")
    ] = None,
    no_color: options.NoColor = False,
) -> None:
    """Tell a recorded deal, move by move.

    Of a record that is not valid all that is legal is told, then what is wrong; the exit status
    is then 1.
    """
    from conquian_tournaments.cli import records

    if not records.show(file, line, no_color=no_color):
        raise typer.Exit(NO)
