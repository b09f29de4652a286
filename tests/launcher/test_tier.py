"""Who runs where: strangers' bots in the sandbox or not at all."""

import asyncio
import dataclasses
from collections.abc import Callable

import pytest
from conquian_server.launcher import (
    BotManifest,
    ExitReport,
    SandboxError,
    Tier,
    Trust,
    check_sandbox,
    tier,
    tier_of,
)
from conquian_server.launcher.sandbox.selftest import Finding

MakeBot = Callable[..., BotManifest]

NO_SANDBOX = Finding("bubblewrap is not installed: apt install bubblewrap")


@pytest.fixture
def tier_for(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Trust, Finding], Tier]:
    """Give a function that says where a bot runs on a machine with such a sandbox."""

    def ask(trust: Trust, finding: Finding) -> Tier:
        monkeypatch.setattr(tier, "self_test", lambda: finding)
        monkeypatch.setattr(tier, "our_parent", lambda: None)
        return tier_of(dataclasses.replace(make_bot(""), trust=trust))

    return ask


Ask = Callable[[Trust, Finding], Tier]


@pytest.mark.parametrize("trust", [trust for trust in Trust if trust is not Trust.FULL])
def test_a_sandbox_that_holds_is_used(tier_for: Ask, trust: Trust) -> None:
    """Even bots that would run without one do."""
    assert tier_for(trust, Finding()) is Tier.SANDBOX


@pytest.mark.parametrize("finding", [Finding(), NO_SANDBOX])
def test_full_trust_needs_no_sandbox(tier_for: Ask, finding: Finding) -> None:
    """A command that a user typed runs as in his terminal."""
    assert tier_for(Trust.FULL, finding) is Tier.PROCESS


@pytest.mark.parametrize(
    ("trust", "where"),
    [
        (Trust.SHIPPED, Tier.PROCESS),
        (Trust.NAMED, Tier.PROCESS),
        (Trust.UNSAFE, Tier.UNSAFE_PROCESS),
    ],
)
def test_without_a_sandbox_the_trusted_run(tier_for: Ask, trust: Trust, where: Tier) -> None:
    """What ships, what was named, and what somebody has taken the risk for; that is marked."""
    assert tier_for(trust, NO_SANDBOX) is where


def test_without_a_sandbox_strangers_are_refused(tier_for: Ask) -> None:
    """The reason is told, and both remedies."""
    with pytest.raises(SandboxError) as refused:
        tier_for(Trust.STRANGER, NO_SANDBOX)
    for words in ("apt install bubblewrap", "--unsafe-no-sandbox", "trusted = true"):
        assert words in str(refused.value)


def test_a_control_group_is_told(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a bot gets a control group of its own its tier says so."""
    monkeypatch.setattr(tier, "self_test", Finding)
    monkeypatch.setattr(tier, "our_parent", lambda: "anything")
    bot = make_bot("", trust=Trust.STRANGER)
    assert tier_of(bot) is Tier.SANDBOX_IN_CGROUP
    assert tier_of(bot).value == "bwrap+cgroup"


FAILED = ExitReport(1, None, "", "bwrap: Creating new namespace failed: No space left on device\n")


@pytest.mark.parametrize(
    ("where", "report", "tried"),
    [
        (Tier.SANDBOX, FAILED, True),
        (Tier.PROCESS, FAILED, False),
        (Tier.SANDBOX, dataclasses.replace(FAILED, exit_code=2), False),
        (Tier.SANDBOX, dataclasses.replace(FAILED, stderr_tail="Traceback: bwrap: "), False),
    ],
)
def test_a_sandbox_that_may_have_failed_is_tried_again(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, where: Tier, report: ExitReport, tried: bool
) -> None:
    """If it holds, the bot has said what bubblewrap says, and is to blame; else the machine is."""
    findings = [Finding(), NO_SANDBOX]
    monkeypatch.setattr(tier, "self_test_again", lambda: findings.pop(0))
    asyncio.run(check_sandbox(make_bot(""), where, report))
    assert len(findings) == (1 if tried else 2)
    if tried:
        with pytest.raises(SandboxError, match="scripted can't be run any more: bubblewrap is"):
            asyncio.run(check_sandbox(make_bot(""), where, report))
