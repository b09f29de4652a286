"""Each format played from its first wave to its last, undisturbed and stopped; with actors."""

import asyncio
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from conquian_tournaments import progress
from conquian_tournaments.crew.in_process import in_process_crew
from conquian_tournaments.deals import read_deals, results
from conquian_tournaments.formats import (
    Format,
    GauntletFormat,
    KnockoutFormat,
    RoundRobinFormat,
    SwissFormat,
)
from conquian_tournaments.ledger import Ledger
from conquian_tournaments.opening import open_ledger
from conquian_tournaments.runner import run
from conquian_tournaments.schedule import Knockout, Outcome, Pairing, legs, outcome_of
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import Actors, entrant
from tests.tournaments.runs import Notes, of_kind, run_to_end, stop_at

FORMATS = [
    GauntletFormat(2, runners=2),
    SwissFormat(2, rounds=3),
    KnockoutFormat(3, extra_decks=2),
]
NAMES = ("ann", "ben", "cat", "dee", "eve", "fay", "gus")


@pytest.fixture
def many(tournament: Tournament) -> Tournament:
    """Seven entrants, two legs at a time."""
    return replace(tournament, entrants=tuple(map(entrant, NAMES)), workers=2)


def _outcomes(tournament: Tournament) -> dict[str, Outcome]:
    """What the ledger makes of each match in it."""
    with Ledger.open(tournament.ledger) as ledger, ledger.view() as view:
        deals = list(results(tournament.ruleset, read_deals(view)))
    found = {}
    for pairing in {deal.pairing for deal in deals}:
        round_, _, names = pairing.removeprefix("r").partition("-")
        first, _, second = names.partition("v")
        match = Pairing(int(round_), int(first), int(second))
        found[pairing] = outcome_of(match, [deal for deal in deals if deal.pairing == pairing])
    return found


def _planned(tournament: Tournament) -> Iterator[Pairing]:
    """The schedule, given the outcomes in the ledger."""
    schedule = tournament.schedule("a seed")
    outcomes = list(_outcomes(tournament).values())
    for number in range(schedule.wave_count):
        yield from schedule.wave(number, outcomes)


@pytest.mark.parametrize("played", FORMATS)
def test_what_is_played_is_the_schedule(many: Tournament, actors: Actors, played: Format) -> None:
    """Every match that follows from the ledger's own outcomes is over, and no other was played."""
    tournament = replace(many, format=played)
    notes = run_to_end(tournament)
    planned = list(_planned(tournament))
    assert {pairing.id for pairing in planned} == set(_outcomes(tournament))
    every_leg = [leg.id for pairing in planned for leg in legs(pairing)]
    assert set(of_kind(tournament, "leg")) == set(every_leg)
    assert len(planned) == tournament.schedule("").pairing_count
    assert notes.failed == {}
    assert of_kind(tournament, "seed")


def test_rounds_come_one_after_the_other(many: Tournament, actors: Actors) -> None:
    """No leg of a Swiss round begins before all of the round before are over."""
    run_to_end(replace(many, format=SwissFormat(2, rounds=3), workers=4))
    rounds = [int(leg[1]) for leg in actors.attempts]
    assert rounds == sorted(rounds)
    assert set(rounds) == {0, 1, 2}


def test_a_match_of_a_knockout_ends_when_it_is_decided(many: Tournament, actors: Actors) -> None:
    """Each match has the decks that its length wants, step by step, and no deck in vain."""
    tournament = replace(many, format=KnockoutFormat(3, extra_decks=2))
    run_to_end(tournament)
    length = tournament.format.length()
    with Ledger.open(tournament.ledger) as ledger, ledger.view() as view:
        deals = list(results(tournament.ruleset, read_deals(view)))
    counts = set()
    for pairing in _planned(tournament):
        own = [deal for deal in deals if deal.pairing == pairing.id]
        decks = 0
        outcome = Outcome(pairing)
        while (wanted := length.decks_wanted(decks, outcome.margin)) > decks:
            decks = wanted
            outcome = outcome_of(pairing, [deal for deal in own if deal.deck < decks])
        assert {(deal.leg, deal.deck) for deal in own} == {
            (leg, deck) for leg in (0, 1) for deck in range(decks)
        }
        counts.add(decks)
    assert len(counts) > 1  # or nothing was decided early or late


@pytest.mark.parametrize("played", FORMATS)
def test_a_stopped_run_goes_on(many: Tournament, actors: Actors, played: Format) -> None:
    """Stopped after every few deals, a tournament ends with the deals of an undisturbed run."""
    tournament = replace(many, format=played)
    undisturbed = replace(tournament, ledger=tournament.ledger.with_name("undisturbed"))
    run_to_end(undisturbed)
    deals = len(actors.deals)
    stops = 0
    while not of_kind(tournament, "seed") if tournament.ledger.exists() else True:
        notes = Notes()
        stop_at(actors, 7, notes.stop)
        try:
            run_to_end(tournament, notes)
        except asyncio.CancelledError:
            stops += 1
    assert stops == (deals - 1) // 7
    assert len(actors.deals) == 2 * deals
    assert of_kind(tournament, "deal") == of_kind(undisturbed, "deal")
    assert set(of_kind(tournament, "leg")) == set(of_kind(undisturbed, "leg"))


def test_a_match_set_aside_counts_as_drawn(many: Tournament, actors: Actors) -> None:
    """Where a match can't be played the better seed goes on, and the rest of a knockout is played.

    The next run leaves it aside, too.
    """
    tournament = replace(many, format=KnockoutFormat(2))

    def before_deal(leg: str, number: int) -> None:
        if leg.startswith("r0") and "1v" in leg:
            raise OSError("no memory")

    actors.before_deal = before_deal
    run_to_end(tournament)
    aside = {leg[:-2] for leg in of_kind(tournament, "unplayable")}
    assert len(aside) == 1
    (match,) = aside
    semifinals = [leg for leg in of_kind(tournament, "leg") if leg.startswith("r1")]
    loser = match.partition("v")[2]
    assert any("1" in leg[3:-2].split("v") for leg in semifinals)
    assert not any(loser in leg[3:-2].split("v") for leg in semifinals)
    known = [Outcome(Pairing(0, 1, int(loser))), *_outcomes(tournament).values()]
    assert 0 <= Knockout(len(NAMES)).winner(known) < len(NAMES)


# --- size -------------------------------------------------------------------------------------


def test_a_million_deals_begin_at_once(
    tournament: Tournament, actors: Actors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run of 1,000 entrants and 999,000 deals plays its first ones within seconds.

    It plans only what it will soon play, and needs little memory.
    """
    entrants = tuple(entrant(f"bot{number}") for number in range(1000))
    big = replace(tournament, entrants=entrants, format=RoundRobinFormat(1), workers=4)
    assert big.deal_count == 999_000
    looked_up = 0
    legs_in = progress._legs_in

    def count(view, kind, among):
        nonlocal looked_up
        looked_up += len(among)
        return legs_in(view, kind, among)

    monkeypatch.setattr(progress, "_legs_in", count)
    notes = Notes()
    stop_at(actors, 20, notes.stop)
    tracemalloc.start()
    begun = time.monotonic()
    with (
        open_ledger(big) as ledger,
        pytest.raises(asyncio.CancelledError),
    ):
        asyncio.run(run(big, ledger, notes, partial(in_process_crew, 4)))
    seconds = time.monotonic() - begun
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(of_kind(big, "deal")) == 20
    assert notes.begun == [(999_000, 0)]
    assert looked_up <= 1000  # the first pairings and those that begin, of 499,500
    assert most < 20 * 2**20
    assert seconds < 10
