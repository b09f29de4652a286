"""A tournament before it is played: its file, checked field by field."""

import hashlib
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from conquian_server.launcher import BotManifest, LauncherError, checks, content_hash, find_bot
from conquian_server.launcher.checks import Unfit
from conquian_server.match import ClockRules, FaultPolicy
from conquian_server.rules import PRESETS, BadConfiguration, Ruleset, commitment, read_ruleset

from conquian_tournaments.fields import Fields, read_fields
from conquian_tournaments.results import EntrantId
from conquian_tournaments.schedule import Pairing, pairings

MOST_DECKS = 100_000
_MOST_CYCLES = 1_000
_MOST_SECONDS = 86_400
_DEFAULT_LIMIT = 10.0  # seconds a decision
_ID_LENGTH = 12


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

    def pairings(self) -> Iterator[Pairing]:
        """All pairings in the schedule's order."""
        return pairings(len(self.entrants), self.cycles)

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


def read_tournament(path: Path) -> Tournament:
    """The tournament that a TOML file describes.

    Paths in the file are relative to it.

    Raises:
        FileError: a field is missing, unknown or unfit; the error names it.
    """
    fields = read_fields(path)
    name = fields.optional("name", checks.text, path.stem)
    ruleset = fields.optional("ruleset", _ruleset, PRESETS["classic"])
    tournament = Tournament(
        name=name,
        ruleset=ruleset,
        entrants=_entrants(fields, path.parent, ruleset),
        decks=fields.required("decks", checks.whole(1, MOST_DECKS)),
        cycles=fields.optional("cycles", checks.whole(1, _MOST_CYCLES), 1),
        seed=fields.optional("seed", _seed, None),
        deals_at_once=fields.optional("deals_at_once", checks.whole(1, 128), 1),
        clocks=_clocks(fields.table("clock")),
        policy=_policy(fields.table("faults")),
        workers=fields.optional("workers", checks.whole(1, 256), None),
        ledger=path.parent / fields.optional("ledger", checks.text, f"{path.stem}.ledger"),
    )
    fields.check_all_known()
    return tournament


def _entrants(fields: Fields, folder: Path, ruleset: Ruleset) -> tuple[Entrant, ...]:
    tables = fields.tables("entrants")
    if len(tables) < 2:  # noqa: PLR2004 - it takes two to play
        raise fields.error("entrants", "a tournament needs two at least")
    entrants: list[Entrant] = []
    for table in tables:
        entrant = _entrant(table, folder)
        _check_new(table, entrant, entrants)
        if ruleset.name in PRESETS and ruleset.name not in entrant.bot.rulesets:
            raise table.error("bot", f"{entrant.name} does not play {ruleset.name}")
        entrants.append(entrant)
    return tuple(entrants)


def _entrant(table: Fields, folder: Path) -> Entrant:
    text = table.required("bot", checks.text)
    local = folder / text
    try:
        bot = find_bot(str(local) if local.is_dir() else text)
    except LauncherError as error:
        raise table.error("bot", str(error)) from None
    name = table.optional("name", checks.name, bot.name)
    table.check_all_known()
    return Entrant(_entrant_id(bot), name, bot)


def _entrant_id(bot: BotManifest) -> EntrantId:
    if bot.from_command:  # its folder is the user's own, and no part of the bot
        return hashlib.sha256("\0".join(bot.run).encode()).hexdigest()[:_ID_LENGTH]
    return content_hash(bot.folder)[:_ID_LENGTH]


def _check_new(table: Fields, entrant: Entrant, before: list[Entrant]) -> None:
    for other in before:
        if other.name == entrant.name:
            raise table.error("name", f"two entrants are called {entrant.name}; name one of them")
        if other.id == entrant.id:
            raise table.error("bot", f"{entrant.name} is the same bot as {other.name}")


def _ruleset(value: object) -> Ruleset:
    try:
        ruleset = read_ruleset(value)
        ruleset.check_seats(2)
    except BadConfiguration as error:
        raise Unfit(str(error)) from None
    return ruleset


def _seed(value: object) -> str | None:
    return checks.text(value)


def _clocks(fields: Fields) -> ClockRules:
    limit = fields.optional("limit", _seconds, None)
    bank = fields.optional("bank", _seconds, None)
    increment = fields.optional("increment", checks.seconds(_MOST_SECONDS), 0.0)
    warm_up = fields.optional("warm_up", checks.seconds(_MOST_SECONDS), ClockRules().warm_up)
    fields.check_all_known()
    if limit is None and bank is None:
        limit = _DEFAULT_LIMIT
    try:
        return ClockRules(limit=limit, bank=bank, increment=increment, warm_up=warm_up)
    except ValueError as error:
        field, _, reason = str(error).partition(": ")
        raise fields.error(field, reason) from None


def _policy(fields: Fields) -> FaultPolicy:
    default = FaultPolicy()
    policy = FaultPolicy(
        incidents=fields.optional("incidents", checks.whole(1, 1000), default.incidents),
        grace=fields.optional("grace", checks.seconds(_MOST_SECONDS), default.grace),
        arrival=fields.optional("arrival", checks.seconds(_MOST_SECONDS), default.arrival),
    )
    fields.check_all_known()
    return policy


def _seconds(value: object) -> float | None:
    return checks.seconds(_MOST_SECONDS)(value)
