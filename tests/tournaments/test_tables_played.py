"""Tournaments at tables of three and four, from the schedule to the ratings; with actors."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from conquian_server.rules import PRESETS
from conquian_tournaments.audit import audit
from conquian_tournaments.deals import read_deals
from conquian_tournaments.folds import folded, keep_fold
from conquian_tournaments.formats import TablesFormat
from conquian_tournaments.ledger import Entry, Ledger, LedgerError
from conquian_tournaments.matches import State
from conquian_tournaments.opening import read_opening
from conquian_tournaments.overview import TableOverview, table_overview_of
from conquian_tournaments.rating.free_for_all import RankingTally, rate_tables
from conquian_tournaments.rotated import rotated_result, table_units
from conquian_tournaments.table_matches import read_table_matches
from conquian_tournaments.table_standings import TableRow, table_standings
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import Actors, entrant
from tests.tournaments.audit.leagues import PUBLISHED, TABLES, Script, write
from tests.tournaments.ledgers import change
from tests.tournaments.runs import Notes, entries_of, of_kind, run_to_end, stop_at

NINE = PRESETS["nine-card"]
DECKS = 2


@pytest.fixture(params=[3, 4])
def at_tables(tournament: Tournament, request: pytest.FixtureRequest) -> Tournament:
    """Four entrants at tables of three, or at one of four; two legs at a time."""
    return replace(
        tournament,
        ruleset=NINE,
        entrants=tuple(map(entrant, ("ann", "ben", "cat", "dan"))),
        format=TablesFormat(DECKS, request.param),
        workers=2,
    )


def _overview(tournament: Tournament) -> TableOverview:
    with Ledger.open(tournament.ledger) as ledger, ledger.view() as view:
        return table_overview_of(view)


def test_every_table_is_played(at_tables: Tournament, actors: Actors) -> None:
    """Each deck is played at each table in all rotations, and an audit finds nothing."""
    notes = run_to_end(at_tables)
    seats = at_tables.format.seats
    tables = {3: 4, 4: 1}[seats]
    assert notes.begun == [(tables * seats * DECKS, 0)]
    assert notes.deals == at_tables.deal_count == tables * seats * DECKS
    assert len(notes.over) == tables * seats
    with Ledger.open(at_tables.ledger) as ledger, ledger.view() as view:
        outcome = audit(view)
    assert (outcome.findings, outcome.finished) == ((), True)


@pytest.mark.parametrize("count", [0, 1, 5, 7])
def test_a_stopped_run_goes_on(at_tables: Tournament, actors: Actors, count: int) -> None:
    """Stopped before any deal, a run goes on with the rest and ends with the same table."""
    notes = Notes()
    stop_at(actors, count, notes.stop)
    with pytest.raises(asyncio.CancelledError):
        run_to_end(at_tables, notes)
    kept = set(of_kind(at_tables, "deal"))
    actors.before_deal = lambda *_: None
    assert run_to_end(at_tables).begun == [(at_tables.deal_count, len(kept))]
    assert len(actors.deals) == len(set(actors.deals)) == at_tables.deal_count

    undisturbed = replace(at_tables, ledger=at_tables.ledger.with_name("undisturbed"))
    run_to_end(undisturbed)
    assert of_kind(at_tables, "deal") == of_kind(undisturbed, "deal")
    assert _overview(at_tables).ratings == _overview(undisturbed).ratings
    assert _overview(at_tables).standings.rows == _overview(undisturbed).standings.rows


def test_ratings_are_those_of_the_decks(at_tables: Tournament, actors: Actors) -> None:
    """The ratings are those of the rankings by a deck's points; everyone's places are counted."""
    run_to_end(at_tables)
    with Ledger.open(at_tables.ledger) as ledger, ledger.view() as view:
        units = list(table_units(map(rotated_result, read_deals(view))))
    state = _overview(at_tables)
    rated = rate_tables(RankingTally.of(units))
    assert tuple(state.ratings.values()) == rated.ratings
    assert state.draw_probability == rated.draw_probability
    for one in at_tables.entrants:
        ranks = [
            unit.ranks[unit.entrants.index(one.id)] for unit in units if one.id in unit.entrants
        ]
        row = state.standings.rows[one.id]
        assert sorted(row.ranks.elements()) == sorted(ranks)
        assert row.deals.total == len(ranks) * at_tables.format.seats
    best = [state.ratings[each.id].conservative for each in state.entrants]
    assert best == sorted(best, reverse=True)


def test_order_plays_no_part(at_tables: Tournament, actors: Actors) -> None:
    """Standings and rankings are the same in any order of the ledger's deals."""
    run_to_end(at_tables)
    with Ledger.open(at_tables.ledger) as ledger, ledger.view() as view:
        opening, deals = read_opening(view), list(read_deals(view))
    expected = table_standings(opening, deals)
    Random(1).shuffle(deals)
    shuffled = table_standings(opening, deals)
    assert shuffled.rows == expected.rows
    assert shuffled.tally.counts == expected.tally.counts


def _rows(path: Path, entries: list[Entry]) -> dict[str, TableRow]:
    with Ledger.open(write(path, entries)) as ledger, ledger.view() as view:
        return table_overview_of(view).standings.rows


