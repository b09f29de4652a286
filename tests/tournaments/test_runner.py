"""The runner: the whole schedule, whatever goes wrong; with actors as bots."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import replace

import pytest
from conquian_server.match import DealOver, LegEnd
from conquian_server.referee import LegReport, RefereeError
from conquian_server.rules import commitment, deck_from_seed, deck_text, read_deck
from conquian_tournaments import stage
from conquian_tournaments.ledger import Entry, Ledger, LedgerError
from conquian_tournaments.opening import open_ledger
from conquian_tournaments.runner import run
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import Actors
from tests.tournaments.runs import (
    DECKS,
    EVERY_DEAL,
    LEGS,
    Notes,
    entries_of,
    hire,
    of_kind,
    records_of,
    run_to_end,
    stop_at,
)

# --- the whole schedule -----------------------------------------------------------------------


def test_every_deal_is_played_once(tournament: Tournament, actors: Actors) -> None:
    """The ledger has the tournament first, each deal of the schedule, and the seed last."""
    notes = run_to_end(tournament)
    entries = entries_of(tournament)
    assert set(of_kind(tournament, "deal")) == EVERY_DEAL
    assert len(entries) == 1 + len(EVERY_DEAL) + len(LEGS) + 1
    assert entries[0].body == tournament.opening("a seed")
    assert entries[-1] == Entry("seed", "", {"seed": "a seed"})
    assert actors.attempts == notes.over == LEGS
    assert (notes.begun, notes.deals) == ([(24, 0)], 24)


def test_decks_are_the_seed_s(tournament: Tournament, actors: Actors) -> None:
    """A deal's deck is that of its number under the seed, alike in both legs and all pairings."""
    run_to_end(tournament)
    for key, record in records_of(tournament).items():
        number = int(key.rpartition("/")[2])
        assert read_deck(record["deck"]) == deck_from_seed("a seed", number)


def test_seats_are_exchanged(tournament: Tournament, actors: Actors) -> None:
    """In a pairing's second leg each entrant sits where the other sat."""
    run_to_end(tournament)
    deals = of_kind(tournament, "deal")
    assert deals["r2-2v0-a/3"].body["seats"] == ["id-of-cat", "id-of-ann"]
    assert deals["r2-2v0-b/3"].body["seats"] == ["id-of-ann", "id-of-cat"]
    assert records_of(tournament)["r2-2v0-b/3"]["seats"] == ["ann", "cat"]


def test_a_drawn_seed_is_secret_until_the_end(tournament: Tournament, actors: Actors) -> None:
    """Without a seed in the file one is drawn, committed to at first and published at last."""
    tournament = replace(tournament, seed=None)
    published: list[bool] = []
    actors.before_deal = lambda *_: published.append(bool(of_kind(tournament, "seed")))
    run_to_end(tournament)
    opening, *_, last = entries_of(tournament)
    assert not any(published)
    assert opening.body["seed_given"] is False
    assert opening.body["commitment"] == commitment(last.body["seed"])
    deck = records_of(tournament)["r0-1v2-a/0"]["deck"]
    assert deck == deck_text(deck_from_seed(last.body["seed"], 0))
    other = replace(tournament, ledger=tournament.ledger.with_name("other"))
    run_to_end(other)
    assert entries_of(other)[-1].body["seed"] != last.body["seed"]


