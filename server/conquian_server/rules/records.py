"""Deal records and positions as JSON objects: read, written, verified (rules section 12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from conquian_server.rules.actions import read_action
from conquian_server.rules.deck import Deck, deck_text, read_deck
from conquian_server.rules.errors import (
    BadConfiguration,
    BadRecord,
    IllegalAction,
    Unreadable,
    quoted,
)
from conquian_server.rules.position import Position, start
from conquian_server.rules.results import FAULTS, Reason
from conquian_server.rules.ruleset import Ruleset, read_ruleset

FORMAT = "conquian/1"

JsonObject: TypeAlias = Mapping[str, Any]

_REASONS = {reason.value: reason for reason in Reason}
_CODES = {"deck": "bad_deck", "seats": "bad_seats", "dealer": "bad_dealer", "format": "bad_format"}


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as its record tells it; `verify` says whether it is true.

    Attributes:
        names: the seats' names.
        ruleset: the ruleset.
        dealer: the dealer's seat.
        multiplier: how often the deal counts.
        deck: the forty cards, first dealt first.
        actions: the actions' texts.
        result: the claimed result: `reason`, `winner`, `offender`, `points`.
    """

    names: tuple[str, ...]
    ruleset: Ruleset
    dealer: int
    multiplier: int
    deck: Deck
    actions: tuple[str, ...]
    result: JsonObject

    def start(self) -> Position:
        """The first position of the deal."""
        return start(self.ruleset, self.deck, dealer=self.dealer, seats=len(self.names))


def read_record(value: object) -> Record:
    """The record that a JSON value holds; unknown keys are ignored.

    Raises:
        BadRecord: no deal can be set up from it; `index` is None.
    """
    try:
        record = _read_record(_object("record", value))
        record.start()
    except BadConfiguration as error:
        raise _bad_head(error) from None
    return record


def verify(record: Record) -> Position:
    """The last position of the deal, when the record is valid.

    Raises:
        BadRecord: an action is illegal or missing, or the result is another.
    """
    position = replay(record.start(), record.actions)
    claimed, end = record.result, len(record.actions)
    reason = _claimed_reason(claimed, end)
    if reason in FAULTS:
        position = _forfeited(position, reason, claimed.get("offender"), end)
    if position.result is None:
        raise BadRecord(end, "deal_not_ended", "the deal has not ended with the last action")
    _compare(record, position, end)
    return position


def replay(position: Position, actions: Sequence[str]) -> Position:
    """The position after the actions written in `actions`.

    Raises:
        BadRecord: one is unreadable or illegal; `index` tells which.
    """
    for index, text in enumerate(actions):
        if position.result is not None:
            raise BadRecord(index, "after_end", "the deal has ended before this action")
        try:
            position = position.apply(read_action(text))
        except Unreadable as error:
            raise BadRecord(index, "unreadable", str(error)) from None
        except IllegalAction as error:
            raise BadRecord(index, error.code, str(error)) from None
    return position


def read_position(value: object) -> Position:
    """The position that a JSON object with the head of a record and its actions leads to.

    `seats` is the number of seats, or the list of their names.

    Raises:
        BadRecord: no deal can be set up from it, or an action is illegal.
    """
    try:
        given = _object("position", value)
        first = start(
            read_ruleset(_field(given, "ruleset")),
            read_deck(_text(given, "deck")),
            dealer=_number(given, "dealer"),
            seats=_seat_count(given),
        )
        actions = _texts(given, "actions")
    except BadConfiguration as error:
        raise _bad_head(error) from None
    return replay(first, actions)


