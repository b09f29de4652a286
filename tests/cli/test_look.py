"""`conquian standings`, `crosstable`, `matches`, `deals` and `show`."""

import itertools
import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conquian_server.rules import read_record, verify
from conquian_tournaments.ledger import Ledger

from tests.cli.small_leagues import BREAKS, DEALS, DECKS
from tests.json_page import COMMON, documented, printed
from tests.tournaments.ledgers import forge

COMMANDS = ["standings", "crosstable", "matches", "deals", "ratings"]


def _head(league: Path) -> str:
    with Ledger.open(league.with_suffix(".ledger")) as ledger, ledger.view() as view:
        return view.head


@pytest.fixture
def shown(conquian):
    """The JSON object that a command prints."""

    def show(*arguments: object) -> dict[str, Any]:
        result = conquian(*arguments, "--json")
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout.count("\n") == 1
        return json.loads(result.stdout)

    return show


def _rows(text: str) -> list[list[str]]:
    """The cells of a table for people, below its rule."""
    lines = text[text.rindex("──") :].splitlines()[1:]
    table = itertools.takewhile(str.strip, lines)
    return [re.split(r" {2,}", line.strip()) for line in table]


# --- what holds for all -----------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_the_head_is_with_every_table(conquian, shown, small_league: Path, command: str) -> None:
    """Every table tells, for people and for programs, the head of the ledger that it is of."""
    head = _head(small_league)
    table = conquian(command, small_league)
    assert (table.exit_code, table.stderr) == (0, "")
    assert table.stdout.startswith(f"small: {command}" if command != "crosstable" else "small: ")
    assert f"Ledger head: {head}\n" in table.stdout
    assert shown(command, small_league)["head"] == head


@pytest.mark.parametrize("command", COMMANDS)
def test_a_ledger_means_the_same_as_its_tournament(conquian, small_league, command: str) -> None:
    """A file may be the tournament's or the ledger, and neither is changed by a look."""
    ledger = small_league.with_suffix(".ledger")
    before = ledger.read_bytes()
    outputs = {conquian(command, file).stdout for file in (small_league, ledger)}
    assert len(outputs) == 1
    assert ledger.read_bytes() == before


@pytest.mark.parametrize("command", [*COMMANDS, "show"])
def test_no_ledger_is_one_line(conquian, tmp_path: Path, command: str) -> None:
    """What is no ledger and names none is one line with the file's name, and status 2."""
    words = tmp_path / "words"
    words.write_text("no ledger\n")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE things (name)")
    for file, why in (
        (words, "is no TOML"),
        (other, "this file is no ledger"),
        (tmp_path / "none", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (pipe, "is no regular file"),
    ):
        result = conquian(command, file, *(["r0-0v1-a/0"] if command == "show" else []))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"error: {file}: {why}")
        assert result.stderr.count("\n") == 1


def test_the_page_has_every_field_and_no_other(
    shown, small_league: Path, small_running_league: Path
) -> None:
    """docs/json.md names each field that the commands print, with each type that it can have."""
    for command in ("standings", "matches", "deals", "crosstable"):
        objects = [shown(command, league) for league in (small_league, small_running_league)]
        found = printed(objects)
        optional = {("ruleset", "object"), ("unplayable.*", "string")}
        assert found | optional == documented(COMMON, f"`conquian {command} FILE") | optional
    deals = [("r0-1v2-a/2",), ("r0-1v2-a/3", "--seat", "1")]
    found = printed(shown("show", small_league, *arguments) for arguments in deals)
    assert found | optional == documented(COMMON, "`conquian show FILE") | optional


# --- sums -------------------------------------------------------------------------------------


def test_standings(conquian, shown, small_league: Path) -> None:
    """The best score is first; equal ones share a place; sums are those of the ratings' table."""
    rows = _rows(conquian("standings", small_league).stdout)
    assert [row[0] for row in rows] == ["1", "1", "3"]
    told = shown("standings", small_league)
    rated = {row["id"]: row for row in shown("ratings", small_league)["ratings"]}
    for row, cells in zip(told["standings"], rows, strict=True):
        assert {key: rated[row["id"]][key] for key in row if key != "place"} == {
            key: value for key, value in row.items() if key != "place"
        }
        units = row["units"]
        assert cells[1:3] == [
            f"{row['name']} v1",
            f"{units['wins']}/{units['draws']}/{units['losses']}",
        ]
    scores = [row["score"] for row in told["standings"]]
    assert scores == sorted(scores, reverse=True)


def test_crosstable(conquian, shown, small_league: Path) -> None:
    """The crosstable alone is that of the ratings, its entrants in their order."""
    told, ratings = shown("crosstable", small_league), shown("ratings", small_league)
    assert told["crosstable"] == ratings["crosstable"]
    assert [each["id"] for each in told["entrants"]] == [each["id"] for each in ratings["ratings"]]
    both = conquian("ratings", small_league).stdout
    alone = conquian("crosstable", small_league).stdout
    assert _rows(alone) == _rows(both) != []


