"""How a tournament's ledger begins, and whether a tournament is the one that a ledger holds."""

import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from conquian_server.rules import BadConfiguration, Ruleset, read_ruleset

from conquian_tournaments.formats import KnockoutFormat, most_deals, read_format
from conquian_tournaments.kinds import OPENING, SEED
from conquian_tournaments.ledger import Entry, Ledger, LedgerError, View, verify_chain
from conquian_tournaments.results import EntrantId
from conquian_tournaments.tournament import Tournament

IMPORTED = "imported"
"""The `format` of what was played elsewhere."""

_SEED_BYTES = 16

# What the opening says of the seed; the file has one field for it.
_OF_THE_SEED = ("seed_given", "commitment")


@dataclass(frozen=True, slots=True)
class Listed:
    """An entrant as the ledger lists it.

    Attributes:
        id: the key.
        name: shown to people.
        version: its version; empty where it is not known.
    """

    id: EntrantId
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Opening:
    """What a ledger says of its tournament.

    Attributes:
        name: the tournament's name.
        ruleset: its ruleset.
        commitment: that of the decks' seed; None where nobody has committed to one.
        seed_given: whether the seed stood in the tournament's file.
        entrants: who plays.
        imported: whether its deals were played elsewhere and imported; then nothing is known of
            where their decks come from, and each deal is a unit by itself.
        remote: whether a bot came from elsewhere and may have remembered decks; then no deck was
            played twice, and each deal is a unit by itself.
        planned: how many deals are played in all; None where that hangs on how they go, or is not
            known.
        seats: how many entrants a deal has.
    """

    name: str
    ruleset: Ruleset
    commitment: str | None
    seed_given: bool
    entrants: tuple[Listed, ...]
    imported: bool = False
    remote: bool = False
    planned: int | None = None
    seats: int = 2

    @property
    def mirrored(self) -> bool:
        """Whether the legs of a pairing play the same decks, so that two deals are one unit."""
        return not (self.imported or self.remote)

    @property
    def names(self) -> dict[EntrantId, str]:
        """The entrants' names, by their ids."""
        return {entrant.id: entrant.name for entrant in self.entrants}


def open_ledger(tournament: Tournament) -> Ledger:
    """The tournament's ledger, open for writing: new, or as an earlier run has left it.

    Raises:
        LedgerError: it can't be used, is not as it was written, or is of a tournament that differs;
            the error says in what.
    """
    ledger = Ledger.open_to_write(tournament.ledger)
    try:
        if ledger.begun:
            with ledger.view() as view:
                _check_whole(view)
                _check_same(view, tournament)
        else:
            seed = tournament.seed or secrets.token_hex(_SEED_BYTES)
            ledger.begin([Entry(OPENING, "", tournament.opening(seed))], {SEED: seed})
    except BaseException:
        ledger.close()
        raise
    return ledger


def _check_whole(view: View) -> None:
    if damage := view.damage():
        raise LedgerError(f"{view.path}: the file is damaged: {damage}")
    verify_chain(view)


def read_opening(view: View) -> Opening:
    """What is played.

    Raises:
        LedgerError: the ledger does not say, or its entry is not as tournaments are written.
    """
    body = _body(view)
    try:
        remote = any(each.get("remote") for each in body["entrants"])
        return Opening(
            name=body["name"],
            ruleset=read_ruleset(body["ruleset"]),
            commitment=body["commitment"],
            seed_given=body["seed_given"],
            entrants=tuple(
                Listed(each["id"], each["name"], each["version"]) for each in body["entrants"]
            ),
            imported=body.get("format") == IMPORTED,
            remote=remote,
            planned=_planned(body, remote=remote),
            seats=int(body.get("seats", 2)),  # only tables say it
        )
    except (KeyError, TypeError, ValueError, BadConfiguration):
        raise LedgerError(f"{view.path}: the entry of the tournament is damaged") from None


def _planned(body: Mapping[str, Any], *, remote: bool) -> int | None:
    try:
        played = read_format(body)
        if isinstance(played, KnockoutFormat):
            return None
        return most_deals(played, len(body["entrants"]), mirrored=not remote)
    except (KeyError, TypeError, ValueError):
        return None  # such as of what was played elsewhere


def published_seed(view: View) -> str | None:
    """The decks' seed as it is published; None before that.

    Raises:
        LedgerError: its entry is damaged.
    """
    entry = view.entry(SEED)
    if entry is None:
        return None
    seed = entry.body.get("seed")
    if not isinstance(seed, str):
        raise LedgerError(f"{view.path}: the entry of the seed is damaged")
    return seed


def secret_seed(view: View) -> str:
    """The decks' seed, published or not.

    Raises:
        LedgerError: there is none.
    """
    seed = view.secret(SEED)
    if seed is None:
        raise LedgerError(f"{view.path}: the ledger holds no seed")
    return seed


def _body(view: View) -> Mapping[str, Any]:
    entry = view.entry(OPENING)
    if entry is None:
        raise LedgerError(f"{view.path}: the ledger holds no tournament")
    return entry.body


def _check_same(view: View, tournament: Tournament) -> None:
    before = _body(view)
    now = tournament.opening(tournament.seed or secret_seed(view))
    change = next(_changes(before, json.loads(Entry(OPENING, "", now).text)), None)
    if change is not None:
        raise LedgerError(
            f"{view.path}: the tournament is not the one that was begun: {change};"
            " undo the change, or give the new tournament a ledger of its own"
        )


def _changes(before: object, now: object, place: str = "") -> Iterator[str]:
    """Says of each field that differs what it was and what it is, both being JSON's values."""
    if place == "ruleset" and dict in (type(before), type(now)):
        before, now = (asdict(read_ruleset(each)) for each in (before, now))
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted({*before, *now}):
            yield from _changes(before.get(key), now.get(key), f"{place}.{key}" if place else key)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True), 1):
            yield from _changes(one, other, f"{place}[{number}]")
    elif before != now:
        yield _change(place, before, now)


def _change(place: str, before: object, now: object) -> str:
    if place in _OF_THE_SEED:
        return "seed differs"  # and says nothing of what is secret
    if place.endswith("].id"):
        return f"{place.removesuffix('.id')} is another bot, or its files have changed"
    if isinstance(before, list) or isinstance(now, list):
        return f"{place} differs"
    return f"{place} was {before!r} and is {now!r}"
