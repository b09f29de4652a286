"""`conquian standings`, `crosstable`, `matches`, `deals` and `show`: looking at a ledger."""

from typing import Annotated

import typer

from conquian_tournaments.cli import commands, options

_LISTED = 100

app = commands.group("Looking at a tournament.", example="conquian standings league.toml")


@commands.command(app, "standings", example="conquian standings league.toml")
def standings(
    file: options.LedgerFile,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Show who has won how much.

    It tells decks, deals, points, faults and time.
    """
    from conquian_tournaments.cli import looking

    looking.show_standings(file, json=json, no_color=no_color)


@commands.command(app, "crosstable", example="conquian crosstable league.toml")
def crosstable(
    file: options.LedgerFile,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Show each bot's score against each other.

    The bots stand in the order of the ratings.
    """
    from conquian_tournaments.cli import looking

    looking.show_crosstable(file, json=json, no_color=no_color)


@commands.command(app, "matches", example="conquian matches league.toml")
def matches(
    file: options.LedgerFile,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """List the matches that have begun, a line each."""
    from conquian_tournaments.cli import looking

    looking.list_matches(file, json=json, no_color=no_color)


@commands.command(
    app,
    "deals",
    example="conquian deals league.toml\nconquian deals league.toml --entrant greedy --faults",
)
def deals(
    file: options.LedgerFile,
    *,
    entrant: Annotated[
        str | None, typer.Option(help="Only deals of this bot, by its name or id.")
    ] = None,
    match: Annotated[
        str | None, typer.Option(help="Only deals of this match, by its id, such as r0-0v1.")
    ] = None,
    faults: Annotated[
        bool, typer.Option("--faults", help="Only deals that were lost by a fault.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many are listed at most.")] = _LISTED,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """List deals, a line each.

    It tells who won, the points, how many decisions and how much time.
    """
    from conquian_tournaments.cli import looking

    wanted = looking.Wanted(entrant, match, faults, limit)
    looking.list_deals(file, wanted, json=json, no_color=no_color)


@commands.command(
    app,
    "show",
    example="conquian show league.toml r0-0v1-a/0\nconquian show league.toml r0-0v1-a/0 --seat 1",
)
def show(
    file: options.LedgerFile,
    deal: Annotated[str, typer.Argument(help="The deal's id, as `conquian deals` lists it.")],
    seat: Annotated[
        int | None, typer.Option(min=0, help="Show it as this seat saw it, the other hands hidden.")
    ] = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Tell a deal move by move, with the times of the decisions."""
    from conquian_tournaments.cli import looking

    looking.show_deal(file, deal, seat, json=json, no_color=no_color)
