"""What a check is, and what comes of it."""

import enum
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from conquian_server.conformance.bench import Bench

Run: TypeAlias = Callable[[Bench], Awaitable[str]]
"""Tries a bot; returns what is worth knowing, and raises `Failed` or an error of the bot's."""


class Status(enum.Enum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Check:
    """Something that a bot must be able to do.

    Attributes:
        key: its short name.
        what: what the bot must do, said of the bot.
        remedy: what to do where it does something else.
        run: tries it.
        needs: the keys of the checks without which it can't be tried.
        left: what to do where the bot leaves meanwhile; empty for what helps any bot that leaves.
        silent: what to do where it does not answer; empty for what helps any bot that is silent.
        beside: whether it is mostly waiting, and so is run beside the others.
    """

    key: str
    what: str
    remedy: str
    run: Run
    needs: tuple[str, ...] = ()
    left: str = ""
    silent: str = ""
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a check.

    Attributes:
        number: the check's number, from 1.
        check: the check.
        status: how it ended.
        reason: why it failed or was skipped, or what is worth knowing where it passed.
        remedy: what to do, where it failed; else empty.
        record: the deal in which it failed, where it was one.
    """

    number: int
    check: Check
    status: Status
    reason: str
    remedy: str = ""
    record: Mapping[str, Any] | None = None
