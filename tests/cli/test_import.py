"""`conquian import`: deals that were played elsewhere, in a ledger of their own."""

import json
from pathlib import Path
from typing import Any

import pytest
from conquian_tournaments.cli import importing
from conquian_tournaments.ledger import Ledger, LedgerError, verify_chain

from tests.cli.small_leagues import DEALS
from tests.json_page import documented, printed


@pytest.fixture
def records(conquian, small_league: Path, tmp_path: Path) -> Path:
    """The records of the small league."""
    conquian("export", small_league, "--to", tmp_path / "out")
    return tmp_path / "out" / "records.jsonl"


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Where the ledger is to be, in a folder of its own."""
    (tmp_path / "in").mkdir()
    return tmp_path / "in" / "deals.ledger"


def _values(records: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in records.read_text().splitlines()]


def _write(path: Path, values: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values))
    return path


def _shown(conquian, command: str, ledger: Path) -> dict[str, Any]:
    result = conquian(command, ledger, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_imported_deals_are_rated(conquian, records: Path, ledger: Path, small_league) -> None:
    """What an export's deals come to after an import is what they came to before, deal by deal."""
    result = conquian("import", records, "--ledger", ledger)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{ledger}: {DEALS} deals of 3 bots; ")
    before = {row["name"]: row for row in _shown(conquian, "standings", small_league)["standings"]}
    told = _shown(conquian, "standings", ledger)
    assert told["imported"] is True
    assert {row["name"] for row in told["standings"]} == set(before)
    for row in told["standings"]:
        same = ("deals", "points", "faults", "seconds")
        assert {key: row[key] for key in same} == {key: before[row["name"]][key] for key in same}


def test_each_deal_is_a_unit(conquian, records: Path, ledger: Path) -> None:
    """Imported deals are not taken for pairs, and nothing is said of a seed or a commitment."""
    conquian("import", records, "--ledger", ledger)
    told = _shown(conquian, "ratings", ledger)
    assert (told["commitment"], told["seed"], told["seed_given"]) == (None, None, False)
    assert all(row["units"] == row["deals"] for row in told["ratings"])
    table = conquian("ratings", ledger).stdout
    assert f"{DEALS} deals; +/=/- count deals." in table
    assert "Imported: nobody has committed to the seed of the decks." in table
    matches = _shown(conquian, "matches", ledger)["matches"]
    assert {(match["state"], match["decks"]) for match in matches} == {("done", 0)}


def test_a_deck_is_one_observation(conquian, records: Path, ledger: Path, tmp_path: Path) -> None:
    """What a bot makes of one deck twice is not independent: the interval grows no narrower."""
    once = _values(records)
    conquian("import", records, "--ledger", ledger)
    twice = ledger.with_name("twice.ledger")
    conquian("import", _write(tmp_path / "twice.jsonl", once * 2), "--ledger", twice)
    one, two = (
        {row["name"]: row["score_high"] - row["score_low"] for row in told["standings"]}
        for told in (_shown(conquian, "standings", path) for path in (ledger, twice))
    )
    assert two == pytest.approx(one)


def test_records_come_back_as_they_were(conquian, records: Path, ledger: Path, tmp_path) -> None:
    """An export of the import has the same records, times and causes, in the same order."""
    conquian("import", records, "--ledger", ledger)
    conquian("export", ledger, "--to", tmp_path / "again")
    ours = ("id", "head")
    before, after = (
        [{key: value for key, value in each.items() if key not in ours} for each in _values(path)]
        for path in (records, tmp_path / "again" / "records.jsonl")
    )
    assert after == before


def test_two_machines_have_one_table(conquian, records: Path, ledger: Path) -> None:
    """The same records make ledgers that are the same to the head, and the same table."""
    other = ledger.with_name("elsewhere") / ledger.name
    other.parent.mkdir()
    for path in (ledger, other):
        conquian("import", records, "--ledger", path)
    assert _shown(conquian, "ratings", ledger) == _shown(conquian, "ratings", other)
    with Ledger.open(ledger) as opened, opened.view() as view:
        verify_chain(view, _shown(conquian, "ratings", other)["head"])


def test_records_of_other_programs(conquian, vectors: Path, ledger: Path, tmp_path: Path) -> None:
    """A record needs no more than the rules say; names may be any words on one line."""
    known = {"format", "ruleset", "seats", "dealer", "deck", "actions", "result"}
    of_two = [
        {key: value for key, value in record.items() if key in known}
        for record in _values(vectors / "records-valid.jsonl")
        if len(record["seats"]) == 2
        and record["ruleset"] == "classic"
        and record.get("multiplier", 1) == 1
    ]
    for record in of_two:
        record["seats"] = ["Deep ♠ Thought", '"=1+1"/x']
    conquian("import", _write(tmp_path / "r.jsonl", of_two), "--ledger", ledger)
    told = _shown(conquian, "standings", ledger)
    assert told["deals"] == len(of_two) > 3
    assert {row["name"] for row in told["standings"]} == {"Deep ♠ Thought", '"=1+1"/x'}
    assert {row["seconds"] for row in told["standings"]} == {0.0}


def test_what_play_writes(conquian, ledger: Path, tmp_path: Path) -> None:
    """The records of `conquian play` can be imported as they are."""
    records = tmp_path / "played.jsonl"
    conquian("play", "greedy", "outs", "--deals", 4, "--records", records)
    assert conquian("import", records, "--ledger", ledger).exit_code == 0
    assert _shown(conquian, "standings", ledger)["deals"] == 4


