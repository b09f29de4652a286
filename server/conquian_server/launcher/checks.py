"""Checks of a manifest's fields: each returns the value in its final type or raises Unfit.

The reasons are written to follow the name of a file and a field.
"""

import re
import shlex
from collections.abc import Callable, Sequence

from conquian_server.rules import PRESETS

RULESETS = tuple(PRESETS)
"""The names of the presets of rules section 3."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}", re.ASCII)
_MOST_TEXT = 200


class Unfit(Exception):  # noqa: N818 - reads as what it says of a value
    """A value is not what its field takes; the message says why."""


def name(value: object) -> str:
    """A name or version that is safe in a file name, a table and a command line."""
    found = _string(value)
    if not _NAME.fullmatch(found):
        raise Unfit(
            f"{found!r} must be 1 to 64 characters, each a letter A to Z, a digit, '-', '_' or '.',"
            " and must not begin with '-' or '.'"
        )
    return found


def text(value: object) -> str:
    """Any words on one line."""
    found = _string(value)
    if not found.strip() or len(found) > _MOST_TEXT or not found.isprintable():
        raise Unfit(f"must be one line of 1 to {_MOST_TEXT} printable characters")
    return found


def texts(value: object) -> tuple[str, ...]:
    """A list of words."""
    return tuple(text(item) for item in _list(value))


def command(value: object) -> tuple[str, ...]:
    """A program and its arguments, as a list or as one string split as a shell would."""
    words = _split(value) if isinstance(value, str) else [_string(item) for item in _list(value)]
    if not words or not words[0]:
        raise Unfit("must name a program")
    if any("\0" in word for word in words):
        raise Unfit("must hold no NUL character")
    return tuple(words)


def rulesets(value: object) -> tuple[str, ...]:
    """Names of presets, at least one."""
    names = [_string(item) for item in _list(value)]
    known = ", ".join(RULESETS)
    for found in names:
        if found not in RULESETS:
            raise Unfit(f"unknown ruleset {found!r}; known are {known}")
    if not names:
        raise Unfit(f"must name at least one of {known}")
    return tuple(dict.fromkeys(names))


def one_of(names: Sequence[str]) -> Callable[[object], str]:
    """A check for one of some words."""

    def check(value: object) -> str:
        found = _string(value)
        if found not in names:
            raise Unfit(f"must be one of {', '.join(names)}, not {found!r}")
        return found

    return check


def boolean(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unfit(f"must be true or false, not {value!r}")
    return value


def whole(least: int, most: int) -> Callable[[object], int]:
    """A check for whole numbers from `least` to `most`."""

    def check(value: object) -> int:
        # TOML's true is Python's 1.
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Unfit(f"must be a whole number from {least} to {most}, not {value!r}")
        return value

    return check


def seconds(most: float) -> Callable[[object], float]:
    """A check for a time from 0 to `most` seconds."""

    def check(value: object) -> float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not (number and isinstance(value, int | float) and 0 <= value <= most):
            raise Unfit(f"must be a number of seconds from 0 to {most}, not {value!r}")
        return float(value)

    return check


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise Unfit(f'must be a string in quotes, such as "1.0", not {value!r}')
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise Unfit(f"must be a list, not {value!r}")
    return value


def _split(value: str) -> list[str]:
    try:
        return shlex.split(value)
    except ValueError as error:
        raise Unfit(f"can't be split into words: {error}") from None
