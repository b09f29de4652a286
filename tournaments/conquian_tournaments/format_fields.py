"""A tournament file's fields that say how it is played."""

from collections.abc import Callable
from typing import Final

from conquian_server.launcher import checks
from conquian_server.launcher.checks import Unfit

from conquian_tournaments.fields import Fields
from conquian_tournaments.formats import (
    Format,
    GauntletFormat,
    KnockoutFormat,
    RoundRobinFormat,
    SwissFormat,
    TablesFormat,
)
from conquian_tournaments.schedule import FEWEST_SEATS, MOST_SEATS, most_rounds, usual_rounds

MOST_DECKS = 100_000
_MOST_CYCLES = 1_000
_MOST_RUNNERS = 10_000


def read_format_fields(fields: Fields, entrant_count: int) -> Format:
    """The format that a file's top table names, with what it goes by.

    Raises:
        FileError: a field is missing or unfit, also to so many entrants.
    """
    read = _READERS[fields.optional("format", _known, RoundRobinFormat.name)]
    found = read(fields, entrant_count)
    try:
        found.schedule(entrant_count, "")
    except ValueError as error:
        field, _, reason = str(error).partition(": ")
        raise fields.error(field, f"{reason} with {entrant_count} entrants") from None
    return found


def _known(value: object) -> str:
    if not isinstance(value, str) or value not in _READERS:
        raise Unfit(f"must be one of {', '.join(_READERS)}, not {value!r}")
    return value


def _round_robin(fields: Fields, _: int) -> Format:
    return RoundRobinFormat(_decks(fields), _cycles(fields))


def _double_round_robin(fields: Fields, _: int) -> Format:
    return RoundRobinFormat(_decks(fields), cycles=2)


def _gauntlet(fields: Fields, _: int) -> Format:
    runners = fields.optional("runners", checks.whole(1, _MOST_RUNNERS), 1)
    return GauntletFormat(_decks(fields), runners, _cycles(fields))


def _swiss(fields: Fields, entrant_count: int) -> Format:
    usual = min(usual_rounds(entrant_count), most_rounds(entrant_count))
    rounds = fields.optional("rounds", checks.whole(1, most_rounds(entrant_count)), usual)
    return SwissFormat(_decks(fields), rounds)


def _knockout(fields: Fields, _: int) -> Format:
    best_of = fields.required("best_of", checks.whole(1, MOST_DECKS))
    extra = fields.optional("extra_decks", checks.whole(0, MOST_DECKS), best_of)
    return KnockoutFormat(best_of, extra)


def _tables(fields: Fields, _: int) -> Format:
    return TablesFormat(
        _decks(fields), fields.required("seats", checks.whole(FEWEST_SEATS, MOST_SEATS))
    )


def _decks(fields: Fields) -> int:
    return fields.required("decks", checks.whole(1, MOST_DECKS))


def _cycles(fields: Fields) -> int:
    return fields.optional("cycles", checks.whole(1, _MOST_CYCLES), 1)


_READERS: Final[dict[str, Callable[[Fields, int], Format]]] = {
    "round-robin": _round_robin,
    "double-round-robin": _double_round_robin,
    "gauntlet": _gauntlet,
    "swiss": _swiss,
    "knockout": _knockout,
    "tables": _tables,
}
