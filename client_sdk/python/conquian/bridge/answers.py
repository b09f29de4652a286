"""What a bridged bot writes: an answer a line, as an action's text or as JSON."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from google.protobuf.json_format import ParseDict, ParseError

from conquian.bridge.errors import AnswerError
from conquian.cards import Card, Cards, Layout, read_layout
from conquian.decisions import Decision, Demand, LayAndPass, Meld, Pass, Waive
from conquian.v1 import decision_pb2

_FIELDS = decision_pb2.Decision.DESCRIPTOR.fields
_FIELD_NAMES = {name for field in _FIELDS for name in (field.name, field.json_name)}
# SystemError is what protobuf makes of half a surrogate pair in a name.
_UNPARSED = (ParseError, SystemError)
_SHOWN_CHARACTERS = 80

_LAYING = re.compile(r"meld (?P<layout>[^ ]+)(?: x (?P<discard>[^ ]+)|(?P<passing> pass))?")

EXPECTED = (
    "expected an action, such as `pass` or `meld 5S5H5D x KC`,"
    ' or JSON, such as {"requestId":"7","text":"pass"}'
)


@dataclass(frozen=True, slots=True)
class Answer:
    """A line that could be read.

    Attributes:
        request_id: the request that it answers; None for the oldest that is open.
        decision: what it says.
    """

    request_id: int | None
    decision: Decision


def read_answer(line: str) -> Answer:
    """What a line says.

    Raises:
        AnswerError: it is no answer; the words follow the line itself.
    """
    if line.startswith("{"):
        return _read_json(line)
    return Answer(None, read_action(line))


def read_action(text: str) -> Decision:
    """What an action's text says (rules section 11), its cards and melds in any order.

    Raises:
        AnswerError: it is no action.
    """
    if text in _BARE:
        return _BARE[text]
    laying = _LAYING.fullmatch(text)
    if laying is None:
        raise AnswerError(f"is no answer; {EXPECTED}")
    try:
        layout = read_layout(laying["layout"])
        if laying["passing"]:
            return LayAndPass(layout=layout)
        return Meld(layout=layout, discard=laying["discard"])
    except ValueError as error:
        raise _no_answer(str(error)) from None


def _read_json(line: str) -> Answer:
    value = _loaded(line)
    text = value.pop("text", None)
    message = _parsed(value)
    try:
        decision = _decision(message) if text is None else _alone(text, message)
    except AnswerError:
        raise
    except ValueError as error:
        raise _no_answer(str(error)) from None
    is_named = "requestId" in value or "request_id" in value
    return Answer(message.request_id if is_named else None, decision)


def _loaded(line: str) -> dict[str, Any]:
    try:
        value: dict[str, Any] = json.loads(line)
    except RecursionError:
        raise _no_answer("its JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise _no_answer(f"{error}; {EXPECTED}") from None
    except ValueError:  # thousands of digits, which Python refuses in words of its own
        raise _no_answer(f"a number in it is too long; {EXPECTED}") from None
    return value


def _parsed(value: dict[str, Any]) -> decision_pb2.Decision:
    try:
        return ParseDict(value, decision_pb2.Decision())
    except _UNPARSED:
        raise _no_answer(f"{_fault_of(value)}; {EXPECTED}") from None


def _fault_of(value: dict[str, Any]) -> str:
    """What can't be parsed, in words of our own: protobuf's are for those who program it."""
    for name, part in value.items():
        if name not in _FIELD_NAMES:
            known = ", ".join(field.json_name for field in _FIELDS)
            return f"there is no field {json.dumps(name)}; there are {known} and text"
        try:
            ParseDict({name: part}, decision_pb2.Decision())
        except _UNPARSED:
            return f"{name} can't be {_shortened(json.dumps(part))}"
    return "of optionIndex, layout and handCards one alone says what is laid"


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}…"


def _no_answer(reason: str) -> AnswerError:
    """The error, with a reason of some other module's, which may have several lines."""
    return AnswerError("is no answer: " + " ".join(reason.split()))


def _alone(text: object, message: decision_pb2.Decision) -> Decision:
    """The action that a text says, beside which nothing but the request may be named."""
    if message != decision_pb2.Decision(request_id=message.request_id):
        raise _no_answer("`text` says all of an answer, beside `requestId` nothing is needed")
    if not isinstance(text, str):
        raise _no_answer(f"`text` is {text!r}")
    return read_action(text)


def _decision(message: decision_pb2.Decision) -> Decision:
    laid = _laid(message)
    discard = _card(message.discard) if message.discard else None
    if message.action == decision_pb2.ACTION_KIND_MELD:
        return Meld(**_needed(laid), discard=discard)
    if discard is not None:
        raise _no_answer("`discard` goes with ACTION_KIND_MELD only")
    if message.action == decision_pb2.ACTION_KIND_LAY_AND_PASS:
        return LayAndPass(**_needed(laid))
    if message.action not in _BARE_KINDS:
        raise _no_answer("`action` or `text` is missing")
    if laid:
        raise _no_answer("cards are laid with ACTION_KIND_MELD and ACTION_KIND_LAY_AND_PASS only")
    return _BARE_KINDS[message.action]


def _laid(message: decision_pb2.Decision) -> dict[str, Any]:
    """What is laid, as the argument of a `Laying`; empty when nothing is."""
    match message.WhichOneof("laid"):
        case "option_index":
            return {"option": message.option_index}
        case "layout":
            return {"layout": _layout(message.layout)}
        case "hand_cards":
            return {"cards": _cards(message.hand_cards.cards)}
    return {}


def _needed(laid: dict[str, Any]) -> dict[str, Any]:
    if not laid:
        raise _no_answer("one of `optionIndex`, `layout` and `handCards` must say what is laid")
    return laid


def _layout(message: decision_pb2.Layout) -> Layout:
    return tuple([_cards(meld.cards) for meld in message.melds])


def _cards(numbers: Iterable[int]) -> Cards:
    return tuple(map(_card, numbers))


def _card(number: int) -> Card:
    return Card(number - 1)


_BARE: dict[str, Decision] = {"pass": Pass(), "demand": Demand(), "waive": Waive()}
_BARE_KINDS: dict[int, Decision] = {
    decision_pb2.ACTION_KIND_PASS: Pass(),
    decision_pb2.ACTION_KIND_DEMAND: Demand(),
    decision_pb2.ACTION_KIND_WAIVE: Waive(),
}
