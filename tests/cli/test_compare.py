"""`conquian compare`: two bots of a ledger against each other."""

import json
from pathlib import Path

import pytest

from tests.cli.small_leagues import DECKS, running_league, whole_league
from tests.json_page import COMMON, documented, printed


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The TOML file of a tournament that is over."""
    return whole_league(tmp_path)


def _compared(conquian, file: Path, *bots: str) -> dict:
    return json.loads(conquian("compare", file, *bots, "--json").stdout)


def test_it_is_the_match_of_the_two(conquian, file: Path) -> None:
    """What two bots made of each other is what the list of matches says of their match."""
    told = _compared(conquian, file, "ann", "ben")
    assert [each["name"] for each in told["entrants"]] == ["ann", "ben"]
    ids = [each["id"] for each in told["entrants"]]
    matches = json.loads(conquian("matches", file, "--json").stdout)["matches"]
    (match,) = (each for each in matches if sorted(each["entrants"]) == sorted(ids))
    side = match["entrants"].index(ids[0])
    assert sum(told["pairs"]) == sum(told["units"].values()) == DECKS
    assert told["points"] == (match["points"] if side == 0 else match["points"][::-1])
    assert told["faults"] == (match["faults"] if side == 0 else match["faults"][::-1])
    assert told["faults"][1] == {"disconnected": 2}
    won, drawn = told["deals"]["wins"], told["deals"]["draws"]
    assert told["score"] == pytest.approx((won + drawn / 2) / (2 * DECKS))
    assert told["score_low"] < told["score"] < told["score_high"]


def test_names_ids_and_ledgers(conquian, file: Path) -> None:
    """Bots may be named by id, and the ledger by itself, with the same outcome."""
    by_name = _compared(conquian, file, "ann", "ben")
    ids = [each["id"] for each in by_name["entrants"]]
    assert _compared(conquian, file.with_suffix(".ledger"), *ids) == by_name


def test_the_other_way_round(conquian, file: Path) -> None:
    """Seen by the other bot, everything is turned round."""
    one, other = (_compared(conquian, file, *bots) for bots in (("ann", "ben"), ("ben", "ann")))
    assert one["elo"] == pytest.approx(-other["elo"])
    assert one["pairs"] == other["pairs"][::-1]
    assert one["superiority"] == pytest.approx(1 - other["superiority"])


def test_the_table(conquian, file: Path) -> None:
    """People see the same in lines that fit 80 columns, with the ledger's head."""
    told = _compared(conquian, file, "ann", "ben")
    result = conquian("compare", file, "ann", "ben")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "small: ann v1 against ben v1 (hoyle)"
    assert max(len(line.rstrip()) for line in lines) <= 80
    shown = dict(line.rstrip().split("  ", 1) for line in lines[1:-1])
    shown = {name.strip(): value.strip() for name, value in shown.items()}
    assert shown["score ±95 %"].startswith(f"{told['score']:.3f} ±")
    assert shown["Elo ±95 %"] == f"{told['elo']:+.1f} ±{told['elo_error']:.1f}"
    assert shown["faults"] == "0/2"
    assert lines[-1] == f"Ledger head: {told['head']}"


@pytest.mark.parametrize(
    ("bots", "complaint"),
    [
        (("ann", "dan"), "B: there is no 'dan'; there are ann, ben, cat"),
        (("", "ben"), "A: there is no ''; there are ann, ben, cat"),
        (("ann", "id-of-ann"), "B: 'id-of-ann' is the same bot as A"),
    ],
)
def test_bots_that_are_not_there(
    conquian, file: Path, bots: tuple[str, str], complaint: str
) -> None:
    """An unknown bot, or one against itself, is refused in a line, with status 2."""
    result = conquian("compare", file, *bots)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {complaint}\n"


def test_the_page_has_every_field_and_no_other(conquian, file: Path, tmp_path: Path) -> None:
    """docs/json.md names each field of `conquian compare`, with each type that it can have."""
    nothing_yet = running_league(tmp_path)
    examples = [_compared(conquian, each, "ann", "ben") for each in (file, nothing_yet)]
    fields = printed(examples) | {("ruleset", "object")}  # which is every table's
    assert fields == documented(COMMON, "`conquian compare")
