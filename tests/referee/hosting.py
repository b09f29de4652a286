"""Legs between bots that run as processes, written as scripts by the test."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from conquian_server.launcher import BotManifest, Launcher, Trust
from conquian_server.match import DealOver, LegPlan
from conquian_server.referee import ANY_SILENCE, LegReport, Options, Referee, play_hosted_leg
from conquian_server.wire import LegNames

# A bot without faults: it lays what it can, and otherwise passes.
GOOD = """
import os, signal, sys, time
import conquian

class Bot(conquian.Bot):
    def decide(self, observation):
        if observation.kind is conquian.Kind.FORCE_QUESTION:
            return conquian.Waive()
        if observation.options:
            return observation.options[0].decisions()[0]
        return conquian.Pass()

{changed}

conquian.run({name})
"""


def good() -> str:
    """The script of a bot without faults."""
    return GOOD.format(changed="", name="Bot")


def changed(**methods: str) -> str:
    """The script of a bot that does this first in each of these methods, then what is good."""
    lines = ["class Changed(Bot):"]
    for name, statement in methods.items():
        takes = {"decide": "observation", "ended": "end"}.get(name, "")
        lines += [f"    def {name}(self, {takes}):"] if takes else [f"    def {name}(self):"]
        lines += [f"        {line}" for line in statement.splitlines()]
        lines += [f"        return super().{name}({takes})"]
    return GOOD.format(changed="\n".join(lines), name="Changed")


def bot(folder: Path, script: str) -> BotManifest:
    """The bot that a script is, which may write where the test looks."""
    folder.mkdir()
    (folder / "bot.py").write_text(script)
    run = ("python", "bot.py")
    return BotManifest(folder.name, "1", "python", run, folder=folder, trust=Trust.FULL)


async def play(
    folder: Path,
    leg: LegPlan,
    bots: Sequence[str | BotManifest],
    on_deal: Callable[[DealOver], None] = lambda _: None,
) -> tuple[LegReport, list[DealOver]]:
    """Play a leg between these bots or scripts of bots: its report and its deals."""
    manifests = [
        each if isinstance(each, BotManifest) else bot(folder / f"bot-{seat}", each)
        for seat, each in enumerate(bots)
    ]
    deals: list[DealOver] = []

    def take(over: DealOver) -> None:
        deals.append(over)
        on_deal(over)

    with tempfile.TemporaryDirectory(prefix="room-") as socket:
        options = Options(f"unix:{socket}/s", keepalive=ANY_SILENCE)
        async with Referee(options) as referee, Launcher() as launcher:
            report = await play_hosted_leg(
                referee,
                launcher,
                leg,
                LegNames("leg", ("good", "villain")),
                manifests,
                bot_seed=lambda deal, seat: 2 * deal + seat,
                on_deal=take,
            )
    return report, deals