def test_matches(shown, small_league: Path) -> None:
    """A match has what its deals come to, as its first entrant sees it."""
    matches = shown("matches", small_league)["matches"]
    deals = shown("deals", small_league)["deals"]
    assert [match["id"] for match in matches] == ["r0-1v2", "r1-0v1", "r2-2v0"]
    for match in matches:
        own = [deal for deal in deals if deal["match"] == match["id"]]
        assert (match["deals"], match["decks"], match["state"]) == (len(own), DECKS, "done")
        for place, entrant in enumerate(match["entrants"]):
            of_it = [(deal, deal["seats"].index(entrant)) for deal in own]
            assert match["points"][place] == sum(deal["points"][seat] for deal, seat in of_it)
            faults = sum(deal["offender"] == entrant for deal, _ in of_it)
            assert sum(match["faults"][place].values()) == faults
        assert sum(match["units"].values()) == DECKS


def test_a_match_that_is_running(conquian, shown, small_running_league: Path) -> None:
    """A match is listed from its first deal on, as running, though no deck of it counts yet."""
    done, running = shown("matches", small_running_league)["matches"]
    assert (done["state"], done["deals"]) == ("done", 2 * DECKS)
    assert (running["state"], running["deals"], running["decks"]) == ("running", 1, 0)
    assert running["score"] is None
    table = conquian("matches", small_running_league).stdout
    assert _rows(table)[1][-1] == "running"
    assert f"2 matches have begun, with {2 * DECKS + 1} deals" in table


# --- deals ------------------------------------------------------------------------------------


def test_deals_are_in_the_order_of_their_ids(shown, small_league: Path) -> None:
    """All deals are listed by match, leg and number, whatever the order in which they ended."""
    told = shown("deals", small_league)
    assert told["found"] == len(told["deals"]) == DEALS
    matches = ("r0-1v2", "r1-0v1", "r2-2v0")
    assert [deal["id"] for deal in told["deals"]] == [
        f"{match}-{leg}/{number}" for match in matches for leg in "ab" for number in range(DECKS)
    ]


def test_a_draw_counts_in_the_deal_after_it(shown, small_league: Path) -> None:
    """A deal's points are with the multiplier that its leg gives it (rules section 7)."""
    deals = shown("deals", small_league)["deals"]
    multipliers = set()
    for before, deal in itertools.pairwise(deals):
        if deal["id"].endswith("/0"):
            assert deal["multiplier"] == 1
        else:
            drawn = before["reason"] == "stock_exhausted"
            assert deal["multiplier"] == (2 if drawn else 1)
        multipliers.add(deal["multiplier"])
        stake = 0 if deal["reason"] == "stock_exhausted" else deal["multiplier"]
        assert sorted(deal["points"]) == [-stake, stake]
    assert multipliers == {1, 2}


@pytest.mark.parametrize(
    ("arguments", "fits"),
    [
        (["--entrant", "ben"], lambda deal: "id-of-ben" in deal["seats"]),
        (["--entrant", "id-of-cat"], lambda deal: "id-of-cat" in deal["seats"]),
        (["--match", "r1-0v1"], lambda deal: deal["match"] == "r1-0v1"),
        (["--faults"], lambda deal: deal["offender"] is not None),
        (
            ["--faults", "--match", "r0-1v2", "--entrant", "ben"],
            lambda deal: deal["offender"] and deal["match"] == "r0-1v2",
        ),
        (["--faults", "--match", "r2-2v0"], lambda deal: False),
    ],
)
def test_filters(shown, small_league: Path, arguments: list[str], fits) -> None:
    """A filter leaves what fits it, as it is without it; two leave what fits both."""
    everything = shown("deals", small_league)["deals"]
    told = shown("deals", small_league, *arguments)
    assert told["deals"] == [deal for deal in everything if fits(deal)]
    assert told["found"] == len(told["deals"])


def test_a_limit_is_told(conquian, shown, small_league: Path) -> None:
    """Where not all deals are listed, that is said, and how many there are."""
    told = shown("deals", small_league, "--limit", 5)
    assert (len(told["deals"]), told["found"]) == (5, DEALS)
    assert told["deals"] == shown("deals", small_league)["deals"][:5]
    table = conquian("deals", small_league, "--limit", 5).stdout
    assert f"The first 5 of {DEALS} deals; --limit {DEALS} lists them all." in table


