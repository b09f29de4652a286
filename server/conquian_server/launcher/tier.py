"""Which tier a bot runs in, on this machine."""

from conquian_server.launcher.errors import SandboxError
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.sandbox.cgroup import our_parent
from conquian_server.launcher.sandbox.selftest import self_test
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


def no_sandbox() -> str:
    """Why no sandbox can hold bots here, in words; empty where one can."""
    return self_test().reason
