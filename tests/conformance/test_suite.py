"""A good bot passes all checks, and a bot with one fault fails the one that looks for it."""

import asyncio
import sys
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
from conquian_server.launcher import BotManifest, Trust

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


def needs(key: str, other: str) -> bool:
    """Whether a check can't be tried without another one."""
    return any(need == other or needs(need, other) for need in BY_KEY[key].needs)