def test_bots_that_remember_decks(at_tables: Tournament, actors: Actors) -> None:
    """Where no deck is played twice, since a bot is remote, each deal is a unit by itself."""
    run_to_end(at_tables)
    with Ledger.open(at_tables.ledger) as ledger, ledger.view() as view:
        opening, deals = replace(read_opening(view), remote=True), list(read_deals(view))
        matches = read_table_matches(view, opening)
    rows = table_standings(opening, deals).rows
    assert all(row.ranks.total() == row.deals.total > 0 for row in rows.values())
    assert {match.decks for match in matches} == {0}
    firsts = sum(sum(match.firsts) for match in matches)
    assert firsts == sum(row.ranks[0] for row in rows.values()) >= len(deals)


def test_faults_time_and_points_add_up(path: Path) -> None:
    """Ben's faults are his alone, and everyone has the deals and the time that the ledger tells."""
    entries = Script(TABLES, "nine-card").entries
    rows = _rows(path, entries)
    deals = [entry for entry in entries if entry.kind == "deal"]
    faults = sum("cause" in entry.body for entry in deals)
    assert faults > 0
    assert rows["id-of-ben"].faults == {"disconnected": faults}
    assert not any(rows[f"id-of-{name}"].faults for name in ("ann", "cat", "dan"))
    charged = sum(sum(map(sum, entry.body["charges"])) for entry in deals)
    assert sum(row.microseconds for row in rows.values()) == charged
    assert sum(row.deals.total for row in rows.values()) == 3 * len(deals)


def test_matches(path: Path) -> None:
    """A match adds up what its deals brought, in the order of the table, and tells its state."""
    entries = Script(TABLES, "nine-card").entries
    last = next(n for n, entry in enumerate(entries) if entry.key == "r0-1v2v3-c")
    entries[last] = Entry("unplayable", "r0-1v2v3-c", {"why": "no cards"})
    first = next(n for n, entry in enumerate(entries) if entry.key == "r0-0v1v2-c")
    del entries[first]
    with Ledger.open(write(path, entries)) as ledger, ledger.view() as view:
        matches = read_table_matches(view, read_opening(view))
        rows = table_overview_of(view).standings.rows
    assert [match.pairing for match in matches] == [
        "r0-0v1v2", "r0-0v1v3", "r0-0v2v3", "r0-1v2v3",
    ]  # fmt: skip
    assert [match.state for match in matches] == [
        State.RUNNING, State.DONE, State.DONE, State.NOT_PLAYED,
    ]  # fmt: skip
    assert matches[1].entrants == ("id-of-ann", "id-of-ben", "id-of-dan")
    assert {(match.deals, match.decks) for match in matches} == {(3 * 2, 2)}
    for name, row in rows.items():
        of_it = [(match, match.entrants.index(name)) for match in matches if name in match.entrants]
        assert row.points == sum(match.points[place] for match, place in of_it)
        assert row.ranks[0] == sum(match.firsts[place] for match, place in of_it)
        assert row.faults == sum(
            (match.faults[place] for match, place in of_it), start=type(row.faults)()
        )


@pytest.mark.parametrize(
    ("key", "what"), [("r0-0v1v2-b/1", "is missing"), ("r0-0v1v3-c/0", "is missing")]
)
def test_an_audit_misses_a_deal(path: Path, key: str, what: str) -> None:
    """A deal that a table's leg should have and has not is found."""
    entries = [*Script(TABLES, "nine-card").entries, PUBLISHED]
    entries = [entry for entry in entries if entry.key != key]
    with Ledger.open(write(path, entries)) as ledger, ledger.view() as view:
        findings = [str(finding) for finding in audit(view).findings]
    assert len(findings) == 1
    assert f"deal {key}" in findings[0]
    assert what in findings[0]


def test_an_audit_finds_who_sits_wrong(path: Path) -> None:
    """A deal at which others sit than its leg says is found."""
    entries = [*Script(TABLES, "nine-card").entries, PUBLISHED]
    place = next(n for n, entry in enumerate(entries) if entry.key == "r0-0v1v2-b/0")
    other = next(entry for entry in entries if entry.key == "r0-0v1v2-c/0")
    entries[place] = Entry("deal", "r0-0v1v2-b/0", other.body)
    with Ledger.open(write(path, entries)) as ledger, ledger.view() as view:
        assert any("others sit" in str(finding) for finding in audit(view).findings)


def test_no_table_of_what_was_changed(path: Path) -> None:
    """A ledger with a changed deal has no table."""
    write(path, Script(TABLES, "nine-card").entries)
    change(path, "UPDATE entries SET body = replace(body, '125000', '125001') WHERE number = 2")
    with (
        Ledger.open(path) as ledger,
        ledger.view() as view,
        pytest.raises(LedgerError, match="entry 2"),
    ):
        table_overview_of(view)


def test_nothing_is_kept_of_tables(path: Path) -> None:
    """No fold is kept of a ledger of tables, and the fold of two says that it can't count them."""
    write(path, [*Script(TABLES, "nine-card").entries, PUBLISHED])
    with Ledger.open_to_write(path) as ledger:
        keep_fold(ledger)
        with ledger.view() as view:
            assert view.fold(1) is None
            with pytest.raises(LedgerError, match="has 3 seats, not two"):
                folded(view)


def test_the_end_is_as_of_other_formats(at_tables: Tournament, actors: Actors) -> None:
    """The seed is the last entry, and the opening says how many sit at a table."""
    run_to_end(at_tables)
    entries = entries_of(at_tables)
    assert entries[-1].kind == "seed"
    assert entries[0].body["seats"] == at_tables.format.seats
