"""The engine agrees with every vector of the rules (tests/vectors/README.md)."""

import json
from collections import Counter

import pytest
from conquian_server import rules
from conquian_server.rules import CARD_TEXTS, BadRecord, Position

from tests.rules.vectors import each


@each("decks.json")
def test_deck(entry):
    """A seed and a deal number give the deck and the commitment of the vector (section 10)."""
    assert rules.deck_text(rules.deck_from_seed(entry["seed"], entry["deal"])) == entry["deck"]
    assert rules.commitment(entry["seed"]) == entry["commitment"]


@each("positions.json")
def test_position(entry):
    """A position asks the seat, and allows the actions, of the vector (sections 4 to 6)."""
    position = rules.read_position(entry)
    assert position.seat == entry["seat"]
    assert position.asked.value == entry["asked"]
    assert CARD_TEXTS[position.faced] == entry["faced"]
    assert sorted(map(str, position.legal_actions())) == entry["legal"]


@each("counts.json")
def test_count(entry):
    """A position has as many action sequences of each length as the vector (section 13).

    One walk over all sequences gives every depth and the kinds of the last actions; `count`,
    which walks by itself, is held to the depths that it reaches quickly.
    """
    position = rules.read_position(entry)
    by_depth: list[Counter[str]] = [Counter() for _ in entry["counts"]]
    _walk(position, by_depth, 0)
    assert [kinds.total() for kinds in by_depth] == entry["counts"]
    assert by_depth[-1] == entry["last_action"]
    assert entry["counts"][-1] == entry["count"]
    for depth, expected in enumerate(entry["counts"], start=1):
        if expected <= 5000:
            assert rules.count(position, depth) == expected


def _walk(position: Position, by_depth: list[Counter[str]], depth: int) -> None:
    actions = position.legal_actions()
    by_depth[depth].update(action.kind.value for action in actions)
    if depth + 1 < len(by_depth):
        for action in actions:
            _walk(position.apply(action), by_depth, depth + 1)


@each("records-valid.jsonl")
def test_valid_record(entry):
    """A valid record is accepted, and each action is by the seat of the vector (section 12)."""
    position = rules.verify(rules.read_record(entry))
    assert [taken.seat for taken in position.actions] == entry["by"]


@each("records-valid.jsonl")
def test_valid_record_is_written_back(entry):
    """A record written from its last position is the record, in canonical text (section 12)."""
    position = rules.verify(rules.read_record(entry))
    written = rules.record_of(position, entry["seats"], multiplier=entry.get("multiplier"))
    expected = {key: entry[key] for key in written if key != "actions"}
    assert {key: written[key] for key in expected} == expected
    if "not canonical" not in entry["tags"]:
        assert written["actions"] == entry["actions"]
    assert rules.verify(rules.read_record(json.loads(json.dumps(written)))).result


@each("records-invalid.jsonl")
def test_invalid_record(entry):
    """An invalid record is refused at the index of the vector (section 12)."""
    with pytest.raises(BadRecord) as caught:
        rules.verify(rules.read_record(entry))
    assert caught.value.index == entry["expect"]["index"]


@each("records-invalid.jsonl")
def test_invalid_record_code(entry):
    """An invalid record is refused for the reason of the vector (section 12).

    The vectors' codes are a help and not binding; at present the engine gives the same.
    """
    with pytest.raises(BadRecord) as caught:
        rules.verify(rules.read_record(entry))
    assert caught.value.code == entry["expect"]["code"]
