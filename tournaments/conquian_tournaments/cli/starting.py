"""The work of `conquian new`."""

import shlex
from pathlib import Path

import typer
from conquian_server.launcher import BotManifest
from conquian_server.launcher.command import missing, resolve
from conquian_server.launcher.shipped import docs_folder
from conquian_server.launcher.starter import write_starter
from conquian_server.launcher.toolchains import missing_programs

from conquian_tournaments.cli.errors import remark
from conquian_tournaments.cli.output import print_json

_GUIDES = {"python": "python.md", "bridge": "bridge.md"}
"""The page of the docs for bots of a language, where it has one of its own."""


def start(language: str, folder: Path, name: str | None, *, json: bool) -> None:
    """Write a project and say what comes next."""
    bot = write_starter(language, folder, name)
    lacks = _lacks(bot)
    if json:
        print_json({"name": bot.name, "language": language, "folder": str(bot.folder)})
    else:
        typer.echo(f"{folder} is written: {', '.join(_listed(bot.folder))}")
        typer.echo(f"next: conquian play {shlex.quote(_typed(folder))} greedy")
        typer.echo(f"guide: {docs_folder() / _GUIDES.get(bot.language, 'bots.md')}")
    for words in lacks:
        remark(f"warning: {words}")


def _lacks(bot: BotManifest) -> list[str]:
    """What is missing of what it is built and run with, in words."""
    commands = (words for words in (bot.fetch, bot.build, bot.run) if words)
    lacks = [words[0] for words in commands if "/" not in words[0] and resolve(bot, words) is None]
    programs = dict.fromkeys((*lacks, *missing_programs(bot.language)))
    return [missing(program, bot.folder) for program in programs]


def _listed(folder: Path) -> list[str]:
    return sorted(f"{path.name}/" if path.is_dir() else path.name for path in folder.iterdir())


def _typed(folder: Path) -> str:
    """The folder so that it can't be taken for a bot's name."""
    return str(folder) if "/" in str(folder) else f"./{folder}"
