"""The runner: the whole schedule, once, however often it is stopped; with actors as bots."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_server.match import ClockRules, DealOver, FaultPolicy, LegEnd
from conquian_server.referee import LegReport, RefereeError
from conquian_server.rules import PRESETS, commitment, deck_from_seed, deck_text, read_deck
from conquian_tournaments import stage
from conquian_tournaments.ledger import Entry, Ledger, LedgerError, verify_chain
from conquian_tournaments.opening import open_ledger
from conquian_tournaments.runner import run
from conquian_tournaments.schedule import Leg
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import CLASSIC, Actors, entrant

DECKS = 4
LEGS = ["r0-1v2-a", "r0-1v2-b", "r1-0v1-a", "r1-0v1-b", "r2-2v0-a", "r2-2v0-b"]
EVERY_DEAL = {f"{leg}/{number}" for leg in LEGS for number in range(DECKS)}


class Notes:
    """A watcher that notes what it is told, and can stop the run."""

    def __init__(self) -> None:
        self.begun: list[tuple[int, int]] = []
        self.deals = 0
        self.over: list[str] = []
        self.failed: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None

    def begin(self, deals_wanted: int, deals_played: int) -> None:
        """Note how much there is to do."""
        self.begun.append((deals_wanted, deals_played))
        self._task = asyncio.current_task()

    def deal_over(self, over: DealOver) -> None:
        """Count the deal."""
        self.deals += 1

    def leg_over(self, leg: Leg, report: LegReport) -> None:
        """Note the leg."""
        self.over.append(leg.id)

    def leg_failed(self, leg: Leg, why: str) -> None:
        """Note the reason."""
        self.failed[leg.id] = why

    def stop(self) -> None:
        """End the run as Ctrl-C does, and the leg that this is called in."""
        assert self._task is not None
        self._task.cancel()
        raise asyncio.CancelledError


@pytest.fixture
def actors(monkeypatch: pytest.MonkeyPatch) -> Actors:
    """The actors, in the place of hosted bots."""
    actors = Actors()
    monkeypatch.setattr(stage, "play_hosted_leg", actors.play_hosted_leg)
    return actors


@pytest.fixture
def tournament(tmp_path: Path) -> Tournament:
    """Three entrants, four decks, one leg at a time."""
    return Tournament(
        name="test",
        ruleset=CLASSIC,
        entrants=tuple(map(entrant, ("ann", "ben", "cat"))),
        decks=DECKS,
        cycles=1,
        seed="a seed",
        deals_at_once=1,
        clocks=ClockRules(limit=10.0),
        policy=FaultPolicy(),
        workers=1,
        ledger=tmp_path / "test.ledger",
    )


def _run(tournament: Tournament, watcher: Notes | None = None) -> Notes:
    """Run a tournament as the command does."""
    watcher = watcher or Notes()
    with open_ledger(tournament) as ledger:
        asyncio.run(run(tournament, ledger, watcher))
    return watcher


def _entries(tournament: Tournament) -> list[Entry]:
    with Ledger.open(tournament.ledger) as ledger, ledger.view() as view:
        verify_chain(view)
        links = list(view.links())
        found = [view.entry(link.kind, link.key) for link in links]
        return [entry for entry in found if entry is not None]


def _of_kind(tournament: Tournament, kind: str) -> dict[str, Entry]:
    return {entry.key: entry for entry in _entries(tournament) if entry.kind == kind}


# --- the whole schedule -----------------------------------------------------------------------


def test_every_deal_is_played_once(tournament: Tournament, actors: Actors) -> None:
    """The ledger has the tournament first, each deal of the schedule, and the seed last."""
    notes = _run(tournament)
    entries = _entries(tournament)
    assert set(_of_kind(tournament, "deal")) == EVERY_DEAL
    assert len(entries) == 1 + len(EVERY_DEAL) + len(LEGS) + 1
    assert entries[0].body == tournament.opening("a seed")
    assert entries[-1] == Entry("seed", "", {"seed": "a seed"})
    assert actors.attempts == notes.over == LEGS
    assert (notes.begun, notes.deals) == ([(24, 0)], 24)


def test_decks_are_the_seed_s(tournament: Tournament, actors: Actors) -> None:
    """A deal's deck is that of its number under the seed, alike in both legs and all pairings."""
    _run(tournament)
    for key, entry in _of_kind(tournament, "deal").items():
        number = int(key.rpartition("/")[2])
        assert read_deck(entry.body["record"]["deck"]) == deck_from_seed("a seed", number)


def test_seats_are_exchanged(tournament: Tournament, actors: Actors) -> None:
    """In a pairing's second leg each entrant sits where the other sat."""
    _run(tournament)
    deals = _of_kind(tournament, "deal")
    assert deals["r2-2v0-a/3"].body["seats"] == ["id-of-cat", "id-of-ann"]
    assert deals["r2-2v0-b/3"].body["seats"] == ["id-of-ann", "id-of-cat"]
    assert deals["r2-2v0-b/3"].body["record"]["seats"] == ["ann", "cat"]


