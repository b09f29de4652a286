"""A run that was stopped goes on, and only with its own tournament."""

import asyncio
from dataclasses import replace

import pytest
from conquian_server.match import ClockRules, FaultPolicy
from conquian_server.rules import PRESETS, read_ruleset
from conquian_tournaments.formats import RoundRobinFormat, SwissFormat
from conquian_tournaments.ledger import Entry, LedgerError
from conquian_tournaments.opening import open_ledger
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import Actors, entrant
from tests.tournaments.runs import (
    EVERY_DEAL,
    LEGS,
    Notes,
    entries_of,
    of_kind,
    run_to_end,
    stop_at,
)


@pytest.mark.parametrize("count", [0, 1, 4, 11, 23])
def test_a_stopped_run_goes_on(tournament: Tournament, actors: Actors, count: int) -> None:
    """Stopped before any deal, a run keeps all before it, and the next plays the rest alone."""
    notes = Notes()
    stop_at(actors, count, notes.stop)
    with pytest.raises(asyncio.CancelledError):
        run_to_end(tournament, notes)
    assert len(of_kind(tournament, "deal")) == count
    assert not of_kind(tournament, "seed")

    actors.before_deal = lambda *_: None
    notes = run_to_end(tournament)
    assert notes.begun == [(24, count)]
    assert len(actors.deals) == len(EVERY_DEAL)
    undisturbed = replace(tournament, ledger=tournament.ledger.with_name("undisturbed"))
    run_to_end(undisturbed)
    assert of_kind(tournament, "deal") == of_kind(undisturbed, "deal")
    assert entries_of(tournament)[-1] == entries_of(undisturbed)[-1]


def test_a_finished_run_does_nothing(tournament: Tournament, actors: Actors) -> None:
    """After the end the same command plays nothing, builds nothing and writes nothing."""
    run_to_end(tournament)
    before = tournament.ledger.read_bytes()
    assert run_to_end(tournament).begun == []
    assert len(actors.attempts) == len(LEGS)
    assert tournament.ledger.read_bytes() == before


def test_a_finished_schedule_without_its_seed_is_ended(
    tournament: Tournament, actors: Actors
) -> None:
    """A run that was stopped between its last leg and the seed publishes the seed."""
    with open_ledger(tournament) as ledger:
        ledger.append([Entry("leg", leg, {}) for leg in LEGS])
    notes = run_to_end(tournament)
    assert (notes.begun, actors.attempts) == ([(24, 0)], [])
    assert entries_of(tournament)[-1].kind == "seed"


NINE = read_ruleset({"base": "classic", "hand_size": 9})
ANN, BEN, CAT = map(entrant, ("ann", "ben", "cat"))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"name": "other"}, "name was 'test' and is 'other'"),
        ({"ruleset": PRESETS["hoyle"]}, "ruleset was 'classic' and is 'hoyle'"),
        ({"ruleset": NINE}, "ruleset.hand_size was 10 and is 9"),
        ({"format": RoundRobinFormat(5)}, "decks was 4 and is 5"),
        ({"format": RoundRobinFormat(4, cycles=2)}, "cycles was 1 and is 2"),
        ({"format": SwissFormat(4, rounds=2)}, "cycles was 1 and is None"),
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
    run_to_end(tournament)  # nobody holds the ledger


def test_workers_may_change(tournament: Tournament, actors: Actors) -> None:
    """How many legs are played side by side decides no result, and may change between runs."""
    open_ledger(tournament).close()
    run_to_end(replace(tournament, workers=3))
    assert set(of_kind(tournament, "deal")) == EVERY_DEAL


def test_a_seed_drawn_is_not_a_seed_given(tournament: Tournament, actors: Actors) -> None:
    """A seed that was drawn can't be put into the file later, not even the right one."""
    with open_ledger(replace(tournament, seed=None)) as ledger, ledger.view() as view:
        seed = view.secret("seed")
    with pytest.raises(LedgerError, match="seed differs"):
        open_ledger(replace(tournament, seed=seed))


def test_incidents_are_counted_on(tournament: Tournament, actors: Actors) -> None:
    """A leg that goes on knows what incidents its seats have had; another leg has had none."""
    actors.incidents = {LEGS[0]: [(0, 0), (0, 1), (1, 1), (1, 1)]}
    notes = Notes()
    stop_at(actors, 3, notes.stop)
    with pytest.raises(asyncio.CancelledError):
        run_to_end(tournament, notes)
    actors.before_deal = lambda *_: None
    run_to_end(tournament)
    assert actors.known_incidents == [(LEGS[0], ()), (LEGS[0], (1, 1))] + [
        (leg, ()) for leg in LEGS[1:]
    ]
