"""What came of checking a bot, for people and for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from conquian_server.conformance import Status, Verdict
from conquian_server.launcher import BotManifest
from rich.console import Group
from rich.text import Text

from conquian_tournaments.report.frame import new_table, titled
from conquian_tournaments.report.names import printable, with_version

_WIDEST = 44  # columns, of the two that have sentences
_STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.SKIPPED: "dim"}


def checked_table(bot: BotManifest, verdicts: Sequence[Verdict]) -> Group:
    """A line for each check; `checked_notes` tells of those that failed."""
    table = new_table()
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("the bot", overflow="fold", max_width=_WIDEST)
    table.add_column("result", no_wrap=True)
    table.add_column("", overflow="fold", max_width=_WIDEST)
    for verdict in verdicts:
        result = Text(verdict.status.value, style=_STYLES[verdict.status])
        told = "see below" if verdict.status is Status.FAILED else printable(verdict.reason)
        table.add_row(str(verdict.number), verdict.check.what, result, Text(told))
    return titled(f"{with_version(bot.name, bot.version)}: checks", table)


def checked_notes(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The reason of each failure with what to do about it, and how many checks ended how."""
    for verdict in verdicts:
        if verdict.status is Status.FAILED:
            yield f"{verdict.number}. {verdict.check.what}: failed"
            yield from (f"    {printable(line)}" for line in verdict.reason.splitlines())
            yield f"    To do: {verdict.remedy}."
            yield ""
    yield _summary(verdicts)


def _summary(verdicts: Sequence[Verdict]) -> str:
    counts = _counts(verdicts)
    if counts[Status.PASSED] == len(verdicts):
        return f"{len(verdicts)} checks: all passed."
    told = ", ".join(f"{counts[status]} {status.value}" for status in Status if counts[status])
    return f"{len(verdicts)} checks: {told}."


def checked_object(bot: BotManifest, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The same as a JSON object."""
    counts = _counts(verdicts)
    return {
        "bot": {"name": bot.name, "version": bot.version, "language": bot.language},
        "checks": [_verdict_object(verdict) for verdict in verdicts],
        **{status.value: counts[status] for status in Status},
    }


def _verdict_object(verdict: Verdict) -> dict[str, Any]:
    return {
        "number": verdict.number,
        "check": verdict.check.key,
        "what": verdict.check.what,
        "result": verdict.status.value,
        "reason": verdict.reason,
        "remedy": verdict.remedy or None,
        "record": None if verdict.record is None else dict(verdict.record),
    }


def _counts(verdicts: Sequence[Verdict]) -> Counter[Status]:
    return Counter(verdict.status for verdict in verdicts)
