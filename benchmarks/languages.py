"""How quickly a bot of each language starts and answers, and what the sandbox costs.

    python benchmarks/languages.py            tables
    python benchmarks/languages.py --json     the same figures, and each round's

All languages are measured in one run, in turn, round after round: the shipped `greedy` of each, on
its SDK or over the bridge, is built, started, asked one position over and over, one request at a
time, over the unix socket that a referee's bots have. Figures are medians over the rounds.
"""

import asyncio
import json
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import median
from typing import Annotated

import typer
from code_lines import code_lines
from conquian_server.interview import Hearing, Question, Reception, Talk, visit
from conquian_server.interview.visit import Patience
from conquian_server.interview.whims import positions
from conquian_server.launcher import BotManifest, Launcher, build, find_bot, shipped_bots
from conquian_server.launcher.trust import Trust
from conquian_server.rules import PRESETS, Position
from rich.console import Console
from rich.table import Table

_BASE = "greedy"
_PATIENCE = Patience(arrival=60.0, warm_up=60.0, decision=60.0)
_MILLISECONDS = 1e3
_MICROSECONDS = 1e6


@dataclass
class Measured:
    """The rounds of one bot, in seconds.

    Attributes:
        starts: from the start of the process until it is ready.
        trips: from a request to its answer; a round's median.
    """

    starts: list[float] = field(default_factory=list)
    trips: list[float] = field(default_factory=list)


def main(
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to take the median of.")] = 5,
    requests: Annotated[int, typer.Option(min=10, help="Requests a round.")] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure bots of all languages, in the sandbox and out of it."""
    bots = asyncio.run(_built([name for name in shipped_bots() if _is_greedy(name)]))
    sandboxed = {bot.name: Measured() for bot in bots}
    plain = {bot.name: Measured() for bot in bots}
    for number in range(rounds):
        typer.echo(f"round {number + 1} of {rounds}", err=True)
        for bot in bots:
            asyncio.run(_measure(bot, sandboxed[bot.name], requests))
            trusted = replace(bot, trust=Trust.FULL)
            asyncio.run(_measure(trusted, plain[bot.name], requests))
    if as_json:
        typer.echo(json.dumps({"bwrap": _as_object(sandboxed), "subprocess": _as_object(plain)}))
        return
    Console(width=110).print(_table(bots, sandboxed, plain))


def _is_greedy(name: str) -> bool:
    return name.split("-", maxsplit=1)[0] == _BASE


async def _built(names: Sequence[str]) -> list[BotManifest]:
    bots = []
    for name in names:
        bot = find_bot(name)
        tool = bot.build[0] if bot.build else bot.run[0]
        if shutil.which(tool) is None and bot.build:
            typer.echo(f"{name} is left out: {tool} is not installed", err=True)
            continue
        bots.append(await build(bot, tell=partial(typer.echo, err=True)))
    return bots


async def _measure(bot: BotManifest, measured: Measured, requests: int) -> None:
    """Start a bot once, and ask it many times."""
    async with Launcher() as launcher, Reception(f"unix:{launcher.new_folder()}/s") as reception:
        started = time.perf_counter()
        async with visit(partial(launcher.start, bot), reception, _PATIENCE) as guest:
            async with await guest.received() as talk:
                measured.starts.append(time.perf_counter() - started)
                measured.trips.append(await _median_trip(talk, requests))
                talk.end()
            await asyncio.wait({guest.process.ended}, timeout=2.0)


async def _median_trip(talk: Talk, requests: int) -> float:
    hearing = Hearing((Question(_position()),))
    async with talk.deal(hearing) as deal:
        trips = []
        for _ in range(requests):
            message = talk.request(deal, hearing.questions[0])
            asked = time.perf_counter()
            await talk.put(message)
            trips.append(time.perf_counter() - asked)
    return median(trips[len(trips) // 10 :])  # the first ones warm up what compiles as it runs


def _position() -> Position:
    """An ordinary position in which a seat may lay something."""
    for number in range(1000):
        for position in positions(PRESETS["classic"], 2, "benchmark", number):
            if len(position.legal_actions()) > 1:
                return position
    raise LookupError("no such position")


def _table(
    bots: Sequence[BotManifest], sandboxed: dict[str, Measured], plain: dict[str, Measured]
) -> Table:
    table = Table(title="medians; the Python SDK's is 1")
    for heading in ("bot", "lines", "round trip µs", "×", "plain µs", "start ms", "×", "plain ms"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    base = sandboxed[_BASE]
    for bot in bots:
        inside, outside = sandboxed[bot.name], plain[bot.name]
        table.add_row(
            bot.name,
            str(code_lines(bot.folder)),
            f"{_MICROSECONDS * median(inside.trips):,.0f}",
            f"{_ratio(inside.trips, base.trips):.2f}",
            f"{_MICROSECONDS * median(outside.trips):,.0f}",
            f"{_MILLISECONDS * median(inside.starts):,.0f}",
            f"{_ratio(inside.starts, base.starts):.2f}",
            f"{_MILLISECONDS * median(outside.starts):,.0f}",
        )
    return table


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return median(one / other for one, other in zip(ours, theirs, strict=True))


def _as_object(measured: dict[str, Measured]) -> dict[str, object]:
    return {
        name: {"start_seconds": each.starts, "round_trip_seconds": each.trips}
        for name, each in measured.items()
    }


if __name__ == "__main__":
    typer.run(main)
