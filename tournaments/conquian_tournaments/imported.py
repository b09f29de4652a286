"""Deals that were played elsewhere, as entries of a ledger of their own.

Nothing is known of them but their records: who sat where, by name, and what was done. So there is
no seed, no schedule and no pair of legs; each deal is a unit by itself.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conquian_server.launcher import checks
from conquian_server.launcher.checks import Unfit
from conquian_server.match import DealOver
from conquian_server.rules import BadRecord, Deck, Position, Ruleset, read_record, verify

from conquian_tournaments.deals import deal_entry
from conquian_tournaments.kinds import OPENING
from conquian_tournaments.ledger import Entry
from conquian_tournaments.opening import IMPORTED, Listed
from conquian_tournaments.schedule import Leg, Pairing

_MICROSECONDS = 1_000_000
_LONGEST_CHARGE = 10**12  # microseconds; eleven days
_ID_LENGTH = 12
_DECK_ID_BYTES = 6  # a number that every reader of JSON takes whole
_SEATS = 2


class Unimportable(Exception):  # noqa: N818 - named for what is wrong, as the rules' errors are
    """A record that can't be imported; the text names the field."""


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played elsewhere, its record verified.

    Attributes:
        names: the seats' names.
        position: its last position.
        multiplier: how often it counted.
        charges: for each seat the microseconds charged to each of its decisions, where told.
        cause: what happened, in words, where a fault ended it and that was told; else empty.
    """

    names: tuple[str, ...]
    position: Position
    multiplier: int
    charges: tuple[tuple[int, ...], ...]
    cause: str


def read_played(value: object) -> Played:
    """The deal of a record (rules section 12).

    Beside what the rules say of a record, `charges` and `cause` are read as `conquian play --json`
    and `conquian export` write them.

    Raises:
        Unimportable: the record is not valid, or not of a deal that can be imported.
    """
    try:
        record = read_record(value)
        position = verify(record)
    except BadRecord as fault:
        raise Unimportable(str(fault)) from None
    assert isinstance(value, Mapping)  # or it were no record
    return Played(_names(record.names), position, record.multiplier, _charges(value), _cause(value))


@dataclass(slots=True)
class Import:
    """Deals on their way into a ledger.

    Attributes:
        ruleset: that of all the deals; None before the first.
        entrants: who has played, by name, in the order of the first deals.
        deals: how many deals were entered.
    """

    ruleset: Ruleset | None = None
    entrants: dict[str, Listed] = field(default_factory=dict)
    deals: int = 0
    _places: dict[str, int] = field(default_factory=dict)
    _numbers: Counter[Leg] = field(default_factory=Counter)

    def enter(self, deal: Played) -> Entry:
        """The entry of the next deal.

        Raises:
            Unimportable: its ruleset is not that of the deals before it.
        """
        ruleset = deal.position.setup.ruleset
        if self.ruleset not in (None, ruleset):
            raise Unimportable(
                f"ruleset: is {ruleset.name}, but {self.ruleset.name} before; a ledger has one"
            )
        self.ruleset = ruleset
        for name in deal.names:
            self._places.setdefault(name, len(self._places))
            self.entrants.setdefault(name, Listed(_entrant_id(name), name, ""))
        self.deals += 1
        return self._entry(deal)

    def opening(self, name: str) -> Entry:
        """The entry that a ledger with the deals begins with.

        Args:
            name: shown to people.
        """
        assert self.ruleset is not None  # it has a deal
        body = {
            "name": name,
            "format": IMPORTED,
            "ruleset": self.ruleset.reference(),
            "commitment": None,
            "seed_given": False,
            "entrants": [
                {"id": each.id, "name": each.name, "version": each.version}
                for each in self.entrants.values()
            ],
        }
        return Entry(OPENING, "", body)

    def _entry(self, deal: Played) -> Entry:
        leg = self._leg(deal.names)
        number = self._numbers[leg]
        self._numbers[leg] += 1
        seconds = tuple(tuple(each / _MICROSECONDS for each in seat) for seat in deal.charges)
        over = DealOver(number, deal.position, seconds, deal.cause)
        entry = deal_entry(leg, [self.entrants[name] for name in deal.names], over)
        known = {"multiplier": deal.multiplier, "deck": deck_id(deal.position.setup.deck)}
        return Entry(entry.kind, entry.key, {**entry.body, **known})

    def _leg(self, names: Sequence[str]) -> Leg:
        first, second = (self._places[name] for name in names)
        swapped = first > second
        return Leg(Pairing(0, min(first, second), max(first, second)), int(swapped))


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(names) != _SEATS:
        raise Unimportable(f"seats: has {len(names)}; only deals of two seats can be imported")
    for seat, name in enumerate(names):
        try:
            checks.text(name)
        except Unfit as unfit:
            raise Unimportable(f"seats[{seat}]: {unfit}") from None
    if names[0] == names[1]:
        raise Unimportable(f"seats: {names[0]!r} plays itself, which no rating can come of")
    return names


def _charges(value: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    charges = value.get("charges", [[] for _ in range(_SEATS)])
    if not isinstance(charges, list) or len(charges) != _SEATS or not all(map(_is_time, charges)):
        raise Unimportable(
            f"charges: is not a list of microseconds, 0 to {_LONGEST_CHARGE}, for each seat"
        )
    return tuple(map(tuple, charges))


def _is_time(charges: object) -> bool:
    return isinstance(charges, list) and all(
        type(each) is int and 0 <= each <= _LONGEST_CHARGE for each in charges
    )


def _cause(value: Mapping[str, Any]) -> str:
    cause = value.get("cause")
    if cause is not None and not isinstance(cause, str):
        raise Unimportable("cause: is not text")
    return cause or ""


def deck_id(deck: Deck) -> int:
    """The same for the same deck; what an entrant makes of one deck is not independent."""
    return int.from_bytes(hashlib.sha256(bytes(deck)).digest()[:_DECK_ID_BYTES])


def _entrant_id(name: str) -> str:
    return hashlib.sha256(b"imported\0" + name.encode()).hexdigest()[:_ID_LENGTH]
