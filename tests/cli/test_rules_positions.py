"""`conquian rules legal` and `conquian rules count`."""

import json
import subprocess

import pytest

POSITION = {
    "ruleset": "classic",
    "deck": " ".join(rank + suit for suit in "SHDC" for rank in "A234567JQK"),
    "dealer": 0,
    "seats": 2,
    "actions": [],
}
BAD = {
    "deck: names AS twice": {"deck": POSITION["deck"].replace("KC", "AS")},
    "deck: has 39 cards": {"deck": POSITION["deck"].removesuffix(" KC")},
    "deck: 7 is not text": {"deck": 7},
    "ruleset: 'whist' is not one of": {"ruleset": "whist"},
    "hand_size: 11 is not": {"ruleset": {"base": "classic", "hand_size": 11}},
    "seats: is 3": {"seats": 3},
    "seats: is not a list of texts": {"seats": ["a", 1]},
    "seats: True is not a whole number": {"seats": True},
    "dealer: there is no seat 2": {"dealer": 2},
    "dealer: there is no seat -1": {"dealer": -1},
    "action 1: 'knock' is not an action": {"actions": ["pass", "knock"]},
    "action 0: seat 1 is offered": {"actions": ["demand"]},
    "actions: is not a list of texts": {"actions": "pass"},
}


def _lines(*changes: dict[str, object]) -> str:
    return "".join(json.dumps(POSITION | change) + "\n" for change in changes)


def test_legal_actions_of_the_vectors(conquian, vectors) -> None:
    """Every position of the vectors gets its seat, question, faced card and legal actions."""
    path = vectors / "positions.json"
    expected = [
        {name: entry[name] for name in ("id", "seat", "asked", "faced", "legal")}
        for entry in json.loads(path.read_text())
    ]
    result = conquian("rules", "legal", path)
    assert [json.loads(line) for line in result.stdout.splitlines()] == expected
    assert result.exit_code == 0


def test_counts_of_the_vectors(conquian, vectors) -> None:
    """Counts agree with the vectors; here to depth 4, the rules' own tests go deeper."""
    entries = json.loads((vectors / "counts.json").read_text())
    given = [entry | {"depth": 4} for entry in entries]
    result = conquian("rules", "count", "-", stdin=json.dumps(given))
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"id": entry["id"], "count": entry["counts"][3]} for entry in entries
    ]


def test_end_of_a_deal(conquian, vectors) -> None:
    """At a deal's end nobody is asked, nothing is faced, and no action can follow."""
    with (vectors / "records-valid.jsonl").open() as lines:
        record = json.loads(next(lines))
    ended = {name: record[name] for name in ("ruleset", "deck", "dealer", "seats", "actions")}
    result = conquian("rules", "legal", "-", stdin=json.dumps(ended))
    assert json.loads(result.stdout) == {"seat": None, "asked": None, "faced": None, "legal": []}
    for depth, count in ((0, 1), (1, 0)):
        result = conquian("rules", "count", "-", stdin=json.dumps(ended | {"depth": depth}))
        assert json.loads(result.stdout) == {"count": count}


@pytest.mark.parametrize(("error", "change"), BAD.items(), ids=list(BAD))
@pytest.mark.parametrize("command", ["legal", "count"])
def test_bad_positions(conquian, command, error, change) -> None:
    """A position that can't be is refused by line and field; those before it are answered."""
    stdin = _lines({"depth": 1}, {"depth": 1} | change, {"depth": 1})
    result = conquian("rules", command, "-", stdin=stdin)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: <stdin>:2: {error}")
    assert len(result.stdout.splitlines()) == 1


@pytest.mark.parametrize("depth", [-1, 101, 10**90, 1.0, "1", True, None, [1]])
def test_bad_depth(conquian, depth) -> None:
    """A depth that is no whole number, or beyond all reason, is refused by name."""
    result = conquian("rules", "count", "-", stdin=_lines({"depth": depth}))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: <stdin>:1: depth: is not a whole number from 0 to 100")


def test_no_depth(conquian) -> None:
    """A position without a depth is not counted."""
    result = conquian("rules", "count", "-", stdin=_lines({}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "depth" in result.stderr


def test_answers_do_not_wait(started) -> None:
    """Each position is answered as it comes, while the next is not yet written."""
    pipe = subprocess.PIPE
    process = started("rules", "legal", "-", stdin=pipe, stdout=pipe)
    for number in range(3):
        process.stdin.write(_lines({"id": number}).encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == number
    process.communicate()
    assert process.returncode == 0
