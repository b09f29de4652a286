"""The sandbox of a bot that plays."""

import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from conquian_server.launcher.command import find_program
from conquian_server.launcher.errors import StartError
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.sandbox import view
from conquian_server.launcher.sandbox.identity import open_to_bots
from conquian_server.launcher.sandbox.jail import HOME, Jail
from conquian_server.launcher.sandbox.limits import Limits
from conquian_server.launcher.sandbox.syscalls import bot_filter
from conquian_server.launcher.start import Start

_UNIX: Final = "unix:"
_THEN: Final = "--"
_FOR_ALL: Final = 0o005
_REFEREE: Final = "/run/referee"
"""Where the referee's socket is inside."""


def sandboxed(
    bot: BotManifest,
    command: Sequence[str],
    environment: Mapping[str, str],
    scratch: Path,
    *,
    limits: Limits,
    user: int | None,
) -> Start:
    """A bot's command in a sandbox. It sees its folder, and no other of the user's.

    Args:
        bot: The bot.
        command: The full path of its program, and arguments.
        environment: Its environment, as it would be without a sandbox.
        scratch: An empty folder of its own.
        limits: What it may use.
        user: The user that it runs as; None is the one who starts it, in a world of his own.

    Raises:
        StartError: The bot's folder can't be shown to it.
        NoFilterError: The filter of system calls can't be made.
        OSError: There are too many open files.
    """
    _check_folder(bot, user)
    filter_ = bot_filter()
    socket, inside = _referee(environment)
    jail = Jail(bot.folder, scratch, filter_, (*_shown(bot, command), *socket), limits)
    return jail.start(command, {**environment, **inside, "HOME": HOME, "TMPDIR": HOME}, user)


def _check_folder(bot: BotManifest, user: int | None) -> None:
    if not view.is_apart(bot.folder):
        raise StartError(
            f"{bot.name}: its folder {bot.folder} can't be shown to it: the user's home is in it;"
            " give the bot a folder of its own"
        )
    if user is not None and os.stat(bot.folder).st_mode & _FOR_ALL != _FOR_ALL:
        raise StartError(
            f"{bot.name}: its folder is closed to the user that it runs as:"
            f" chmod -R a+rX {shlex.quote(str(bot.folder))}"
        )


def _shown(bot: BotManifest, command: Sequence[str]) -> list[str]:
    paths = [bot.folder]
    for program in _programs(command, bot.folder):
        paths += view.of_program(program)
        if program == sys.executable:
            paths += view.of_python()
    return view.folders(paths)


def _programs(command: Sequence[str], folder: Path) -> Iterator[str]:
    """The programs of a command: its own and, after `--`, the one that it starts."""
    yield command[0]
    if _THEN in command[:-1]:
        other = find_program(command[command.index(_THEN) + 1], folder)
        if other is not None:
            yield other


def _referee(environment: Mapping[str, str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The option that shows the referee's socket, and the address that it has inside."""
    address = environment["CONQUIAN_ADDRESS"]
    path = address.removeprefix(_UNIX)
    if path == address or not os.path.exists(path):
        return (), {}
    open_to_bots(path)
    return (*view.folder("/run"), "--ro-bind", path, _REFEREE), {
        "CONQUIAN_ADDRESS": f"{_UNIX}{_REFEREE}"
    }
