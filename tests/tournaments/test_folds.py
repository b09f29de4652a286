"""What is folded of a ledger, kept, and gone on from."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from conquian_server.rules import PRESETS, deck_from_seed, record_of
from conquian_tournaments import folds
from conquian_tournaments.fold_text import read_standings, standings_object
from conquian_tournaments.folds import (
    DamagedFoldError,
    folded,
    folded_anew,
    folded_on,
    keep_fold,
)
from conquian_tournaments.imported import Import, read_played
from conquian_tournaments.ledger import Entry, Ledger, LedgerError
from conquian_tournaments.overview import overview
from conquian_tournaments.scribe import Scribe
from conquian_tournaments.standings import Standings

from tests.tournaments.actors import deal_over
from tests.tournaments.audit.leagues import FORMATS, PUBLISHED, ROUND_ROBIN, Fields, Script, write
from tests.tournaments.ledgers import change


def _anew(ledger: Ledger) -> Standings:
    with ledger.view() as view:
        return folded_anew(view)


def _on(ledger: Ledger) -> Standings | None:
    with ledger.view() as view:
        return folded_on(view)


def _kept(ledger: Ledger) -> Fields:
    with ledger.view() as view:
        fold = view.fold(1)
        assert fold is not None
        return {"number": fold.number, "head": fold.head, **json.loads(fold.text)}


def _shuffled_deals(entries: Sequence[Entry], seed: int) -> list[Entry]:
    """The entries with each run of deals before a leg's end in another order."""
    first, *rest = entries
    random, found, run = Random(seed), [first], []
    for entry in rest:
        if entry.kind == "deal":
            run.append(entry)
            continue
        random.shuffle(run)
        found += [*run, entry]
        run = []
    return found + run


@pytest.mark.parametrize("played", FORMATS, ids=lambda played: played["format"])
@pytest.mark.parametrize("ruleset", ["classic", "hoyle"])
def test_a_fold_that_goes_on_is_a_fold_anew(path: Path, played: Fields, ruleset: str) -> None:
    """Kept at whatever moments, the standings at any later one are those of all deals."""
    for seed in range(3):
        entries = _shuffled_deals([*Script(played, ruleset).entries, PUBLISHED], seed)
        random = Random(seed)
        with Ledger.open_to_write(write(path, entries[:1])) as ledger:
            for entry in entries[1:]:
                ledger.append([entry])
                if random.random() < 0.15:
                    keep_fold(ledger)
                if random.random() < 0.5:
                    kept = _on(ledger)
                    assert kept in (None, _anew(ledger))
            keep_fold(ledger)
            assert _on(ledger) == _anew(ledger)


def test_what_is_over_is_not_read_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a fold only the deals of running matches, and those that came later, are read."""
    entries = Script(ROUND_ROBIN).entries
    read: list[str] = []
    with Ledger.open_to_write(write(path, entries[:20])) as ledger:
        keep_fold(ledger)
        ledger.append(entries[20:24])
        real = folds.read_deals

        def noted(*args, **kwargs):
            for deal in real(*args, **kwargs):
                read.append(deal.key)
                yield deal

        monkeypatch.setattr(folds, "read_deals", noted)
        assert _kept(ledger)["running"] == ["r1-3v2"]
        with ledger.view() as view:
            folded(view)
    deals = [entry.key for entry in entries[:24] if entry.kind == "deal"]
    running = [key for key in deals if key.startswith("r1-3v2-")]
    later = [entry.key for entry in entries[20:24] if entry.kind == "deal"]
    assert set(read) == {*running, *later}
    assert len(read) <= len(deals) / 2


def test_a_fold_names_its_head(path: Path) -> None:
    """What is kept says of which entries it is, and is not part of the chain."""
    entries = [*Script(ROUND_ROBIN).entries, PUBLISHED]
    with Ledger.open_to_write(write(path, entries)) as ledger:
        with ledger.view() as view:
            before = (view.head, list(view.links()))
        keep_fold(ledger)
        with ledger.view() as view:
            assert (view.head, list(view.links())) == before
        kept = _kept(ledger)
        assert (kept["number"], kept["head"]) == (len(entries), before[0])
        assert kept["running"] == []


def test_nothing_new_is_not_kept_again(path: Path) -> None:
    """A fold of what is kept already writes nothing."""
    with Ledger.open_to_write(write(path, Script(ROUND_ROBIN).entries)) as ledger:
        keep_fold(ledger)
    before = path.read_bytes()
    with Ledger.open_to_write(path) as ledger:
        keep_fold(ledger)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE folds SET head = '0'",
        "UPDATE folds SET number = number - 1",
        "UPDATE folds SET version = version + 1",
        "DELETE FROM folds",
        "DELETE FROM entries WHERE number = (SELECT max(number) FROM entries)",
    ],
)
def test_what_does_not_match_is_thrown_away(path: Path, statement: str) -> None:
    """A fold of other entries, or made in another way, is not gone on from."""
    entries = [*Script(ROUND_ROBIN).entries, PUBLISHED]
    with Ledger.open_to_write(write(path, entries)) as ledger:
        keep_fold(ledger)
    change(path, statement)
    with Ledger.open_to_write(path) as ledger:
        assert _on(ledger) is None
        with ledger.view() as view:
            assert folded(view) == folded_anew(view)
        keep_fold(ledger)
        assert _on(ledger) == _anew(ledger)


@pytest.mark.parametrize("body", ["", "{", "[]", "{}", '{"running":[],"standings":{"rows":3}}'])
def test_a_damaged_fold_changes_no_table(path: Path, body: str) -> None:
    """What is kept but can't be read is folded anew, and kept again."""
    with Ledger.open_to_write(write(path, Script(ROUND_ROBIN).entries)) as ledger:
        keep_fold(ledger)
    change(path, "UPDATE folds SET body = ?", body)
    with Ledger.open_to_write(path) as ledger:
        with pytest.raises(DamagedFoldError, match="what is kept of its tables is damaged"):
            _on(ledger)
        with ledger.view() as view:
            assert folded(view) == folded_anew(view)
        ledger.append([PUBLISHED])
        keep_fold(ledger)
        assert _on(ledger) == _anew(ledger)


