"""The work of `conquian demo`: a deal between two simple ways to play, told as it goes on."""

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from conquian_server.rules import PRESETS, Action, Position, deck_from_seed, start
from rich.text import Text

from conquian_tournaments.cli.screen import print_lines
from conquian_tournaments.report import Narrator

Chooser: TypeAlias = Callable[[Position], Action]


def play(seed: str, *, no_color: bool) -> None:
    """Print a deal of the deck that `seed` gives; the same seed gives the same deal."""
    choosers = {"Greedy": _lay_most, "Random": _anything(random.Random(seed))}
    ruleset = PRESETS["classic"]
    position = start(ruleset, deck_from_seed(seed, 0), dealer=0, seats=len(choosers))
    narrator = Narrator(ruleset, list(choosers))
    print_lines(_told(position, narrator, list(choosers.values())), no_color=no_color)


def _told(position: Position, narrator: Narrator, choosers: list[Chooser]) -> Iterator[Text]:
    yield from narrator.opening(position)
    while position.seat is not None:
        action = choosers[position.seat](position)
        after = position.apply(action)
        yield from narrator.step(position, action, after)
        position = after
    yield from narrator.ending(position)


def _lay_most(position: Position) -> Action:
    """The action with the most cards laid; a pass or a demand where nothing can be laid."""
    return max(position.legal_actions(), key=lambda action: sum(action.layout).bit_count())


def _anything(chance: random.Random) -> Chooser:
    return lambda position: chance.choice(position.legal_actions())
