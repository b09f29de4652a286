"""A good bot passes all checks, and a bot with one fault fails the one that looks for it."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_server.conformance import (
    CHECKS,
    BenchLauncher,
    Status,
    Verdict,
    check_bot,
    deals,
    streams,
)
from conquian_server.conformance.remedies import remedy_of
from conquian_server.interview import BotLeft, BotSilent
from conquian_server.launcher import BotManifest, BuildError, SandboxError, StartError, Trust

RAW_BOT = Path(__file__).with_name("raw_bot.py")
NEVER_FAIL = {"same again", "cost"}
FAULTS = [check.key for check in CHECKS if check.key not in NEVER_FAIL | {"builds"}]
BY_KEY = {check.key: check for check in CHECKS}


def raw_bot(fault: str = "") -> BotManifest:
    """The bot on the bare protocol, with a fault."""
    run = (sys.executable, RAW_BOT.name, fault)
    return BotManifest(
        "raw", "1", "any", run, RAW_BOT.parent, rulesets=("hoyle",), trust=Trust.FULL
    )


def checked(bot: BotManifest, **options: float) -> dict[str, Verdict]:
    """What comes of each check."""

    async def check() -> list[Verdict]:
        async with BenchLauncher() as launcher:
            return await check_bot(launcher, bot, **options)

    return {verdict.check.key: verdict for verdict in asyncio.run(check())}


def failures(verdicts: dict[str, Verdict]) -> dict[str, str]:
    """The reasons of what failed."""
    return {
        key: verdict.reason for key, verdict in verdicts.items() if verdict.status is Status.FAILED
    }


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer deals, and a shorter wait for a bot that never ends."""
    monkeypatch.setattr(deals, "DEALS", 40)
    monkeypatch.setattr(streams, "_GONE_SECONDS", 3.0)


def test_a_good_bot_without_an_sdk_passes_everything():
    """A bot that knows nothing but the protocol passes each check."""
    verdicts = checked(raw_bot())
    assert {verdict.status for verdict in verdicts.values()} == {Status.PASSED}, failures(verdicts)
    assert list(verdicts) == [check.key for check in CHECKS]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bot_with_one_fault_fails_the_check_for_it(fault):
    """No other check fails; those that need it are skipped, all others pass."""
    verdicts = checked(raw_bot(fault), decision_seconds=2.0)
    assert list(failures(verdicts)) == [fault]
    failed = verdicts[fault]
    assert failed.reason
    assert failed.remedy
    for key, verdict in verdicts.items():
        if key != fault:
            hangs_on_it = verdict.status is Status.SKIPPED
            assert hangs_on_it == needs(key, fault)


@pytest.mark.parametrize(
    ("fault", "finds", "reason", "remedy"),
    [
        ("crashes", "ids", "I can't decide", "mend what made it leave"),
        ("twice", "ids", "which was not open", "answer each request once"),
        ("ids", "ids", "which is no open request", "copy request_id as it is"),
        ("floods", "ids", "a message is at most 262144 bytes long", "limits of a message"),
        ("illegal", "offer", "was illegal", "answer with one of the request's options"),
        ("told to end", "told to end", "was ended by SIGTERM", "catch SIGTERM"),
    ],
)
def test_the_remedy_is_for_what_happened(fault, finds, reason, remedy):
    """A bot is told what to do about what it did, by the first check that looks at that."""
    verdicts = checked(raw_bot(fault), decision_seconds=0.5)
    first = next(key for key in verdicts if key in failures(verdicts))
    assert first == finds
    assert reason in verdicts[first].reason
    assert remedy in verdicts[first].remedy


def test_a_bot_that_answers_nothing_can_still_be_told_to_end():
    """A bot that never decides is told so, and tried where no decision is wanted of it."""
    verdicts = checked(raw_bot("hangs"), decision_seconds=0.5)
    passed = [key for key, verdict in verdicts.items() if verdict.status is Status.PASSED]
    assert passed == ["builds", "hello", "rulesets", "told to end"]
    assert "no answer to request" in verdicts["ids"].reason
    assert "answer each request within its time" in verdicts["ids"].remedy


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (StartError("memory_mb: asks for 4000 MB"), "what the reason names, in its bot.toml"),
        (SandboxError("no sandbox"), "conquian doctor"),
        (BuildError("the build exited with status 1"), BY_KEY["builds"].remedy),
        (BotLeft("the bot said goodbye"), "mend what made it leave"),
        (BotSilent("no answer"), "within its time"),
    ],
)
def test_each_kind_of_failure_has_its_remedy(error, remedy):
    """What the machine, the build or the bot did has a remedy of its own."""
    assert remedy in remedy_of(error, BY_KEY["builds"])


def test_a_cache_that_can_not_be_written_is_no_fault_of_the_build(tmp_path, monkeypatch):
    """Where the copy of a bot can't be made, it is not its commands that are to be mended."""
    blocked = tmp_path / "cache"
    blocked.write_text("a file where a folder is wanted")
    monkeypatch.setenv("CONQUIAN_CACHE", str(blocked))
    bot = replace(raw_bot(), build=("true",))
    failed = checked(bot)["builds"]
    assert failed.status is Status.FAILED
    assert str(blocked) in failed.reason
    assert "CONQUIAN_CACHE" in failed.remedy


def needs(key: str, other: str) -> bool:
    """Whether a check can't be tried without another one."""
    return any(need == other or needs(need, other) for need in BY_KEY[key].needs)
