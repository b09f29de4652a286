"""A tournament before it is played."""

from dataclasses import asdict, dataclass
from typing import Any

from conquian_server.launcher import BotManifest
from conquian_server.match import ClockRules, FaultPolicy
from conquian_server.referee import Tls
from conquian_server.rules import Ruleset, commitment

from conquian_tournaments.formats import Format, format_object
from conquian_tournaments.ledger import Where
from conquian_tournaments.results import EntrantId
from conquian_tournaments.schedule import Leg, Schedule


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot version in a tournament.

    Attributes:
        id: made of what the bot is, so that a changed bot is another entrant.
        name: shown to people, and unique in the tournament.
        bot: how it is started; None where it comes by itself, from elsewhere.
    """

    id: EntrantId
    name: str
    bot: BotManifest | None

    @property
    def remote(self) -> bool:
        """Whether it comes by itself."""
        return self.bot is None

    def listed(self) -> dict[str, Any]:
        """How a ledger's opening lists it; see `opening.Listed`."""
        if self.bot is None:
            return {"id": self.id, "name": self.name, "version": "", "remote": True}
        return {"id": self.id, "name": self.name, "version": self.bot.version}


@dataclass(frozen=True, slots=True)
class Gate:
    """Where remote bots come in.

    Attributes:
        listen: the address, `HOST:PORT`.
        wait_seconds: how long a run waits for them at its beginning.
        tls: the certificate; without one, only bots on this machine can come.
    """

    listen: str
    wait_seconds: float
    tls: Tls | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played, and where it is recorded.

    Attributes:
        name: shown to people.
        ruleset: the ruleset.
        entrants: who plays, in the schedule's order.
        format: who meets whom, and over how many decks.
        seed: the decks' seed if it is given; None has one drawn and kept secret until the end.
        deals_at_once: how many deals may be open in a leg.
        clocks: how long bots may think.
        policy: what is done about faults.
        workers: how many legs are played side by side; None has as many as the cores carry.
        ledger: where it is recorded.
        executor: the address of the Dask cluster that plays it; None plays on this machine.
        gate: where remote bots come in; None where there are none.
    """

    name: str
    ruleset: Ruleset
    entrants: tuple[Entrant, ...]
    format: Format
    seed: str | None
    deals_at_once: int
    clocks: ClockRules
    policy: FaultPolicy
    workers: int | None
    ledger: Where
    executor: str | None = None
    gate: Gate | None = None

    @property
    def mirrored(self) -> bool:
        """Whether both legs of a match play the same decks. Not where a bot remembers them."""
        return not any(entrant.remote for entrant in self.entrants)

    def schedule(self, seed: str) -> Schedule:
        """Who meets whom, given the decks' seed."""
        return self.format.schedule(len(self.entrants), seed)

    def seats(self, leg: Leg) -> tuple[Entrant, ...]:
        """The entrant in each seat of a leg."""
        return tuple(self.entrants[number] for number in leg.seats)

    @property
    def deal_count(self) -> int:
        """How many deals it plays in all, at most."""
        legs = self.schedule("").pairing_count * self.format.seats
        return legs * self.format.length(mirrored=self.mirrored).most_decks

    def opening(self, seed: str) -> dict[str, Any]:
        """What the ledger's first entry says: all that decides the tournament's results."""
        return {
            "name": self.name,
            **format_object(self.format),
            "ruleset": self.ruleset.reference(),
            "seed_given": self.seed is not None,
            "commitment": commitment(seed),
            "deals_at_once": self.deals_at_once,
            "clock": asdict(self.clocks),
            "faults": asdict(self.policy),
            "entrants": [entrant.listed() for entrant in self.entrants],
        }
