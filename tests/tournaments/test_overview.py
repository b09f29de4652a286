"""A tournament as its ledger tells it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from conquian_server.match import ClockRules, FaultPolicy
from conquian_server.rules import deck_from_seed
from conquian_tournaments.deals import deal_entry
from conquian_tournaments.formats import RoundRobinFormat
from conquian_tournaments.ledger import Entry, Ledger, LedgerError
from conquian_tournaments.overview import Overview, overview
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import CLASSIC, deal_over, entrant, legs_of

SEED = "tests of the overview"
DECKS = 6


@pytest.fixture
def tournament(tmp_path: Path) -> Tournament:
    """Three entrants and six decks."""
    return Tournament(
        name="test",
        ruleset=CLASSIC,
        entrants=tuple(map(entrant, ("ann", "ben", "cat"))),
        format=RoundRobinFormat(DECKS),
        seed=None,
        deals_at_once=1,
        clocks=ClockRules(),
        policy=FaultPolicy(),
        workers=None,
        ledger=tmp_path / "test.ledger",
    )


def _deals(tournament: Tournament) -> Iterator[Entry]:
    """Every deal of a tournament; ben breaks down with every third deck."""
    for leg in legs_of(tournament):
        seats = tournament.seats(leg)
        names = [seat.name for seat in seats]
        for number in range(DECKS):
            breaks = number % 3 == 2 and "ben" in names
            offender = names.index("ben") if breaks else None
            over = deal_over(CLASSIC, deck_from_seed(SEED, number), number, offender)
            yield deal_entry(leg, seats, over)


def _overview(tournament: Tournament, entries: list[Entry]) -> Overview:
    tournament.ledger.unlink(missing_ok=True)
    with Ledger.open_to_write(tournament.ledger) as ledger:
        ledger.begin([Entry("tournament", "", tournament.opening(SEED))], {"seed": SEED})
        ledger.append(entries)
        return overview(ledger)


def test_a_tournament_that_has_just_begun(tournament: Tournament) -> None:
    """Before the first deal everyone is listed, unrated, and nothing of the seed is told."""
    state = _overview(tournament, [])
    assert (state.opening.name, state.opening.ruleset) == ("test", CLASSIC)
    assert (state.seed, state.opening.seed_given, state.deal_count) == (None, False, 0)
    assert {entrant.name for entrant in state.entrants} == {"ann", "ben", "cat"}
    assert {rating.mu for rating in state.ratings.values()} == {25.0}
    assert all(state.row(entrant).score is None for entrant in state.entrants)


def test_the_whole_tournament(tournament: Tournament) -> None:
    """At the end the best is first, faults are counted, and each deal is in two rows."""
    published = Entry("seed", "", {"seed": SEED})
    aside = Entry("unplayable", "r0-1v2-a", {"why": "no memory"})
    state = _overview(tournament, [*_deals(tournament), aside, published])
    assert (state.seed, state.unplayable) == (SEED, {"r0-1v2-a": "no memory"})
    assert state.deal_count == 6 * DECKS
    conservative = [state.ratings[entrant.id].conservative for entrant in state.entrants]
    assert conservative == sorted(conservative, reverse=True)
    rows = {entrant.name: state.row(entrant) for entrant in state.entrants}
    assert rows["ben"].faults == {"disconnected": 4 * 2}
    assert rows["ann"].faults == rows["cat"].faults == {}
    assert state.entrants[-1].name == "ben"
    assert sum(row.deals.total for row in rows.values()) == 2 * state.deal_count
    assert sum(row.points for row in rows.values()) == 0


def test_the_order_of_the_ledger_plays_no_part(tournament: Tournament) -> None:
    """The same deals in any order give the same ratings and rows, to the bit."""
    deals = list(_deals(tournament))
    first = _overview(tournament, deals)
    for seed in range(10):
        Random(seed).shuffle(deals)
        again = _overview(tournament, deals)
        assert again.head != first.head
        assert again.ratings == first.ratings
        assert again.standings.crosstable == first.standings.crosstable
        for listed in first.entrants:
            assert again.row(listed).score == first.row(listed).score
            assert again.row(listed).points == first.row(listed).points


def test_the_head_is_that_of_what_was_read(tournament: Tournament) -> None:
    """The head names exactly the entries that the tables were computed from."""
    deals = list(_deals(tournament))
    with Ledger.open_to_write(tournament.ledger) as ledger:
        ledger.begin([Entry("tournament", "", tournament.opening(SEED))], {"seed": SEED})
        for count in range(3):
            ledger.append(deals[count : count + 1])
            state = overview(ledger)
            with ledger.view() as view:
                assert (state.deal_count, state.head) == (count + 1, view.head)


def test_a_ledger_without_a_tournament(tmp_path: Path) -> None:
    """A ledger that does not say what is played is refused with its file's name."""
    with Ledger.open_to_write(tmp_path / "l") as ledger:
        ledger.begin([], {})
        with pytest.raises(LedgerError, match="l: the ledger holds no tournament"):
            overview(ledger)


@pytest.mark.parametrize("body", [{}, {"name": "x", "ruleset": "whist"}, {"entrants": 3}])
def test_a_damaged_opening_is_named(tmp_path: Path, body: dict[str, object]) -> None:
    """A first entry that is not as tournaments are written is an error of the ledger."""
    with Ledger.open_to_write(tmp_path / "l") as ledger:
        ledger.begin([Entry("tournament", "", body)], {})
        with pytest.raises(LedgerError, match="l: the entry of the tournament is damaged"):
            overview(ledger)
