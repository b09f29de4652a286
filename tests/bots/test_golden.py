"""Greedy bots of every language decide as the one in Python does."""

import asyncio
import json

import pytest
from conquian_server.interview import Hearing, Question, ask_bot
from conquian_server.launcher import Launcher, build, find_bot, shipped_bots

from tests.bots.golden import make
from tests.toolchains import missing_tool

GREEDY = [name for name in shipped_bots() if name.split("-")[0] == "greedy"]


def decided() -> list[str]:
    """The decisions of the golden file."""
    return [json.loads(line)["decision"] for line in make.FILE.read_text().splitlines()]


async def answers(name: str) -> list[str]:
    """What a shipped bot answers to all of the questions, as many at once as it takes."""
    hearings = [Hearing((Question(position),)) for _, position in make.chosen()]
    bot = await build(find_bot(name))
    async with Launcher() as launcher:
        return [answer.text for (answer,) in await ask_bot(launcher, bot, hearings)]


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
