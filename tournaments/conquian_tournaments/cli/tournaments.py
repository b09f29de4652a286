"""The work of `conquian run`, `conquian ratings` and `conquian demo`."""

import asyncio
import logging
import tempfile
from pathlib import Path

from conquian_server.launcher import build
from conquian_server.match import DealOver
from conquian_server.referee import LegReport
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import screen
from conquian_tournaments.ledger import Ledger
from conquian_tournaments.overview import overview
from conquian_tournaments.report.tables import (
    crosstable,
    footnotes,
    ratings_object,
    ratings_table,
)
from conquian_tournaments.runner import open_ledger, run
from conquian_tournaments.schedule import Leg
from conquian_tournaments.tournament import Tournament, read_tournament

_DEMO = """\
name = "demo"
ruleset = "classic"
decks = 100
seed = "demo"
deals_at_once = 16

[[entrants]]
bot = "random"

[[entrants]]
bot = "greedy"

[[entrants]]
bot = "outs"
"""


def run_file(path: Path, *, json: bool, no_color: bool) -> None:
    """Play what is left of the tournament in a file, and show its tables."""
    tournament = read_tournament(path)
    with open_ledger(tournament) as ledger:
        _play(tournament, ledger)
        _show(ledger, json=json, no_color=no_color)


def show_ratings(path: Path, *, json: bool, no_color: bool) -> None:
    """Show the tables of a ledger, which may be named by its tournament's file."""
    ledger_path = read_tournament(path).ledger if path.suffix == ".toml" else path
    with Ledger.open(ledger_path) as ledger:
        _show(ledger, json=json, no_color=no_color)


def demo(*, no_color: bool) -> None:
    """Play a small tournament between the shipped bots and show its tables."""
    with tempfile.TemporaryDirectory(prefix="conquian-demo-") as folder:
        path = Path(folder) / "demo.toml"
        path.write_text(_DEMO, encoding="utf-8")
        run_file(path, json=False, no_color=no_color)


def _play(tournament: Tournament, ledger: Ledger) -> None:
    # The bar goes to stderr, and only where a person looks at it.
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals,"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        asyncio.run(_build_and_run(tournament, ledger, _Bar(progress, tournament.name)))


async def _build_and_run(tournament: Tournament, ledger: Ledger, bar: "_Bar") -> None:
    for entrant in tournament.entrants:
        await build(entrant.bot)
    await run(tournament, ledger, bar)


def _show(ledger: Ledger, *, json: bool, no_color: bool) -> None:
    state = overview(ledger)
    if json:
        print_json(ratings_object(state))
        return
    console = screen(no_color=no_color)
    console.print(ratings_table(state))
    console.print(crosstable(state))
    for note in footnotes(state):
        console.print(note, soft_wrap=True, markup=False)


class _Bar:
    """Shows a run's progress, and says on stderr what went wrong in it."""

    def __init__(self, progress: Progress, name: str) -> None:
        self._progress = progress
        self._task = progress.add_task(name, total=None)
        self._log = logging.getLogger("conquian")

    def begin(self, deals_wanted: int, deals_played: int) -> None:
        self._progress.update(self._task, total=deals_wanted, completed=deals_played)

    def deal_over(self, over: DealOver) -> None:
        self._progress.advance(self._task)

    def leg_over(self, leg: Leg, report: LegReport) -> None:
        for ended in report.exits:
            self._log.warning(
                "leg %s: the bot in seat %d %s", leg.id, ended.seat, ended.report.cause
            )

    def leg_failed(self, leg: Leg, why: str) -> None:
        self._log.error("leg %s is set aside: %s", leg.id, why)
