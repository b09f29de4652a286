"""A tournament's TOML file, checked field by field."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa
from conquian_server.launcher import (
    BotManifest,
    LauncherError,
    Trust,
    checks,
    content_hash,
    find_bot,
)
from conquian_server.launcher.checks import Unfit
from conquian_server.match import ClockRules, FaultPolicy
from conquian_server.rules import PRESETS, BadConfiguration, Ruleset, read_ruleset

from conquian_tournaments.fields import Fields, read_fields
from conquian_tournaments.format_fields import read_format_fields
from conquian_tournaments.gate_fields import read_gate
from conquian_tournaments.ledger import Where
from conquian_tournaments.results import EntrantId
from conquian_tournaments.tournament import Entrant, Tournament

_MOST_SECONDS = 86_400
_DEFAULT_LIMIT = 10.0  # seconds a decision
_ID_LENGTH = 12


def read_tournament(path: Path) -> Tournament:
    """The tournament that a TOML file describes.

    Paths in the file are relative to it.

    Raises:
        FileError: a field is missing, unknown or unfit; the error names it.
    """
    fields = read_fields(path)
    name = fields.optional("name", checks.text, path.stem)
    ruleset = fields.optional("ruleset", _ruleset, PRESETS["classic"])
    entrants = _entrants(fields, path.parent, ruleset)
    played = read_format_fields(fields, len(entrants))
    _check_seats(fields, ruleset, played.seats)
    tournament = Tournament(
        name=name,
        ruleset=ruleset,
        entrants=entrants,
        format=played,
        seed=fields.optional("seed", checks.text, None),
        deals_at_once=fields.optional("deals_at_once", checks.whole(1, 128), 1),
        clocks=_clocks(fields.table("clock"), _wished_warm_up(entrants)),
        policy=_policy(fields.table("faults")),
        workers=fields.optional("workers", checks.whole(1, 256), None),
        ledger=_ledger_path(fields, path),
        executor=fields.optional("executor", checks.text, None),
        gate=read_gate(fields, path.parent, entrants),
    )
    fields.check_all_known()
    return tournament


def ledger_path(path: Path) -> Where:
    """The ledger that a TOML file names; nothing else of it is looked at.

    Raises:
        FileError: the file can't be read, or its field `ledger` is unfit.
    """
    return _ledger_path(read_fields(path), path)


def _ledger_path(fields: Fields, path: Path) -> Where:
    default: Where = Path(f"{path.stem}.ledger")
    where = fields.optional("ledger", _where, default)
    return path.parent / where if isinstance(where, Path) else where


def _where(value: object) -> Where:
    """A file, or the address of a database."""
    text = checks.text(value)
    if "://" not in text:
        return Path(text)
    try:
        return sa.make_url(text)
    except sa.exc.ArgumentError:
        raise Unfit("can't be read as a database's address") from None


def _entrants(fields: Fields, folder: Path, ruleset: Ruleset) -> tuple[Entrant, ...]:
    tables = fields.tables("entrants")
    if len(tables) < 2:  # noqa: PLR2004 - it takes two to play
        raise fields.error("entrants", "a tournament needs two at least")
    entrants: list[Entrant] = []
    for table in tables:
        entrant = _entrant(table, folder)
        _check_new(table, entrant, entrants)
        bot = entrant.bot
        if bot and ruleset.name in PRESETS and ruleset.name not in bot.rulesets:
            raise table.error("bot", f"{entrant.name} does not play {ruleset.name}")
        entrants.append(entrant)
    return tuple(entrants)


def _entrant(table: Fields, folder: Path) -> Entrant:
    if table.optional("remote", checks.boolean, False):
        return _remote_entrant(table)
    text = table.required("bot", checks.text)
    try:
        bot = find_bot(text, folder)
        entrant_id = _entrant_id(bot)
    except LauncherError as error:
        raise table.error("bot", str(error)) from None
    except OSError as error:
        raise table.error("bot", f"{error.filename}: {error.strerror}") from None
    name = table.optional("name", checks.name, bot.name)
    if table.optional("trusted", checks.boolean, False):
        bot = replace(bot, trust=Trust.FULL)
    table.check_all_known()
    return Entrant(entrant_id, name, bot)


def _remote_entrant(table: Fields) -> Entrant:
    """A bot of which nothing is known but its name."""
    name = table.required("name", checks.name)
    table.check_all_known()
    entrant_id = hashlib.sha256(f"remote:{name}".encode()).hexdigest()[:_ID_LENGTH]
    return Entrant(entrant_id, name, None)


def _entrant_id(bot: BotManifest) -> EntrantId:
    """What the bot is, in short: a folder by its files, a command by its words and files."""
    if not bot.from_command:
        return content_hash(bot)[:_ID_LENGTH]
    digest = hashlib.sha256()
    for word in bot.run:
        digest.update(word.encode() + b"\0")
        if os.path.isfile(bot.folder / word):  # unlike Path's, it takes words of any length
            digest.update(hashlib.sha256((bot.folder / word).read_bytes()).digest())
    return digest.hexdigest()[:_ID_LENGTH]


def _check_new(table: Fields, entrant: Entrant, before: list[Entrant]) -> None:
    for other in before:
        if other.id == entrant.id and not entrant.remote:
            raise table.error("bot", f"is the same bot as {other.name}; a bot is entered once")
        if other.name == entrant.name:
            raise table.error("name", f"two entrants are called {entrant.name}; rename one here")


def _ruleset(value: object) -> Ruleset:
    try:
        return read_ruleset(value)
    except BadConfiguration as error:
        raise Unfit(str(error).removeprefix("ruleset: ")) from None


def _check_seats(fields: Fields, ruleset: Ruleset, seats: int) -> None:
    try:
        ruleset.check_seats(seats)
    except BadConfiguration as error:
        raise fields.error("ruleset", str(error)) from None


def _wished_warm_up(entrants: Sequence[Entrant]) -> float:
    """The time to get ready where the file doesn't say: the usual one, or the longest wish."""
    wishes = [bot.warm_up_seconds for entrant in entrants if (bot := entrant.bot) is not None]
    return max([ClockRules().warm_up, *(wish for wish in wishes if wish is not None)])


def _clocks(fields: Fields, usual_warm_up: float) -> ClockRules:
    limit = fields.optional("limit", _seconds, None)
    bank = fields.optional("bank", _seconds, None)
    increment = fields.optional("increment", checks.seconds(_MOST_SECONDS), 0.0)
    warm_up = fields.optional("warm_up", checks.seconds(_MOST_SECONDS), usual_warm_up)
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
