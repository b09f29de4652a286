"""All checks, in their order, and running them."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeAlias

from conquian_server.conformance.beginnings import builds, echoes_ids, says_hello, takes_rulesets
from conquian_server.conformance.bench import Bench, BenchLauncher
from conquian_server.conformance.check import Check, Status, Verdict
from conquian_server.conformance.deals import DEALS, plays_without_fault, tells_its_cost
from conquian_server.conformance.decisions import (
    answers_kind,
    decides_the_same,
    keeps_deals_apart,
)
from conquian_server.conformance.failed import Failed
from conquian_server.conformance.remedies import remedy_of
from conquian_server.conformance.scenes import KINDS, Kind
from conquian_server.conformance.streams import (
    ends_by_itself,
    ends_when_told,
    ignores_unknown,
    resumes,
    survives_stale,
)
from conquian_server.interview import InterviewError
from conquian_server.launcher import BotManifest, LauncherError

_SPEAKS = ("builds", "hello", "rulesets", "ids")
_PLAYS = (*_SPEAKS, *(kind.key for kind in KINDS))

_DIAL = (
    "dial CONQUIAN_ADDRESS with CONQUIAN_TOKEN, send a hello, and ready after the welcome; a bot"
    " that is slow to start asks for warm_up_seconds in its bot.toml"
)
_STALE = "pass over requests of deals that are not open, and rejections"
_UNKNOWN = "pass over them: they come with later versions of the protocol"


def _kind_check(kind: Kind) -> Check:
    return Check(
        kind.key,
        f"answers {kind.what}",
        "answer with one of the request's options and a card left in the hand, or with the pass,"
        " demand or waive that its kind allows",
        answers_kind(kind),
        _SPEAKS,
    )


CHECKS: tuple[Check, ...] = (
    Check(
        "builds",
        "builds, and its program is there",
        "run the commands of its bot.toml in its folder, and install what they lack",
        builds,
    ),
    Check(
        "hello",
        "says a valid hello and is ready within its warm-up",
        _DIAL,
        says_hello,
        ("builds",),
        left=f"mend what made it leave, if the reason has it; else {_DIAL}",
        silent=_DIAL,
    ),
    Check(
        "rulesets",
        "takes every ruleset that its bot.toml names",
        "name in bot.toml the rulesets that it plays, and the same in its hello, or none there",
        takes_rulesets,
        ("builds", "hello"),
    ),
    Check(
        "ids",
        "echoes the id of each request once",
        "copy request_id as it is, all 64 bits of it, and answer each request once",
        echoes_ids,
        ("builds", "hello", "rulesets"),
    ),
    *(_kind_check(kind) for kind in KINDS),
    Check(
        "stale",
        "survives what is stale",
        _STALE,
        survives_stale,
        _SPEAKS,
        left=_STALE,
        silent=_STALE,
    ),
    Check(
        "unknown",
        "ignores entries and fields that it does not know",
        _UNKNOWN,
        ignores_unknown,
        _SPEAKS,
        left=_UNKNOWN,
        silent=_UNKNOWN,
    ),
    Check(
        "resumes",
        "comes back when its connection is cut, and goes on",
        "dial again for some seconds, with the welcome's resume_token in the hello, and answer the"
        " requests that come again",
        resumes,
        _SPEAKS,
    ),
    Check(
        "same again",
        "is deterministic, or not: both will do",
        "",
        decides_the_same,
        _PLAYS,
    ),
    Check(
        "apart",
        "keeps deals apart that it plays at once",
        "keep what belongs to a deal, random numbers among it, with the deal's id; or set"
        " deals_at_once to 1",
        keeps_deals_apart,
        (*_PLAYS, "same again"),
    ),
    Check(
        "deals",
        f"plays {DEALS} seeded deals without a fault",
        "see the deal's record in the output of --json; `conquian ask` puts its questions again",
        plays_without_fault,
        (*_PLAYS, "apart"),
    ),
    Check(
        "cost",
        "takes so much time and memory",
        "",
        tells_its_cost,
        ("deals",),
    ),
    Check(
        "ends",
        "ends by itself when its session is over, and when its referee is gone",
        "end the process when the stream ends in order, and when the referee can't be reached for"
        " some seconds",
        ends_by_itself,
        _SPEAKS,
        beside=True,
    ),
    Check(
        "told to end",
        "says goodbye and ends with status 0 when it is told to end (SIGTERM)",
        "catch SIGTERM and SIGINT: send a goodbye, close your side of the stream, and end with"
        " status 0 when the referee has ended its side",
        ends_when_told,
        ("builds", "hello"),
    ),
)
"""The checks, in the order of their numbers."""

Begun: TypeAlias = Callable[[int, Check], None]
Told: TypeAlias = Callable[[Verdict], None]


async def check_bot(
    launcher: BenchLauncher,
    bot: BotManifest,
    *,
    decision_seconds: float = 10.0,
    begun: Begun = lambda *_: None,
    tell: Told = lambda _: None,
) -> list[Verdict]:
    """Try everything that a bot must be able to do.

    Args:
        launcher: starts it.
        bot: the bot; it is built first.
        decision_seconds: how long it may take for a decision.
        begun: is told the number of each check as it begins, and the check.
        tell: is told what came of it.

    Returns:
        what came of each check, in their order.
    """
    bench = Bench(launcher, bot, decision_seconds)
    beside: dict[str, asyncio.Task[Verdict]] = {}
    verdicts: dict[str, Verdict] = {}
    try:
        for number, check in enumerate(CHECKS, 1):
            _begin_beside(bench, verdicts, beside)
            begun(number, check)
            running = beside.get(check.key)
            verdict = await (running or _verdict(number, check, bench, verdicts))
            verdicts[check.key] = verdict
            tell(verdict)
    finally:
        for task in beside.values():
            task.cancel()
        await asyncio.gather(*beside.values(), return_exceptions=True)
    return list(verdicts.values())


def _begin_beside(
    bench: Bench, verdicts: Mapping[str, Verdict], beside: dict[str, "asyncio.Task[Verdict]"]
) -> None:
    """Begin the checks that are mostly waiting, as soon as they can be tried."""
    for number, check in enumerate(CHECKS, 1):
        ready = check.beside and all(need in verdicts for need in check.needs)
        if ready and check.key not in beside:
            running = _verdict(number, check, bench, verdicts)
            beside[check.key] = asyncio.create_task(running)


async def _verdict(
    number: int, check: Check, bench: Bench, before: Mapping[str, Verdict]
) -> Verdict:
    """Run a check, unless what it needs has failed."""
    unmet = [before[need] for need in check.needs if before[need].status is not Status.PASSED]
    if unmet:
        return Verdict(number, check, Status.SKIPPED, f"needs check {unmet[0].number} to pass")
    try:
        return Verdict(number, check, Status.PASSED, await check.run(bench))
    except (Failed, InterviewError, LauncherError) as error:
        record = error.record if isinstance(error, Failed) else None
        remedy = remedy_of(error, check)
        return Verdict(number, check, Status.FAILED, str(error), remedy, record)
