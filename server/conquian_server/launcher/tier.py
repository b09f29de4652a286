"""Which tier a bot runs in, on this machine."""

import asyncio

from conquian_server.launcher.errors import SandboxError
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.process import ExitReport
from conquian_server.launcher.sandbox.cgroup import our_parent
from conquian_server.launcher.sandbox.jail import BWRAP
from conquian_server.launcher.sandbox.selftest import self_test, self_test_again
from conquian_server.launcher.trust import Tier, Trust

_WITHOUT = {
    Trust.UNSAFE: Tier.UNSAFE_PROCESS,
    Trust.NAMED: Tier.PROCESS,
    Trust.SHIPPED: Tier.PROCESS,
}


def tier_of(bot: BotManifest) -> Tier:
    """Where a bot runs: in the sandbox, unless it is trusted fully or the sandbox can't be had.

    Raises:
        SandboxError: It is a stranger's, and there is no sandbox here.
    """
    if bot.trust is Trust.FULL:
        return Tier.PROCESS
    finding = self_test()
    if finding.holds:
        return Tier.SANDBOX if our_parent() is None else Tier.SANDBOX_IN_CGROUP
    if bot.trust not in _WITHOUT:
        raise SandboxError(
            f"{bot.name} is not run, because no sandbox can hold it here: {finding.reason}."
            " Mend that, or say that you trust it: --unsafe-no-sandbox, or `trusted = true` beside"
            " `bot` in the tournament's file"
        )
    return _WITHOUT[bot.trust]


async def check_sandbox(bot: BotManifest, tier: Tier, report: ExitReport) -> None:
    """See that it was the bot that ended, where it may have been its sandbox that did not begin.

    What bubblewrap says of a failure of its own a bot could say as well. So its word is not taken
    for it: the sandbox is tried again.

    Args:
        bot: The bot.
        tier: Where it ran.
        report: How it ended.

    Raises:
        SandboxError: The sandbox holds no more.
    """
    if tier.is_sandbox and report.exit_code == 1 and report.stderr_tail.startswith(f"{BWRAP}: "):
        finding = await asyncio.to_thread(self_test_again)
        if not finding.holds:
            raise SandboxError(f"{bot.name} can't be run any more: {finding.reason}")


def no_sandbox() -> str:
    """Why no sandbox can hold bots here, in words; empty where one can."""
    return self_test().reason
