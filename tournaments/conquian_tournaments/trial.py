"""Playing mirrored decks between two hosted bots, batch by batch, for as long as is wanted."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from conquian_server.launcher import BotManifest, Launcher
from conquian_server.match import DealOver, LegEnd, LegPlan
from conquian_server.referee import BotExit, LegReport, Referee, RefereeError, play_hosted_leg
from conquian_server.rules import deck_from_seed
from conquian_server.wire import LegNames

from conquian_tournaments.deals import LedgerDeal, leg_id
from conquian_tournaments.hosting import bot_seed

FIRST: Final = "first"
SECOND: Final = "second"
"""The two sides' ids: one bot may be on both."""

_SEATS = ((FIRST, SECOND), (SECOND, FIRST))
_FEWEST_DECKS = 16  # to start processes for fewer takes longer than to play
_MOST_DECKS = 500
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Trial:
    """Two bots and how they play.

    Attributes:
        bots: the first and the second.
        plan: a leg of theirs; how many deals it has, and with which decks, is the batch's.
        seed: the seed of the decks and of the bots' random numbers.
        places: how many legs are played side by side, 1 or 2.
        labels: what people are shown for the two bots.
    """

    bots: tuple[BotManifest, BotManifest]
    plan: LegPlan
    seed: str
    places: int = 1
    labels: tuple[str, str] = (FIRST, SECOND)


@dataclass(frozen=True, slots=True)
class Batch:
    """Decks one after another, which both legs of the batch play on processes of their own.

    Attributes:
        start: the number of the first deck.
        decks: how many there are.
    """

    start: int
    decks: int

    @property
    def id(self) -> str:
        """Unique in a trial."""
        return f"d{self.start}"


@dataclass(frozen=True, slots=True)
class PlayedBatch:
    """A batch that is over.

    Attributes:
        deals: its deals, by the numbers of their decks.
        exits: the bots that ended before their leg by themselves; by side, not by seat.
    """

    deals: tuple[LedgerDeal, ...]
    exits: tuple[BotExit, ...]


def next_batch(played: int, most: int) -> Batch:
    """The batch after so many decks: a quarter of them, so that little is played in vain.

    Args:
        played: how many decks were played.
        most: how many are played in all at the most, more than `played`.
    """
    wanted = min(max(played // 4, _FEWEST_DECKS), _MOST_DECKS)
    return Batch(played, min(wanted, most - played))


async def play_batch(
    referee: Referee,
    launcher: Launcher,
    trial: Trial,
    batch: Batch,
    on_deal: Callable[[], object],
) -> PlayedBatch:
    """Plays both legs of a batch.

    Args:
        referee: where the bots play.
        launcher: what starts them.
        trial: who plays, and how.
        batch: with which decks.
        on_deal: called at the end of each deal.

    Raises:
        RefereeError: the referee stops.
        OSError: this machine can't play it.
    """
    places = asyncio.Semaphore(trial.places)
    playing = [
        asyncio.create_task(_Leg(trial, batch, leg, on_deal).play(referee, launcher, places))
        for leg in (0, 1)
    ]
    try:
        played = [await leg for leg in playing]
    finally:
        for leg in playing:
            leg.cancel()
        await asyncio.wait(playing)
    return PlayedBatch(
        tuple(deal for leg in played for deal in leg.deals),
        tuple(ended for leg in played for ended in leg.exits),
    )


class _Leg:
    def __init__(
        self, trial: Trial, batch: Batch, number: int, on_deal: Callable[[], object]
    ) -> None:
        self._trial = trial
        self._batch = batch
        self._number = number
        self._on_deal = on_deal
        self._deals: list[LedgerDeal] = []

    async def play(
        self, referee: Referee, launcher: Launcher, places: asyncio.Semaphore
    ) -> PlayedBatch:
        bots = self._trial.bots if self._number == 0 else self._trial.bots[::-1]
        leg, seed = leg_id(self._batch.id, self._number), self._trial.seed
        async with places:
            report = await play_hosted_leg(
                referee,
                launcher,
                self._plan(),
                LegNames(leg, tuple(bot.name for bot in bots)),
                bots,
                bot_seed=lambda deal, seat: bot_seed(seed, leg, deal, seat),
                on_deal=self._add,
            )
        if report.over.end is LegEnd.CALLED_OFF:
            raise RefereeError("the referee stopped before the leg was over")
        return PlayedBatch(tuple(self._deals), tuple(self._by_side(report)))

    def _plan(self) -> LegPlan:
        seed, start = self._trial.seed, self._batch.start
        return replace(
            self._trial.plan,
            deal_count=self._batch.decks,
            deck_of=lambda number: deck_from_seed(seed, start + number),
        )

    def _add(self, over: DealOver) -> None:
        assert over.position.result is not None  # it has ended
        self._deals.append(
            LedgerDeal(
                pairing=self._batch.id,
                leg=self._number,
                number=self._batch.start + over.number,
                seats=_SEATS[self._number],
                result=over.position.result,
                microseconds=tuple(round(sum(each) * _MICROSECONDS) for each in over.charges),
            )
        )
        self._on_deal()

    def _by_side(self, report: LegReport) -> Iterable[BotExit]:
        for ended in report.exits:
            yield replace(ended, seat=ended.seat ^ self._number)