def test_the_page_has_every_field_and_no_other(conquian, records: Path, ledger: Path) -> None:
    """docs/json.md names each field that the command prints; the head is the new ledger's."""
    told = json.loads(conquian("import", records, "--ledger", ledger, "--json").stdout)
    assert printed([told]) == documented("`conquian import RECORDS")
    assert told["head"] == _shown(conquian, "ratings", ledger)["head"]


# --- bad input --------------------------------------------------------------------------------


def _changed(**fields: object) -> Any:
    return lambda value: {**value, **fields}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda value: {}, "format: None is not 'conquian/1'"),
        (_changed(actions=["pass"]), "action 1: the deal has not ended"),
        (_changed(actions=["meld 2H3H4H x 5H"]), "action 0"),
        (_changed(multiplier=7), "action "),
        (_changed(seats=["ann", "ann"]), "seats: 'ann' plays itself"),
        (_changed(seats=["ann", ""]), "seats[1]: must be one line"),
        (_changed(seats=["a\nb", "ben"]), "seats[0]: must be one line"),
        (_changed(seats=["a" * 201, "ben"]), "seats[0]: must be one line"),
        (_changed(charges=[[1]]), "charges: is not a list of microseconds"),
        (_changed(charges=[[1], [True]]), "charges: is not a list of microseconds"),
        (_changed(charges=[[1], [-1]]), "charges: is not a list of microseconds"),
        (_changed(charges=[[1], [10**13]]), "charges: is not a list of microseconds"),
        (_changed(cause=3), "cause: is not text"),
    ],
)
def test_one_bad_record_refuses_all(
    conquian, records: Path, ledger: Path, *, change, why: str
) -> None:
    """A bad record is told by file and line, and nothing is written, not even the good ones."""
    values = _values(records)
    place = next(
        place for place in range(10, DEALS) if values[place]["result"]["reason"] == "went_out"
    )
    values[place] = change(values[place])
    bad = _write(records.with_name("bad.jsonl"), values)
    result = conquian("import", bad, "--ledger", ledger)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {bad}:{place + 1}: {why}")
    assert result.stderr.count("\n") == 1
    assert list(ledger.parent.iterdir()) == []


def test_a_ledger_has_one_ruleset(conquian, vectors: Path, records, ledger, tmp_path) -> None:
    """A record of another ruleset than those before it is refused by its line."""
    other = [each for each in _values(vectors / "records-valid.jsonl") if len(each["seats"]) == 2]
    classic = next(each for each in other if each["ruleset"] == "classic")
    bad = _write(tmp_path / "bad.jsonl", [_values(records)[0], classic])
    result = conquian("import", bad, "--ledger", ledger)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {bad}:2: ruleset: is classic, but hoyle before")
    assert not ledger.exists()


def test_three_seats(conquian, vectors: Path, ledger: Path, tmp_path: Path) -> None:
    """Deals of more than two seats are refused, with the reason."""
    three = [each for each in _values(vectors / "records-valid.jsonl") if len(each["seats"]) == 3]
    result = conquian("import", _write(tmp_path / "r.jsonl", three), "--ledger", ledger)
    assert result.exit_code == 2
    assert ":1: seats: has 3; only deals of two seats can be imported" in result.stderr


@pytest.mark.parametrize("name", ["deals.ledger", "deals.ledger-wal"])
def test_a_ledger_that_is_there(conquian, records: Path, ledger: Path, name: str) -> None:
    """An import never touches a file that is there already, nor what a ledger has left behind."""
    there = ledger.with_name(name)
    there.write_text("something")
    result = conquian("import", records, "--ledger", ledger)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: --ledger: {there} is there already")
    assert there.read_text() == "something"
    assert list(ledger.parent.iterdir()) == [there]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", ": is empty"),
        ("{", ":1: is not JSON"),
        ("\n\n[]\n", ":3: record: "),
    ],
)
def test_no_records(conquian, ledger: Path, tmp_path: Path, text: str, why: str) -> None:
    """A file that has no records is told by its name and line."""
    file = tmp_path / "r.jsonl"
    file.write_text(text)
    result = conquian("import", file, "--ledger", ledger)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {file}{why}")
    assert list(ledger.parent.iterdir()) == []


def test_no_file_and_no_folder(conquian, records: Path, ledger: Path, tmp_path: Path) -> None:
    """A file that is not there, stdin, and a ledger in no folder are told by what was given."""
    for source, target, why in (
        (tmp_path / "none", ledger, f"{tmp_path / 'none'}: No such file or directory"),
        ("-", ledger, "RECORDS: must be a file, for it is read twice"),
        (records, tmp_path / "no" / "l", f"{tmp_path / 'no' / 'l'}: can't write the ledger: "),
    ):
        result = conquian("import", source, "--ledger", target)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"error: {why}")
        assert result.stderr.count("\n") == 1


def test_a_full_disk_leaves_nothing(conquian, records, ledger: Path, monkeypatch) -> None:
    """Where the last deals can't be written there is no ledger, and the error names it."""
    append = Ledger.append
    monkeypatch.setattr(importing, "_AT_ONCE", 10)

    def fail(self: Ledger, entries: list[Any]) -> None:
        if len(entries) < 10:
            raise LedgerError(f"{self.path}: database or disk is full")
        append(self, entries)

    monkeypatch.setattr(Ledger, "append", fail)
    result = conquian("import", records, "--ledger", ledger)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {ledger}: database or disk is full\n"
    assert list(ledger.parent.iterdir()) == []
