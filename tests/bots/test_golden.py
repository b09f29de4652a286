"""Greedy bots of every language decide as the one in Python does."""

import asyncio
import json
import os
import shutil

import pytest
from conquian_server.interview import Hearing, Question, ask_bot
from conquian_server.launcher import BotManifest, Launcher, build, find_bot, shipped_bots
from conquian_server.launcher.toolchains import PACKAGES

from tests.bots.golden import make

GREEDY = [name for name in shipped_bots() if name.split("-")[0] == "greedy"]


def missing_tool(bot: BotManifest) -> str | None:
    """A program that the bot is fetched, built or run with and this machine lacks."""
    commands = [words for words in (bot.fetch, bot.build, bot.run) if words]
    # A command may be a shell's, with the programs in its argument.
    spoken = [word for words in commands for argument in words for word in argument.split()]
    programs = [words[0] for words in commands] + [word for word in spoken if word in PACKAGES]
    for program in programs:
        if os.sep not in program and shutil.which(program) is None:
            return program
    return None


def decided() -> list[str]:
    """The decisions of the golden file."""
    return [json.loads(line)["decision"] for line in make.FILE.read_text().splitlines()]


async def answers(name: str) -> list[str]:
    """What a shipped bot answers to all of the questions, as many at once as it takes."""
    hearings = [Hearing((Question(position),)) for _, position in make.chosen()]
    bot = await build(find_bot(name))
    async with Launcher() as launcher:
        return [answer.text for (answer,) in await ask_bot(launcher, bot, hearings)]


def test_a_missing_program_is_found(tmp_path, monkeypatch):
    """What a command runs, and what a shell's does, is looked for."""
    monkeypatch.setenv("PATH", str(tmp_path))
    bot = BotManifest("any", "1", "any", ("./bot",), tmp_path, build=("make",))
    assert missing_tool(bot) == "make"
    (tmp_path / "sh").touch(0o755)
    shell = BotManifest("any", "1", "any", ("./bot",), tmp_path, build=("sh", "-c", "cmake -B b"))
    assert missing_tool(shell) == "cmake"
    (tmp_path / "cmake").touch(0o755)
    assert missing_tool(shell) is None


def test_the_golden_file_is_what_greedy_says_now():
    """The questions and answers that are kept are those that are made from greedy today."""
    assert make.FILE.read_text() == "".join(make.lines())


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_decides_the_same_in_every_language(name):
    """Asked through its own SDK, each shipped greedy bot answers as the golden file has it."""
    tool = missing_tool(find_bot(name))
    if tool is not None:
        pytest.skip(f"{name}: {tool} is not installed")
    wanted, given = decided(), asyncio.run(answers(name))
    differing = [
        f"line {number}: {got!r} and not {want!r}"
        for number, (want, got) in enumerate(zip(wanted, given, strict=True), 1)
        if want != got
    ]
    assert not differing
