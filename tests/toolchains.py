"""What bots in other languages need of a machine."""

import os
import shutil

from conquian_server.launcher import BotManifest
from conquian_server.launcher.toolchains import PACKAGES, missing_programs


def missing_tool(bot: BotManifest) -> str | None:
    """A program that the bot is fetched, built or run with and this machine lacks."""
    commands = [words for words in (bot.fetch, bot.build, bot.run) if words]
    # A command may be a shell's, with the programs in its argument.
    spoken = [word for words in commands for argument in words for word in argument.split()]
    programs = [words[0] for words in commands] + [word for word in spoken if word in PACKAGES]
    for program in programs:
        if os.sep not in program and shutil.which(program) is None:
            return program
    return next(iter(missing_programs(bot.language)), None)
