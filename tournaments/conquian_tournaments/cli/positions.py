"""The work of `conquian rules legal` and `conquian rules count`."""

from collections.abc import Iterator

from conquian_server.rules import CARD_TEXTS, BadRecord, Position, count, read_position

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.inputs import Entry, json_entries
from conquian_tournaments.cli.output import print_json, with_id

DEEPEST = 100


def print_legal(file: str) -> None:
    """Print what is asked in each position of a file, and the legal actions."""
    for entry, position in _positions(file):
        print_json(with_id(entry.value, _legal(position)))


def print_counts(file: str) -> None:
    """Print the count of each position of a file, to the depth that stands beside it."""
    for entry, position in _positions(file):
        print_json(with_id(entry.value, {"count": count(position, _depth(entry))}))


def _positions(file: str) -> Iterator[tuple[Entry, Position]]:
    for entry in json_entries(file):
        try:
            position = read_position(entry.value)
        except BadRecord as error:
            raise BadInput(f"{entry.where}: {error}") from None
        yield entry, position


def _legal(position: Position) -> dict[str, object]:
    return {
        "seat": position.seat,
        "asked": position.asked and position.asked.value,
        "faced": None if position.faced is None else CARD_TEXTS[position.faced],
        "legal": sorted(map(str, position.legal_actions())),
    }


def _depth(entry: Entry) -> int:
    depth = entry.value.get("depth") if isinstance(entry.value, dict) else None
    if type(depth) is not int or not 0 <= depth <= DEEPEST:
        raise BadInput(f"{entry.where}: depth: is not a whole number from 0 to {DEEPEST}")
    return depth
