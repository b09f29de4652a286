"""The work of `conquian run` and `conquian demo`."""

import asyncio
import tempfile
from collections.abc import Coroutine, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from conquian_tournaments import signals
from conquian_tournaments.cli.errors import remark
from conquian_tournaments.cli.live import LiveStandings
from conquian_tournaments.cli.ratings import show
from conquian_tournaments.cli.trusting import check_tiers, machine_notes, vouched_for
from conquian_tournaments.crew import hire_for
from conquian_tournaments.deals import LedgerDeal
from conquian_tournaments.ledger import Ledger
from conquian_tournaments.opening import open_ledger, published_seed, secret_seed
from conquian_tournaments.report.names import printable
from conquian_tournaments.runner import run
from conquian_tournaments.schedule import Leg
from conquian_tournaments.stage import LegDone
from conquian_tournaments.tournament import Tournament
from conquian_tournaments.tournament_file import read_tournament

_DEMO = """\
name = "demo"
ruleset = "classic"
decks = {decks}
seed = "demo"
deals_at_once = 16

[[entrants]]
bot = "random"

[[entrants]]
bot = "greedy"

[[entrants]]
bot = "outs"
"""


def run_file(
    path: Path,
    *,
    executor: str | None = None,
    unsafe: bool = False,
    json: bool = False,
    no_color: bool,
) -> None:
    """Play what is left of the tournament in a file, and show its tables.

    Args:
        path: the file.
        executor: the address of a cluster; None leaves that to the file.
        unsafe: whether strangers' bots are run where no sandbox can hold them.
        json: whether the tables are shown as one.
        no_color: whether they are shown without colours.
    """
    tournament = read_tournament(path)
    if executor is not None:
        tournament = replace(tournament, executor=executor)
    if unsafe:
        tournament = vouched_for(tournament)
    with open_ledger(tournament) as ledger:
        if tournament.executor is None and not _is_finished(ledger):
            # A cluster's workers find out for themselves.
            check_tiers(entrant.bot for entrant in tournament.entrants if entrant.bot is not None)
            for line in machine_notes(tournament):
                remark(line)
        try:
            _play(tournament, ledger)
        except _Stopped as stopped:
            remark(f"stopped{stopped}; the same command goes on")
            raise
        show(ledger, json=json, no_color=no_color)


def run_demo(decks: int, *, no_color: bool) -> None:
    """Play a small tournament between the shipped bots and show its tables."""
    with tempfile.TemporaryDirectory(prefix="conquian-demo-") as folder:
        path = Path(folder) / "demo.toml"
        path.write_text(_DEMO.format(decks=decks), encoding="utf-8")
        tournament = read_tournament(path)
        with open_ledger(tournament) as ledger:
            _play(tournament, ledger)
            show(ledger, json=False, no_color=no_color, tell_seed=False)


class _Stopped(KeyboardInterrupt):
    """A signal has stopped a run; the text says after how many deals, where it had begun."""


def _play(tournament: Tournament, ledger: Ledger) -> None:
    # Bar and standings go to stderr, and only where a person looks at them.
    console = Console(stderr=True, highlight=False)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals,"),
        TimeRemainingColumn(),
    )
    progress = Progress(*columns, console=console)
    bar = _Bar(progress, tournament)
    with Live(bar.standings, console=console) if console.is_terminal else nullcontext():
        try:
            hire = hire_for(tournament, _seed(ledger), bar.invite)
            asyncio.run(_stoppable(run(tournament, ledger, bar, hire)))
        except asyncio.CancelledError:
            raise _Stopped(bar.reached) from None


def _is_finished(ledger: Ledger) -> bool:
    with ledger.view() as view:
        return published_seed(view) is not None


def _seed(ledger: Ledger) -> str:
    with ledger.view() as view:
        return secret_seed(view)


async def _stoppable(work: Coroutine[None, None, None]) -> None:
    """Work until its end or until a signal, which cancels it; a second signal changes nothing.

    The bots' ends take a second or two. To stop that halfway, as an impatient Ctrl-C would,
    gains nothing.
    """
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in signals.heard():
        loop.add_signal_handler(number, lambda: task.cancelling() or task.cancel())
    await task


class _Bar:
    """Shows a run's progress, and says on stderr what went wrong in it.

    Attributes:
        standings: what is shown while it goes on.
    """

    def __init__(self, progress: Progress, tournament: Tournament) -> None:
        self._progress = progress
        self._tournament = tournament
        self.standings = LiveStandings(tournament, progress)
        self._task = progress.add_task(printable(tournament.name), total=None)

    @property
    def reached(self) -> str:
        """How far it is, such as ` after 128 of 400 deals`; empty before it has begun."""
        task = self._progress.tasks[self._task]
        if task.total is None:
            return ""
        return f" after {task.completed:.0f} of {task.total:.0f} deals"

    def invite(self, address: str, tokens: Mapping[str, str]) -> None:
        """Say where remote bots dial; nobody but the organiser is to see it."""
        self._say(f"remote bots dial {address}; their tokens are")
        for name, token in tokens.items():
            self._say(f"  {name} {token}")

    def begin(self, deals_wanted: int, deals_played: int) -> None:
        self._progress.update(self._task, total=deals_wanted, completed=deals_played)

    def deal_over(self, deal: LedgerDeal) -> None:
        self._progress.advance(self._task)
        self.standings.add(deal)

    def leg_over(self, leg: Leg, done: LegDone) -> None:
        seats = self._tournament.seats(leg)
        for ended in done.exits:
            last_words = ended.report.stderr_tail.strip().rpartition("\n")[2]
            said = f": {last_words}" if last_words else ""
            self._warn(f"leg {leg.id}: {seats[ended.seat].name} {ended.report.cause}{said}")

    def building(self, text: str) -> None:
        self._say(text)

    def leg_failed(self, leg: Leg, why: str) -> None:
        self._warn(f"leg {leg.id} is not played: {why}")

    def _warn(self, text: str) -> None:
        self._say(f"warning: {text}")

    def _say(self, text: str) -> None:
        self._progress.console.print(printable(text), markup=False, soft_wrap=True)
