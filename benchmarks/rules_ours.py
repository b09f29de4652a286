"""What the benchmark asks of a rules engine, and how ours answers it.

In all engines' loops every random choice is made the same way
(`legal[int(random() * len(legal))]`), and every engine shuffles and deals for itself, as it does
for its users.
"""

from collections.abc import Callable, Iterator, Sized
from importlib.metadata import version
from random import Random
from typing import NamedTuple, Protocol

from conquian_server import rules
from conquian_server.rules import position

LegalCall = Callable[[], Sized]

_DEALING_SEED = "7"


class Playout(NamedTuple):
    """What one random playout went through.

    Attributes:
        decisions: choices made by seats.
        nodes: the same and the chance nodes that the caller had to sample.
    """

    decisions: int
    nodes: int


class Engine(Protocol):
    """A rules engine as the benchmark uses it.

    Attributes:
        name: what the tables call it.
        version: of its distribution; of ours, also whether its modules are compiled.
        loop: the calls that its playouts make, without and with observations.
    """

    name: str
    version: str
    loop: str

    def playout(self, rng: Random, *, observe: bool) -> Playout:
        """Play one random deal to its end; with `observe`, each seat looks before it decides."""

    def legal_calls(self, rng: Random) -> Iterator[LegalCall]:
        """Calls that each list the legal actions of a position that was not asked before.

        They come from random playouts, one for each decision, and never end. An engine that
        lists legal actions only together with something else has none.
        """


def _form() -> str:
    return "interpreted" if position.__file__.endswith(".py") else "compiled"


class Conquian:
    """Our own engine under one ruleset."""

    version = f"{version('conquian')}, {_form()}"
    loop = "legal_actions, apply; observe"

    def __init__(self, name: str, preset: str, seats: int = 2) -> None:
        self.name = name
        self._ruleset = rules.PRESETS[preset]
        self._seats = seats
        self._deals = 0

    def playout(self, rng: Random, *, observe: bool) -> Playout:
        """See `Engine.playout`."""
        random = rng.random
        now = self._start()
        decisions = 0
        while (seat := now.seat) is not None:
            if observe:
                now.observe(seat)
            legal = now.legal_actions()
            now = now.apply(legal[int(random() * len(legal))])
            decisions += 1
        return Playout(decisions, decisions)

    def legal_calls(self, rng: Random) -> Iterator[LegalCall]:
        """See `Engine.legal_calls`."""
        while True:
            now = self._start()
            while now.seat is not None:
                action = rng.choice(now.legal_actions())
                unasked = now.apply(action)
                if unasked.seat is not None:
                    yield unasked.legal_actions
                now = now.apply(action)

    def _start(self) -> rules.Position:
        deck = rules.deck_from_seed(_DEALING_SEED, self._deals)
        self._deals += 1
        return rules.start(self._ruleset, deck, dealer=0, seats=self._seats)


def our_engines() -> list[Engine]:
    """Our engine under each preset; others are compared with the first."""
    return [
        Conquian("Conquian classic", "classic"),
        Conquian("Conquian hoyle", "hoyle"),
        Conquian("Conquian nine-card, 2 seats", "nine-card", 2),
        Conquian("Conquian nine-card, 3 seats", "nine-card", 3),
        Conquian("Conquian nine-card, 4 seats", "nine-card", 4),
    ]