def test_the_table_of_deals(conquian, small_league: Path) -> None:
    """A line has the deal's id, its bots, who won, points, decisions, time, and a cause."""
    table = conquian("deals", small_league, "--match", "r0-1v2").stdout
    rows = {row[0]: row[1:] for row in _rows(table)}
    assert rows[f"r0-1v2-a/{BREAKS}"][:3] == ["ben, cat", "ben: disconnected", "-2/+2"]
    assert rows[f"r0-1v2-a/{BREAKS}"][-1] == "it broke"
    assert rows["r0-1v2-b/3"][:3] == ["cat, ben", "cat wins", "+1/-1"]
    decisions, ms = rows["r0-1v2-b/3"][3:5]
    assert int(decisions) > 10
    assert float(ms) > 10


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--entrant", "dan"], "--entrant: there is no 'dan'; there are ann, ben, cat"),
        (["--match", "r9-0v1"], "--match: no match 'r9-0v1' has begun"),
        (["--match", "r0"], "--match: no match 'r0' has begun"),
        (["--match", "%"], "--match: no match '%' has begun"),
    ],
)
def test_unknown_filters(conquian, small_league: Path, arguments: list[str], why: str) -> None:
    """A filter that names what is not there is told by its option, with status 2."""
    result = conquian("deals", small_league, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {why}")
    assert result.stderr.count("\n") == 1


# --- one deal ---------------------------------------------------------------------------------

DEAL = "r0-1v2-b/3"


def test_a_deal_is_told_with_its_times(conquian, shown, small_league: Path) -> None:
    """Each action is told with the time that it took; bots, result, sums and head are told too."""
    told = shown("show", small_league, DEAL)
    actions = verify(read_record(told["record"])).actions
    lines = [line for line in told["told"] if line[:3].strip().isdigit()]
    assert len(lines) == len(actions)
    charges = [iter(of_seat) for of_seat in told["charges"]]
    for line, taken in zip(lines, actions, strict=True):
        assert line.endswith(f"  [{next(charges[taken.seat]) / 1000:.3f} ms]")
    text = conquian("show", small_league, DEAL).stdout
    assert text.splitlines() == told["told"]
    assert text.startswith(f"small: deal {DEAL}\nhoyle: cat in seat 0 against ben in seat 1")
    assert f"Ledger head: {told['head']}\n" in text
    assert f"{told['deal']['decisions'][1]} decisions" in text


def test_the_record_is_worth_what_the_list_says(shown, small_league: Path) -> None:
    """A shown record is valid, with the multiplier and the points of the list of deals."""
    for deal in shown("deals", small_league)["deals"]:
        told = shown("show", small_league, deal["id"])
        verify(read_record(told["record"]))
        assert told["deal"] == deal
        assert told["record"]["multiplier"] == deal["multiplier"]
        assert told["record"]["result"]["points"] == deal["points"]


def test_a_fault_is_told_with_its_cause(conquian, small_league: Path) -> None:
    """Of a forfeited deal is said whose fault it was and what happened."""
    text = conquian("show", small_league, f"r0-1v2-a/{BREAKS}").stdout
    assert "ben forfeits the deal: disconnected" in text
    assert "cause: it broke" in text


def test_a_seat_sees_its_hand_alone(conquian, shown, small_league: Path) -> None:
    """As a seat saw it, a deal is told without the other's hand, but what was left of it."""
    text = conquian("show", small_league, DEAL, "--seat", 1).stdout
    play, _, _ = text.partition("\npoints: ")
    assert re.search(r"^ *ben holds \d+ cards \(", play, re.M)
    assert not re.search(r"^ *cat holds \d+ cards \(", play, re.M)
    assert shown("show", small_league, DEAL, "--seat", 1)["told"] == text.splitlines()


@pytest.mark.parametrize("deal", ["r0-1v2-b/99", "r7-1v2-b/0", "nonsense", "", "r0-1v2-b/3 "])
def test_an_unknown_deal(conquian, small_league: Path, deal: str) -> None:
    """A deal that is not in the ledger is told by its id, in one line with status 2."""
    result = conquian("show", small_league, deal)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"there is no deal {deal!r}" in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_unknown_seat(conquian, small_league: Path) -> None:
    """A seat that the deal does not have is told by the option."""
    result = conquian("show", small_league, DEAL, "--seat", 2)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: --seat: there is no seat 2; seats are 0 to 1\n"


def test_a_record_that_is_not_valid(conquian, small_league: Path, tmp_path: Path) -> None:
    """Of a deal that was forged, chain and all, what is legal is told, then what is wrong."""
    copy = tmp_path / "copy.ledger"
    copy.write_bytes(small_league.with_suffix(".ledger").read_bytes())
    with closing(sqlite3.connect(copy)) as database, database:
        (body,) = database.execute("SELECT body FROM entries WHERE key = ?", (DEAL,)).fetchone()
        changed = json.loads(body)
        changed["actions"] += ",pass"
        database.execute("UPDATE entries SET body = ? WHERE key = ?", (json.dumps(changed), DEAL))
    forge(copy)
    result = conquian("show", copy, DEAL)
    assert result.exit_code == 2
    assert "  0  " in result.stdout
    assert result.stderr.startswith(f"error: {copy}: deal {DEAL}: ")
    assert result.stderr.count("\n") == 1
