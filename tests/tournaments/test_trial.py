"""Batches of mirrored decks between two bots."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from conquian_server.launcher import BotManifest, ExitReport
from conquian_server.match import DealOver, LegEnd, LegOver, LegPlan
from conquian_server.referee import BotExit, LegReport, RefereeError
from conquian_server.rules import PRESETS, Deck, deck_from_seed
from conquian_server.wire import LegNames
from conquian_tournaments import trial
from conquian_tournaments.hosting import bot_seed
from conquian_tournaments.trial import Batch, PlayedBatch, Trial, next_batch, play_batch

from tests.tournaments.actors import deal_over

CLASSIC = PRESETS["classic"]
FIRST, SECOND = (BotManifest(name, "1", "any", ("true",), Path("/")) for name in ("ann", "ben"))


class Legs:
    """Plays legs at once, and keeps what they were played with.

    Attributes:
        played: by the leg's id its bots, its decks and its bots' seeds.
        end: how legs end.
        open: how many legs are being played, and `most_open` how many at most.
    """

    def __init__(self) -> None:
        self.played: dict[str, tuple[list[str], list[Deck], list[int]]] = {}
        self.end = LegEnd.PLAYED
        self.open = self.most_open = 0

    async def play(
        self,
        _referee: object,
        _launcher: object,
        plan: LegPlan,
        names: LegNames,
        bots: Sequence[BotManifest],
        *,
        bot_seed: Callable[[int, int], int],
        on_deal: Callable[[DealOver], None],
    ) -> LegReport:
        """Play a leg, as the real one would."""
        self.open += 1
        self.most_open = max(self.open, self.most_open)
        await asyncio.sleep(0)
        decks = [plan.deck_of(number) for number in range(plan.deal_count)]
        self.played[names.leg] = ([bot.name for bot in bots], decks, [bot_seed(0, 0)])
        for number, deck in enumerate(decks):
            on_deal(deal_over(plan.ruleset, deck, number))
        self.open -= 1
        ended = BotExit(0, ExitReport(1, None, "", "no"))
        return LegReport(LegOver(self.end, ()), (ended,), ())


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Legs:
    """Legs in the place of hosted ones."""
    played = Legs()
    monkeypatch.setattr(trial, "play_hosted_leg", played.play)
    return played


def _play(batch: Batch, places: int = 1) -> PlayedBatch:
    plan = LegPlan(CLASSIC, 2, 1, deck_of=lambda number: deck_from_seed("other", number))
    match = Trial((FIRST, SECOND), plan, "seed", places)
    nobody = cast(Any, None)  # the stage needs neither a referee nor a launcher
    return asyncio.run(play_batch(nobody, nobody, match, batch, lambda: None))


def test_both_legs_play_the_same_decks_with_the_seats_exchanged(stage: Legs) -> None:
    """A batch's legs have its decks, the bots in exchanged seats, and seeds of their own."""
    played = _play(Batch(16, 3))
    decks = [deck_from_seed("seed", number) for number in (16, 17, 18)]
    assert stage.played == {
        "d16-a": (["ann", "ben"], decks, [bot_seed("seed", "d16-a", 0, 0)]),
        "d16-b": (["ben", "ann"], decks, [bot_seed("seed", "d16-b", 0, 0)]),
    }
    assert [(deal.leg, deal.number, deal.seats) for deal in played.deals] == [
        (leg, number, seats)
        for leg, seats in enumerate([("first", "second"), ("second", "first")])
        for number in (16, 17, 18)
    ]
    assert played.deals[0].microseconds == (750_000, 125_000)


def test_exits_are_by_side(stage: Legs) -> None:
    """A bot that ends is told by its side: seat 0 is the first's in one leg only."""
    assert [ended.seat for ended in _play(Batch(0, 1)).exits] == [0, 1]


@pytest.mark.parametrize("places", [1, 2])
def test_places(stage: Legs, places: int) -> None:
    """No more legs are played side by side than there are places."""
    _play(Batch(0, 1), places)
    assert stage.most_open == places


def test_a_leg_that_is_called_off(stage: Legs) -> None:
    """A leg that the referee has called off is no result."""
    stage.end = LegEnd.CALLED_OFF
    with pytest.raises(RefereeError):
        _play(Batch(0, 1))


def test_batches_follow_each_other() -> None:
    """Every deck up to the last is in one batch, and no batch is more than a quarter too many."""
    decks, most = 0, 5001
    while decks < most:
        batch = next_batch(decks, most)
        assert batch.start == decks
        assert 1 <= batch.decks <= max(16, decks / 4)
        decks += batch.decks
    assert decks == most
