"""The work of `conquian rules deck`."""

import typer
from conquian_server.rules import Deck, commitment, deck_from_seed, deck_text

from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import print_lines
from conquian_tournaments.report import deck_lines


def show(seed: str, deal: int, *, as_json: bool, no_color: bool) -> None:
    """Print the deck of deal number `deal` under `seed`, and the seed's commitment."""
    deck, committed = deck_from_seed(seed, deal), commitment(seed)
    if as_json:
        print_json({"seed": seed, "deal": deal, "deck": deck_text(deck), "commitment": committed})
    else:
        _show_to_people(deck, committed, no_color=no_color)


def _show_to_people(deck: Deck, committed: str, *, no_color: bool) -> None:
    print_lines(deck_lines(deck), no_color=no_color)
    typer.echo(f"deck        {deck_text(deck)}")
    typer.echo(f"commitment  {committed}")