def test_what_bots_wrote_is_kept(tournament: Tournament, actors: Actors) -> None:
    """A leg's entry says how its bots' processes ended and what they wrote last."""
    run_to_end(tournament)
    assert of_kind(tournament, "leg")["r0-1v2-a"].body == {
        "end": "played",
        "exits": [],
        "stopped": [{"seat": 1, "cause": "exited with status 0", "stderr": "its last words"}],
    }


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_as_many_legs_side_by_side_as_workers(
    tournament: Tournament, actors: Actors, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    """So many legs as there are workers are played at the same time, and never more."""
    playing, most = Counter[str](), 0

    async def play(*arguments, **options):
        nonlocal most
        playing["now"] += 1
        most = max(most, playing["now"])
        for _ in range(10):  # let the others begin
            await asyncio.sleep(0)
        try:
            return await actors.play_hosted_leg(*arguments, **options)
        finally:
            playing["now"] -= 1

    monkeypatch.setattr(stage, "play_hosted_leg", play)
    run_to_end(replace(tournament, workers=workers))
    assert most == workers
    assert set(of_kind(tournament, "deal")) == EVERY_DEAL


def test_deals_are_durable_while_their_leg_goes_on(
    tournament: Tournament, actors: Actors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal that has ended stands in the ledger soon, though its leg never ends."""

    async def play_and_hang(*arguments, **options):
        await actors.play_hosted_leg(*arguments, **options)
        await asyncio.Event().wait()

    monkeypatch.setattr(stage, "play_hosted_leg", play_and_hang)

    async def run_until_written() -> None:
        running = asyncio.create_task(run(tournament, ledger, Notes(), hire(tournament)))
        while not of_kind(tournament, "deal"):
            assert not running.done()
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.wait({running})

    with open_ledger(tournament) as ledger:
        asyncio.run(run_until_written())
    assert len(of_kind(tournament, "deal")) == DECKS


# --- what goes wrong --------------------------------------------------------------------------


def _fail_once_at(actors: Actors, leg: str, number: int, error: Exception) -> None:
    def before_deal(at_leg: str, at_number: int) -> None:
        if (at_leg, at_number) == (leg, number):
            actors.before_deal = lambda *_: None
            raise error

    actors.before_deal = before_deal


@pytest.mark.parametrize(
    "error", [OSError("no memory"), RefereeError("stopped"), BrokenExecutor("a worker died")]
)
def test_a_failed_attempt_is_repeated(
    tournament: Tournament, actors: Actors, error: Exception
) -> None:
    """A failure that is nobody's fault costs no deal: the leg goes on after the last that ended."""
    _fail_once_at(actors, LEGS[2], 2, error)
    notes = run_to_end(tournament)
    assert Counter(actors.attempts) == Counter([*LEGS, LEGS[2]])
    assert len(actors.deals) == len(EVERY_DEAL)
    assert set(of_kind(tournament, "deal")) == EVERY_DEAL
    assert notes.failed == {}
    assert {key: each.body for key, each in of_kind(tournament, "attempt").items()} == {
        f"{LEGS[2]}/1": {"why": str(error)}
    }


def test_an_unplayable_leg_is_set_aside(tournament: Tournament, actors: Actors) -> None:
    """A leg that fails again and again is set aside with its reason, and the rest is played."""

    def before_deal(leg: str, number: int) -> None:
        if (leg, number) == (LEGS[2], 2):
            raise OSError("no memory")

    actors.before_deal = before_deal
    notes = run_to_end(tournament)
    assert Counter(actors.attempts)[LEGS[2]] == 3
    assert notes.failed == {LEGS[2]: "attempt 3: no memory"}
    assert {key: each.body for key, each in of_kind(tournament, "unplayable").items()} == {
        LEGS[2]: {"why": "attempt 3: no memory"}
    }
    assert set(of_kind(tournament, "attempt")) == {f"{LEGS[2]}/{number}" for number in (1, 2, 3)}
    assert set(of_kind(tournament, "deal")) == EVERY_DEAL - {f"{LEGS[2]}/2", f"{LEGS[2]}/3"}
    assert run_to_end(tournament).begun == []


def test_a_leg_that_was_called_off_is_not_over(tournament: Tournament, actors: Actors) -> None:
    """A referee that stops in a leg has not played it, whatever it has played of it."""
    actors.end = LegEnd.CALLED_OFF
    notes = run_to_end(tournament)
    assert of_kind(tournament, "leg") == {}
    assert set(notes.failed) == set(LEGS)


def test_a_bug_is_not_hidden(tournament: Tournament, actors: Actors) -> None:
    """An error that nobody foresaw ends the run, and what had ended stands."""
    stop_at(actors, 6, lambda: divmod(6, 0))
    with pytest.raises(ExceptionGroup) as told:
        run_to_end(tournament)
    assert told.group_contains(ZeroDivisionError)
    assert len(of_kind(tournament, "deal")) == 6


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Let no ledger be written, as a full disk does; holds how many entries each try had."""
    tries: list[int] = []

    def append(ledger: Ledger, entries: list[Entry]) -> None:
        tries.append(len(entries))
        raise LedgerError(f"{ledger.path}: no room (failure {len(tries)})")

    with monkeypatch.context() as full:
        full.setattr(Ledger, "append", append)
        yield tries


async def _hang(*_: object, on_deal: Callable[[DealOver], None], **__: object) -> LegReport:
    await asyncio.Event().wait()
    raise AssertionError


def test_a_full_disk_ends_the_run(
    tournament: Tournament, full_disk: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the ledger can't be written the run ends at once, with that error and no other."""
    monkeypatch.setattr(stage, "play_hosted_leg", _hang)
    why = r"no room \(failure 1\); what was written before is safe"
    with pytest.raises(LedgerError, match=why):
        run_to_end(tournament)
    assert len(full_disk) == 1


def test_a_full_disk_at_the_end_is_told(
    tournament: Tournament, actors: Actors, full_disk: list[int]
) -> None:
    """Deals that are played and can't be written when the run is stopped are an error."""
    notes = Notes()
    stop_at(actors, 5, notes.stop)
    with pytest.raises(LedgerError, match="no room"):
        run_to_end(tournament, notes)
    assert full_disk == [6]  # the first leg's end is among them
    assert of_kind(tournament, "deal") == {}
