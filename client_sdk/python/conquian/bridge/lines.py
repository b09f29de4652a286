"""What a bridged bot reads: a line of JSON for each thing that the referee says."""

import json
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from conquian.observation import Observation, Option
from conquian.v1 import referee_pb2

_ENTRIES = referee_pb2.RefereeEntry.DESCRIPTOR.fields_by_name


def entry_line(name: str, message: Message) -> bytes:
    """The line of an entry that is no request.

    Args:
        name: the entry's field in `RefereeEntry`.
        message: the entry.
    """
    value = _mapped(message)
    value.pop("resumeToken", None)  # the bridge's own, and a secret
    return _line(name, value)


def request_line(message: Message, observation: Observation) -> bytes:
    """The line of a request, its options with their texts and discards."""
    value = _mapped(message)
    for option, shown in zip(observation.options, value["options"], strict=True):
        shown["text"] = option_text(option)
        shown["discards"] = [str(card) for card in option.discards]
    return _line("decision_requested", value)


def option_text(option: Option) -> str:
    """The option as an action (rules section 11); where a discard is due, ` x ` and it follow."""
    return f"meld {option}" if option.uses_faced else f"meld {option} pass"


def _mapped(message: Message) -> dict[str, Any]:
    return MessageToDict(message, always_print_fields_with_no_presence=True)


def _line(name: str, value: dict[str, Any]) -> bytes:
    """One line in ASCII, without spaces and with its keys in order: easy to search for texts."""
    shown = {_ENTRIES[name].json_name: value}
    return json.dumps(shown, sort_keys=True, separators=(",", ":")).encode("ascii") + b"\n"
