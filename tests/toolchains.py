"""What bots in other languages need of a machine."""

import os
import shutil

from conquian_server.launcher import BotManifest
from conquian_server.launcher.command import resolve
from conquian_server.launcher.toolchains import PACKAGES, missing_programs


def missing_tool(bot: BotManifest) -> str | None:
    """A program that the bot is fetched, built or run with and this machine lacks."""
    commands = [words for words in (bot.fetch, bot.build, bot.run) if words]
    for words in commands:
        if os.sep not in words[0] and resolve(bot, words) is None:
            return words[0]
    # A command may be a shell's, with the programs in its argument.
    spoken = [word for words in commands for argument in words for word in argument.split()]
    lacking = [word for word in spoken if word in PACKAGES and shutil.which(word) is None]
    return next(iter([*lacking, *missing_programs(bot.language)]), None)
