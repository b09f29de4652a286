"""From a bot to what is started: its command, alone or in its sandbox, on its core."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from conquian_server.launcher.command import bot_environment, command_for
from conquian_server.launcher.cores import Core
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.sandbox.bots import sandboxed
from conquian_server.launcher.sandbox.identity import Identity, can_become_others
from conquian_server.launcher.sandbox.limits import Limits, limits_for
from conquian_server.launcher.start import Start
from conquian_server.launcher.tier import tier_of

_FORWARDER: Final = str(Path(__file__).with_name("forward_program.py"))


@dataclass(frozen=True, slots=True)
class Prepared:
    """A bot that is about to be started.

    Attributes:
        start: What is started.
        limits: What it may use; None where it is trusted.
        identity: The user that it runs as; None where that is ours.
    """

    start: Start
    limits: Limits | None = None
    identity: Identity | None = None

    def release(self) -> None:
        """It has ended."""
        if self.identity is not None:
            self.identity.release()


def prepare(
    bot: BotManifest, address: str, token: str, scratch: Path, core: Core | None
) -> Prepared:
    """What starts a bot that will dial `address` and show `token`, on a core if one is given.

    Raises:
        StartError: There is no such program, or the bot's folder or wishes are not to be had.
        SandboxError: It is a stranger's, and there is no sandbox here.
        OSError: There are too many open files.
    """
    command = command_for(bot)
    if bot.transport == "tcp":
        command = (sys.executable, "-I", "-S", _FORWARDER, "--", *command)
    environment = bot_environment(scratch, address, token)
    pin = () if core is None else core.words()
    tier = tier_of(bot)
    if not tier.is_sandbox:
        return Prepared(Start((*pin, *command), environment, tier=tier))
    limits = limits_for(bot)
    identity = Identity() if can_become_others() else None
    try:
        user = None if identity is None else identity.user
        start = sandboxed(bot, command, environment, scratch, limits=limits, user=user)
    except BaseException:
        if identity is not None:
            identity.release()
        raise
    return Prepared(replace(start, command=(*pin, *start.command)), limits, identity)
