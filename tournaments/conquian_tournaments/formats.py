"""The formats of tournaments: who meets whom, and over how many decks.

Each makes, of the number of entrants and the decks' seed (for what is drawn by lot), a schedule;
it raises a ValueError that begins with the field at fault where so many can't play it. And each
says how long a match is, whose legs play the same decks (are mirrored) or not.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Final, TypeAlias

from conquian_tournaments.schedule import (
    BestOf,
    FixedLength,
    Gauntlet,
    Knockout,
    Length,
    RoundRobin,
    Schedule,
    Swiss,
    Tables,
)


class _OfTwo:
    """What two play at a time.

    Attributes:
        seats: how many meet.
    """

    __slots__ = ()
    seats: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class _ByDecks:
    """What has a fixed number of decks a match.

    Attributes:
        decks: how many decks a match plays, each in all its seatings.
    """

    decks: int

    def length(self, *, mirrored: bool = True) -> Length:
        """Over how many decks a match goes: always the same."""
        return FixedLength(self.decks)


@dataclass(frozen=True, slots=True)
class RoundRobinFormat(_ByDecks, _OfTwo):
    """Everyone meets everyone.

    Attributes:
        cycles: how often.
    """

    name: ClassVar[str] = "round-robin"
    cycles: int = 1

    def schedule(self, entrant_count: int, seed: str) -> Schedule:
        """Who meets whom."""
        return RoundRobin(entrant_count, self.cycles)


@dataclass(frozen=True, slots=True)
class GauntletFormat(_ByDecks, _OfTwo):
    """The first entrants meet all others.

    Attributes:
        runners: how many are the first.
        cycles: how often they meet each.
    """

    name: ClassVar[str] = "gauntlet"
    runners: int = 1
    cycles: int = 1

    def schedule(self, entrant_count: int, seed: str) -> Schedule:
        """Who meets whom."""
        return Gauntlet(entrant_count, self.runners, self.cycles)


@dataclass(frozen=True, slots=True)
class SwissFormat(_ByDecks, _OfTwo):
    """Everyone meets, in each round, somebody new who has done as well.

    Attributes:
        rounds: how many.
    """

    name: ClassVar[str] = "swiss"
    rounds: int

    def schedule(self, entrant_count: int, seed: str) -> Schedule:
        """Who meets whom."""
        return Swiss(entrant_count, self.rounds, seed)


@dataclass(frozen=True, slots=True)
class TablesFormat(_ByDecks):
    """Each three, or each four, meet at a table.

    Attributes:
        seats: how many sit at one.
    """

    name: ClassVar[str] = "tables"
    seats: int

    def schedule(self, entrant_count: int, seed: str) -> Schedule:
        """Who meets whom."""
        return Tables(entrant_count, self.seats)


@dataclass(frozen=True, slots=True)
class KnockoutFormat(_OfTwo):
    """Whoever loses a match is out.

    Attributes:
        best_of: how many decks decide a match, each in both seatings.
        extra_decks: how many more at most, one by one, while it is level.
    """

    name: ClassVar[str] = "knockout"
    best_of: int
    extra_decks: int = 0

    def schedule(self, entrant_count: int, seed: str) -> Schedule:
        """Who meets whom."""
        return Knockout(entrant_count)

    def length(self, *, mirrored: bool = True) -> Length:
        """Over how many decks a match goes: until one can't be caught up."""
        return BestOf(self.best_of, self.extra_decks, mirrored)


Format: TypeAlias = RoundRobinFormat | GauntletFormat | SwissFormat | KnockoutFormat | TablesFormat

_FORMATS: Final[dict[str, type[Format]]] = {
    each.name: each
    for each in (RoundRobinFormat, GauntletFormat, SwissFormat, KnockoutFormat, TablesFormat)
}


def most_deals(played: Format, entrant_count: int, *, mirrored: bool) -> int:
    """How many deals are played in all, at most, between so many entrants."""
    most_decks = played.length(mirrored=mirrored).most_decks
    legs = played.schedule(entrant_count, "").pairing_count * played.seats
    return legs * most_decks


def format_object(played: Format) -> dict[str, Any]:
    """A format as a ledger's opening has it: its name and its fields."""
    return {"format": played.name, **asdict(played)}


def read_format(opening: Mapping[str, Any]) -> Format:
    """The format in a ledger's opening.

    Raises:
        KeyError: a field is missing, or the format is unknown.
    """
    kind = _FORMATS[opening["format"]]
    return kind(**{field.name: opening[field.name] for field in fields(kind)})