def test_a_late_deal_is_counted(path: Path) -> None:
    """A deal that comes though its match was over is in the tables all the same."""
    entries = Script(ROUND_ROBIN).entries
    late = next(entry for entry in entries if entry.key == "r0-0v3-b/1")
    with Ledger.open_to_write(write(path, [e for e in entries if e is not late])) as ledger:
        keep_fold(ledger)
        ledger.append([late])
        assert _on(ledger) is None
        assert overview(ledger).deal_count == sum(entry.kind == "deal" for entry in entries)
        keep_fold(ledger)
        assert _on(ledger) == _anew(ledger)


def test_an_import_is_folded_whole(path: Path) -> None:
    """Imported matches count as over; each of their deals is a unit."""
    found = Import()
    deals = []
    for number in range(12):
        over = deal_over(PRESETS["hoyle"], deck_from_seed("elsewhere", number), number)
        record = record_of(over.position, ["ann", "ben"], multiplier=1 + number % 2)
        deals.append(found.enter(read_played(record)))
    with Ledger.open_to_write(write(path, [found.opening("x"), *deals], seed=None)) as ledger:
        keep_fold(ledger)
        assert _kept(ledger)["running"] == []
        assert _on(ledger) == _anew(ledger)
        assert sum(row.units.total for row in _anew(ledger).rows.values()) == 24


def test_standings_come_back_from_text(path: Path) -> None:
    """Standings written as text are the same standings when read, to their scores' last bit."""
    with Ledger.open(write(path, Script(ROUND_ROBIN, "hoyle").entries)) as ledger:
        standings = _anew(ledger)
    again = read_standings(json.loads(json.dumps(standings_object(standings))))
    assert again == standings
    assert [row.score for row in again.rows.values()] == [
        row.score for row in standings.rows.values()
    ]
    assert again.tally.counts == standings.tally.counts


def test_deals_that_can_t_be_counted_are_told(path: Path) -> None:
    """A ledger whose deals make no table is an error that names the file."""
    entries = Script(ROUND_ROBIN).entries
    alone = Entry("deal", entries[1].key, {**entries[1].body, "seats": ["id-of-ann"]})
    with (
        Ledger.open(write(path, [entries[0], alone])) as ledger,
        pytest.raises(LedgerError, match="its deals can't be counted"),
    ):
        _anew(ledger)


def test_a_run_keeps_folds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes the ledger folds it every so many entries, and at the end."""
    monkeypatch.setattr("conquian_tournaments.scribe._FOLDED_EVERY", 10)
    entries = [*Script(ROUND_ROBIN).entries, PUBLISHED]
    kept = []
    with Ledger.open_to_write(write(path, entries[:1])) as ledger:
        scribe = Scribe(ledger)
        for entry in entries[1:]:
            scribe.add(entry)
            scribe.flush()
            with ledger.view() as view:
                fold = view.fold(1)
            kept.append(fold.number if fold else 0)
    assert sorted(set(kept)) == [0, 11, 21, 31, 41, len(entries)]
    assert kept == sorted(kept)
