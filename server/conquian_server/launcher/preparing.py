"""From a bot to what is started: its command, alone or in its sandbox, on its core."""

import itertools
import os
import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from conquian_server.launcher.command import bot_environment, command_for
from conquian_server.launcher.cores import Core
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.sandbox.bots import sandboxed
from conquian_server.launcher.sandbox.cgroup import BotGroup, our_parent
from conquian_server.launcher.sandbox.identity import Identity, can_become_others
from conquian_server.launcher.sandbox.limits import Limits, limits_for
from conquian_server.launcher.start import Start
from conquian_server.launcher.tier import tier_of

_FORWARDER: Final = str(Path(__file__).with_name("forward_program.py"))


_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A bot that is about to be started.

    Attributes:
        start: What is started.
        limits: What it may use; None where it is trusted.
        held: What is kept for it until it has ended.
    """

    start: Start
    limits: Limits | None
    held: ExitStack

    def release(self) -> None:
        """It has ended."""
        self.held.close()


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
        return Prepared(Start((*pin, *command), environment, tier=tier), None, ExitStack())
    limits = limits_for(bot)
    with ExitStack() as held:
        user, group = _user(held), _group(limits, held)
        start = sandboxed(bot, command, environment, scratch, limits=limits, user=user)
        join = () if group is None else group.words()
        start = replace(start, command=(*pin, *join, *start.command), tier=tier, group=group)
        return Prepared(start, limits, held.pop_all())


def _user(held: ExitStack) -> int | None:
    """A user for the bot, where we can have it be another than ourselves."""
    if not can_become_others():
        return None
    identity = Identity()
    held.callback(identity.release)
    return identity.user


def _group(limits: Limits, held: ExitStack) -> BotGroup | None:
    """A control group for the bot, where we can make one."""
    parent = our_parent()
    if parent is None:
        return None
    group = BotGroup.make(parent, f"conquian-{os.getpid()}-{next(_numbers)}", limits)
    held.callback(group.remove)
    return group
