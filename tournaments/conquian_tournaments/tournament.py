"""A tournament before it is played."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from conquian_server.launcher import BotManifest
from conquian_server.match import ClockRules, FaultPolicy
from conquian_server.rules import Ruleset, commitment

from conquian_tournaments.results import EntrantId
from conquian_tournaments.schedule import Leg, legs, pairings


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot version in a tournament.

    Attributes:
        id: made of what the bot is, so that a changed bot is another entrant.
        name: shown to people, and unique in the tournament.
        bot: how it is started.
    """

    id: EntrantId
    name: str
    bot: BotManifest


@dataclass(frozen=True, slots=True)
class Tournament:
    """A round robin of hosted bots.

    Attributes:
        name: shown to people.
        ruleset: the ruleset.
        entrants: who plays, in the schedule's order.
        decks: how many decks a pairing plays, each in both seatings.
        cycles: how often everyone meets everyone.
        seed: the decks' seed if it is given; None has one drawn and kept secret until the end.
        deals_at_once: how many deals may be open in a leg.
        clocks: how long bots may think.
        policy: what is done about faults.
        workers: how many legs are played side by side; None has as many as the cores carry.
        ledger: the file that it is recorded in.
    """

    name: str
    ruleset: Ruleset
    entrants: tuple[Entrant, ...]
    decks: int
    cycles: int
    seed: str | None
    deals_at_once: int
    clocks: ClockRules
    policy: FaultPolicy
    workers: int | None
    ledger: Path

    def legs(self) -> Iterator[Leg]:
        """All legs in the schedule's order, none held in memory."""
        for pairing in pairings(len(self.entrants), self.cycles):
            yield from legs(pairing)

    def seats(self, leg: Leg) -> tuple[Entrant, ...]:
        """The entrant in each seat of a leg."""
        return tuple(self.entrants[number] for number in leg.seats)

    @property
    def deal_count(self) -> int:
        """How many deals it plays in all."""
        meetings = math.comb(len(self.entrants), 2) * self.cycles
        return meetings * 2 * self.decks

    def opening(self, seed: str) -> dict[str, Any]:
        """What the ledger's first entry says: all that decides the tournament's results."""
        return {
            "name": self.name,
            "format": "round-robin",
            "ruleset": self.ruleset.reference(),
            "decks": self.decks,
            "cycles": self.cycles,
            "seed_given": self.seed is not None,
            "commitment": commitment(seed),
            "deals_at_once": self.deals_at_once,
            "clock": asdict(self.clocks),
            "faults": asdict(self.policy),
            "entrants": [
                {"id": entrant.id, "name": entrant.name, "version": entrant.bot.version}
                for entrant in self.entrants
            ],
        }
