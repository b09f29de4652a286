"""The work of `conquian sprt`: batch after batch until the test has decided."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from conquian_server.referee import BotExit
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from conquian_tournaments import signals
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.play_leg import built
from conquian_tournaments.cli.screen import print_tables
from conquian_tournaments.deals import LedgerDeal
from conquian_tournaments.hosting import hosting
from conquian_tournaments.rating.sequential import Hypotheses, Verdict
from conquian_tournaments.report.names import printable
from conquian_tournaments.report.sprt import sprt_object, sprt_table, standing
from conquian_tournaments.trial import Batch, Trial, next_batch, play_batch

UNDECIDED = 3
_STATUS = {Verdict.H1: 0, Verdict.H0: 1, None: UNDECIDED}
_SIGNALLED = 128  # what a shell adds to a signal's number


def run(
    trial: Trial, hypotheses: Hypotheses, most_decks: int, *, as_json: bool, no_color: bool
) -> int:
    """Play until the test has decided, show what it found, and return the exit status.

    Raises:
        LauncherError: a bot can't be built or has no program.
        RefereeError: the referee stopped; what was found before is shown.
        OSError: this machine can't play; likewise.
    """
    first, second = built(trial.bots)
    trial = replace(trial, bots=(first, second))
    test = _Test(trial, hypotheses, most_decks)
    try:
        with _live(test):
            stopped_by = asyncio.run(test.play())
    finally:
        if as_json:
            print_json(sprt_object(test.state))
        else:
            print_tables([sprt_table(test.state)], [], no_color=no_color)
    if stopped_by is not None:
        return _SIGNALLED + stopped_by
    return _STATUS[test.state.verdict]


class _Test:
    """A test while it is played.

    Attributes:
        state: where it stands, after all whole batches.
        batch: the batch that is played.
        deals_over: how many of its deals have ended.
        warn: told of bots that failed.
    """

    def __init__(self, trial: Trial, hypotheses: Hypotheses, most_decks: int) -> None:
        self._deals: list[LedgerDeal] = []
        self.state = standing(trial, hypotheses, most_decks, self._deals)
        self.batch = next_batch(0, most_decks)
        self.deals_over = 0
        self.warn: Callable[[str], object] = lambda _: None

    async def play(self) -> signal.Signals | None:
        """Play to the end or to the first signal, which is returned; a second changes nothing."""
        playing = asyncio.ensure_future(self._play())
        stopped: list[signal.Signals] = []

        def stop(number: signal.Signals) -> None:
            if not stopped:
                playing.cancel()
            stopped.append(number)

        loop = asyncio.get_running_loop()
        for number in signals.heard():
            loop.add_signal_handler(number, stop, number)
        await asyncio.wait({playing})
        if not playing.cancelled():
            playing.result()
        return stopped[0] if stopped and not self.state.over else None

    async def _play(self) -> None:
        async with hosting() as (referee, launcher):
            while not self.state.over:
                self.batch = next_batch(self.state.decks, self.state.most_decks)
                self.deals_over = 0
                played = await play_batch(
                    referee, launcher, self.state.trial, self.batch, self._deal_over
                )
                self._add(played.deals)
                for ended in played.exits:
                    self._tell(ended)

    def _deal_over(self) -> None:
        self.deals_over += 1

    def _add(self, deals: tuple[LedgerDeal, ...]) -> None:
        self._deals += deals
        before = self.state
        self.state = standing(before.trial, before.hypotheses, before.most_decks, self._deals)

    def _tell(self, ended: BotExit) -> None:
        last_words = ended.report.stderr_tail.strip().rpartition("\n")[2]
        said = f": {last_words}" if last_words else ""
        name = self.state.trial.labels[ended.seat]
        self.warn(f"warning: {name} {ended.report.cause}{said}")


@contextmanager
def _live(test: _Test) -> Iterator[None]:
    """The table on stderr, where a person looks at it, and warnings in any case."""
    console = Console(stderr=True, highlight=False)
    test.warn = lambda text: console.print(printable(text), markup=False, soft_wrap=True)
    if not console.is_terminal:
        yield
        return
    with Live(get_renderable=lambda: _now(test), console=console, transient=True):
        yield


def _now(test: _Test) -> Group:
    batch: Batch = test.batch
    done = f"deals of this batch: {test.deals_over} of {2 * batch.decks}"
    return Group(sprt_table(test.state), Text(done))