def test_a_drawn_seed_is_secret_until_the_end(tournament: Tournament, actors: Actors) -> None:
    """Without a seed in the file one is drawn, committed to at first and published at last."""
    tournament = replace(tournament, seed=None)
    published: list[bool] = []
    actors.before_deal = lambda *_: published.append(bool(_of_kind(tournament, "seed")))
    _run(tournament)
    opening, *_, last = _entries(tournament)
    assert not any(published)
    assert opening.body["seed_given"] is False
    assert opening.body["commitment"] == commitment(last.body["seed"])
    deck = _of_kind(tournament, "deal")["r0-1v2-a/0"].body["record"]["deck"]
    assert deck == deck_text(deck_from_seed(last.body["seed"], 0))
    other = replace(tournament, ledger=tournament.ledger.with_name("other"))
    _run(other)
    assert _entries(other)[-1].body["seed"] != last.body["seed"]


def test_what_bots_wrote_is_kept(tournament: Tournament, actors: Actors) -> None:
    """A leg's entry says how its bots' processes ended and what they wrote last."""
    _run(tournament)
    assert _of_kind(tournament, "leg")["r0-1v2-a"].body == {
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
    _run(replace(tournament, workers=workers))
    assert most == workers
    assert set(_of_kind(tournament, "deal")) == EVERY_DEAL


def test_deals_are_durable_while_their_leg_goes_on(
    tournament: Tournament, actors: Actors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal that has ended stands in the ledger soon, though its leg never ends."""

    async def play_and_hang(*arguments, **options):
        await actors.play_hosted_leg(*arguments, **options)
        await asyncio.Event().wait()

    monkeypatch.setattr(stage, "play_hosted_leg", play_and_hang)

    async def run_until_written() -> None:
        running = asyncio.create_task(run(tournament, ledger, Notes()))
        while not _of_kind(tournament, "deal"):
            assert not running.done()
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.wait({running})

    with open_ledger(tournament) as ledger:
        asyncio.run(run_until_written())
    assert len(_of_kind(tournament, "deal")) == DECKS


# --- stopped and run again --------------------------------------------------------------------


def _stop_at(actors: Actors, count: int, stop: Callable[[], object]) -> None:
    """Have something done before the deal number `count` of all."""
    before = len(actors.deals)

    def before_deal(_leg: str, _number: int) -> None:
        if len(actors.deals) - before == count:
            stop()

    actors.before_deal = before_deal


@pytest.mark.parametrize("count", [0, 1, 4, 11, 23])
def test_a_stopped_run_goes_on(tournament: Tournament, actors: Actors, count: int) -> None:
    """Stopped before any deal, a run keeps all before it, and the next plays the rest alone."""
    notes = Notes()
    _stop_at(actors, count, notes.stop)
    with pytest.raises(asyncio.CancelledError):
        _run(tournament, notes)
    assert len(_of_kind(tournament, "deal")) == count
    assert not _of_kind(tournament, "seed")

    actors.before_deal = lambda *_: None
    notes = _run(tournament)
    assert notes.begun == [(24, count)]
    assert len(actors.deals) == len(EVERY_DEAL)
    undisturbed = replace(tournament, ledger=tournament.ledger.with_name("undisturbed"))
    _run(undisturbed)
    assert _of_kind(tournament, "deal") == _of_kind(undisturbed, "deal")
    assert _entries(tournament)[-1] == _entries(undisturbed)[-1]


def test_a_finished_run_does_nothing(tournament: Tournament, actors: Actors) -> None:
    """After the end the same command plays nothing, builds nothing and writes nothing."""
    _run(tournament)
    before = tournament.ledger.read_bytes()
    assert _run(tournament).begun == []
    assert len(actors.attempts) == len(LEGS)
    assert tournament.ledger.read_bytes() == before


def test_a_finished_schedule_without_its_seed_is_ended(
    tournament: Tournament, actors: Actors
) -> None:
    """A run that was stopped between its last leg and the seed publishes the seed."""
    with open_ledger(tournament) as ledger:
        ledger.append([Entry("leg", leg, {}) for leg in LEGS])
    notes = _run(tournament)
    assert (notes.begun, actors.attempts) == ([(24, 0)], [])
    assert _entries(tournament)[-1].kind == "seed"


ANN, BEN, CAT = map(entrant, ("ann", "ben", "cat"))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"name": "other"}, "name was 'test' and is 'other'"),
        ({"ruleset": PRESETS["hoyle"]}, "ruleset was 'classic' and is 'hoyle'"),
        ({"decks": 5}, "decks was 4 and is 5"),
        ({"cycles": 2}, "cycles was 1 and is 2"),
        ({"seed": "other"}, "seed differs"),
        ({"seed": None}, "seed differs"),
        ({"deals_at_once": 2}, "deals_at_once was 1 and is 2"),
        ({"clocks": ClockRules(limit=1.0)}, "clock.limit was 10.0 and is 1.0"),
        ({"policy": FaultPolicy(grace=1.0)}, "faults.grace was 5.0 and is 1.0"),
        ({"entrants": (ANN, BEN)}, "entrants differs"),
        ({"entrants": (ANN, CAT, BEN)}, r"entrants\[2\] is another bot, or its files have changed"),
        (
            {"entrants": (ANN, BEN, replace(CAT, name="cleo"))},
            r"entrants\[3\].name was 'cat' and is 'cleo'",
        ),
    ],
)
def test_a_changed_tournament_is_refused(
    tournament: Tournament, actors: Actors, change: dict[str, object], what: str
) -> None:
    """A ledger takes no other tournament than its own; the error says in what they differ."""
    open_ledger(tournament).close()
    before = tournament.ledger.read_bytes()
    with pytest.raises(LedgerError, match=f"not the one that was begun: {what}; undo") as told:
        open_ledger(replace(tournament, **change))
    assert str(told.value).startswith(f"{tournament.ledger}: ")
    assert "a seed" not in str(told.value)
    assert tournament.ledger.read_bytes() == before
    _run(tournament)  # nobody holds the ledger


def test_workers_may_change(tournament: Tournament, actors: Actors) -> None:
    """How many legs are played side by side decides no result, and may change between runs."""
    open_ledger(tournament).close()
    _run(replace(tournament, workers=3))
    assert set(_of_kind(tournament, "deal")) == EVERY_DEAL


def test_a_seed_drawn_is_not_a_seed_given(tournament: Tournament, actors: Actors) -> None:
    """A seed that was drawn can't be put into the file later, not even the right one."""
    with open_ledger(replace(tournament, seed=None)) as ledger, ledger.view() as view:
        seed = view.secret("seed")
    with pytest.raises(LedgerError, match="seed differs"):
        open_ledger(replace(tournament, seed=seed))


# --- what goes wrong --------------------------------------------------------------------------


def _fail_once_at(actors: Actors, leg: str, number: int, error: Exception) -> None:
    def before_deal(at_leg: str, at_number: int) -> None:
        if (at_leg, at_number) == (leg, number):
            actors.before_deal = lambda *_: None
            raise error

    actors.before_deal = before_deal


@pytest.mark.parametrize("error", [OSError("no memory"), RefereeError("stopped")])
def test_a_failed_attempt_is_repeated(
    tournament: Tournament, actors: Actors, error: Exception
) -> None:
    """A failure that is nobody's fault costs no deal: the leg goes on after the last that ended."""
    _fail_once_at(actors, LEGS[2], 2, error)
    notes = _run(tournament)
    assert Counter(actors.attempts) == Counter([*LEGS, LEGS[2]])
    assert len(actors.deals) == len(EVERY_DEAL)
    assert set(_of_kind(tournament, "deal")) == EVERY_DEAL
    assert notes.failed == {}


def test_an_unplayable_leg_is_set_aside(tournament: Tournament, actors: Actors) -> None:
    """A leg that fails again and again is set aside with its reason, and the rest is played."""

    def before_deal(leg: str, number: int) -> None:
        if (leg, number) == (LEGS[2], 2):
            raise OSError("no memory")

    actors.before_deal = before_deal
    notes = _run(tournament)
    assert Counter(actors.attempts)[LEGS[2]] == 3
    assert notes.failed == {LEGS[2]: "attempt 3: no memory"}
    assert {key: each.body for key, each in _of_kind(tournament, "unplayable").items()} == {
        LEGS[2]: {"why": "attempt 3: no memory"}
    }
    assert set(_of_kind(tournament, "deal")) == EVERY_DEAL - {f"{LEGS[2]}/2", f"{LEGS[2]}/3"}
    assert _run(tournament).begun == []


def test_a_leg_that_was_called_off_is_not_over(tournament: Tournament, actors: Actors) -> None:
    """A referee that stops in a leg has not played it, whatever it has played of it."""
    actors.end = LegEnd.CALLED_OFF
    notes = _run(tournament)
    assert _of_kind(tournament, "leg") == {}
    assert set(notes.failed) == set(LEGS)


def test_a_bug_is_not_hidden(tournament: Tournament, actors: Actors) -> None:
    """An error that nobody foresaw ends the run, and what had ended stands."""
    _stop_at(actors, 6, lambda: divmod(6, 0))
    with pytest.raises(ExceptionGroup) as told:
        _run(tournament)
    assert told.group_contains(ZeroDivisionError)
    assert len(_of_kind(tournament, "deal")) == 6


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
        _run(tournament)
    assert len(full_disk) == 1


def test_a_full_disk_at_the_end_is_told(
    tournament: Tournament, actors: Actors, full_disk: list[int]
) -> None:
    """Deals that are played and can't be written when the run is stopped are an error."""
    notes = Notes()
    _stop_at(actors, 5, notes.stop)
    with pytest.raises(LedgerError, match="no room"):
        _run(tournament, notes)
    assert full_disk == [6]  # the first leg's end is among them
    assert _of_kind(tournament, "deal") == {}