def record_of(
    position: Position, names: Sequence[str], *, multiplier: int | None = None
) -> dict[str, Any]:
    """The record of a deal that has ended, as a JSON object.

    Args:
        position: the last position.
        names: the seats' names.
        multiplier: how often the deal counts; None leaves it out, with the points before it.

    Raises:
        BadConfiguration: the deal has not ended.
    """
    setup, result = position.setup, position.result
    if result is None:
        raise BadConfiguration("result", "the deal has not ended")
    head: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": setup.ruleset.reference(),
        "seats": list(names),
        "dealer": setup.dealer,
    }
    if multiplier is not None:
        head["multiplier"] = multiplier
    return head | {
        "deck": deck_text(setup.deck),
        "actions": [str(taken.action) for taken in position.actions],
        "result": {
            "reason": result.reason.value,
            "winner": result.winner,
            "offender": result.offender,
            "points": list(result.multiplied(multiplier or 1)),
        },
    }


def _read_record(given: JsonObject) -> Record:
    if given.get("format") != FORMAT:
        raise BadConfiguration("format", f"{quoted(given.get('format'))} is not {FORMAT!r}")
    multiplier = _number(given, "multiplier") if "multiplier" in given else 1
    if multiplier < 1:
        raise BadConfiguration("multiplier", f"is {quoted(multiplier)}, but at least 1")
    return Record(
        names=tuple(_texts(given, "seats")),
        ruleset=read_ruleset(_field(given, "ruleset")),
        dealer=_number(given, "dealer"),
        multiplier=multiplier,
        deck=read_deck(_text(given, "deck")),
        actions=tuple(_texts(given, "actions")),
        result=_object("result", _field(given, "result")),
    )


def _bad_head(error: BadConfiguration) -> BadRecord:
    return BadRecord(None, _CODES.get(error.field, "bad_ruleset"), str(error))


def _claimed_reason(claimed: JsonObject, end: int) -> Reason:
    reason = claimed.get("reason")
    if not isinstance(reason, str) or reason not in _REASONS:
        raise BadRecord(end, "wrong_reason", f"result.reason: {quoted(reason)} is not a reason")
    return _REASONS[reason]


def _forfeited(position: Position, reason: Reason, offender: object, end: int) -> Position:
    if position.result is not None:
        raise BadRecord(end, "deal_has_ended", f"the deal ended before the {reason.value}")
    if type(offender) is not int:
        raise BadRecord(end, "wrong_offender", f"result.offender: {quoted(offender)} is no seat")
    try:
        return position.forfeit(reason, offender)
    except BadConfiguration as error:
        raise BadRecord(end, "wrong_offender", f"result.{error}") from None


def _compare(record: Record, position: Position, end: int) -> None:
    true = record_of(position, record.names, multiplier=record.multiplier)["result"]
    for name, value in true.items():
        claimed = record.result.get(name)
        if not _same(claimed, value):
            raise BadRecord(
                end, f"wrong_{name}", f"result.{name}: is {quoted(value)}, not {quoted(claimed)}"
            )


def _same(claimed: object, value: object) -> bool:
    """Whether two JSON values are equal; in Python true and 1.0 equal 1, here they do not."""
    if isinstance(claimed, list) and isinstance(value, list):
        return len(claimed) == len(value) and all(map(_same, claimed, value))
    return type(claimed) is type(value) and claimed == value


def _object(name: str, value: object) -> JsonObject:
    if not isinstance(value, Mapping):
        raise BadConfiguration(name, f"{quoted(value)} is not a JSON object")
    return value


def _field(given: JsonObject, name: str) -> object:
    if name not in given:
        raise BadConfiguration(name, "is missing")
    return given[name]


def _text(given: JsonObject, name: str) -> str:
    value = _field(given, name)
    if not isinstance(value, str):
        raise BadConfiguration(name, f"{quoted(value)} is not text")
    return value


def _number(given: JsonObject, name: str) -> int:
    value = _field(given, name)
    if type(value) is not int:
        raise BadConfiguration(name, f"{quoted(value)} is not a whole number")
    return value


def _seat_count(given: JsonObject) -> int:
    named = isinstance(_field(given, "seats"), list)
    return len(_texts(given, "seats")) if named else _number(given, "seats")


def _texts(given: JsonObject, name: str) -> list[str]:
    value = _field(given, name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadConfiguration(name, "is not a list of texts")
    return value
