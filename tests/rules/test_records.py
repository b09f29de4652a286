"""A deal's record (docs/rules.md section 12)."""

import json

import pytest
from conquian_server import rules
from conquian_server.rules import PRESETS, BadConfiguration, BadRecord, Reason

from tests.rules.scenes import legal, play, ruleset, scene

HANDS = {0: "AS 3H 5D JC", 1: "3S 4S 5S 6S"}
FOUR = ruleset("classic", hand_size=4)


def won(multiplier=None):
    """The record of a deal that seat 1 wins with its first card."""
    last = play(scene(FOUR, HANDS, "7S"), "meld 3S4S5S6S7S")
    return rules.record_of(last, ["a", "b"], multiplier=multiplier)


def check(record):
    """Read and verify the record as it comes from a file."""
    return rules.verify(rules.read_record(json.loads(json.dumps(record))))


def refusal(record):
    """The error with which the record is refused."""
    with pytest.raises(BadRecord) as caught:
        check(record)
    assert len(str(caught.value)) < 300
    return caught.value


def with_result(**changed):
    """The record with another result."""
    record = won()
    return {**record, "result": {**record["result"], **changed}}


def test_what_is_written():
    """A record has the keys of the format, in order, and is valid (section 12)."""
    record = won(multiplier=2)
    assert list(record) == [
        *("format", "ruleset", "seats", "dealer", "multiplier", "deck", "actions", "result")
    ]
    assert record["format"] == "conquian/1"
    assert record["ruleset"] == FOUR.as_object()
    assert record["actions"] == ["meld 3S4S5S6S7S"]
    assert record["result"] == {
        "reason": "went_out",
        "winner": 1,
        "offender": None,
        "points": [-2, 2],
    }
    assert check(record).result.winner == 1


def test_a_preset_is_named():
    """The ruleset of a preset is written by its name, another as an object (section 12)."""
    position = scene(PRESETS["hoyle"], {})
    last = position.forfeit(Reason.TIMEOUT, position.seat)
    assert rules.record_of(last, ["a", "b"])["ruleset"] == "hoyle"


def test_the_multiplier_may_be_absent():
    """A record without a multiplier counts once (section 12)."""
    record = won()
    assert "multiplier" not in record
    assert record["result"]["points"] == [-1, 1]
    assert check(record).result.winner == 1
    assert check({**record, "multiplier": 1}).result.winner == 1
    assert refusal({**record, "multiplier": 2}).code == "wrong_points"


@pytest.mark.parametrize("m", [0, -1, 1.0, "1", None, True, [1], 1e308, -(10**4000)])
def test_bad_multipliers(m):
    """A multiplier is a whole number from 1 on (sections 7 and 12)."""
    assert refusal({**won(), "multiplier": m}).index is None


def test_a_huge_multiplier():
    """A multiplier of any size is told from another, in few words (section 12)."""
    m = 10**4200
    assert check({**won(), "multiplier": m, "result": won(m)["result"]}).result.winner == 1
    assert refusal({**won(), "multiplier": m}).code == "wrong_points"


def test_further_keys():
    """Keys that a reader does not know are ignored (section 12)."""
    record = {**won(), "id": 7, "by": [1], "": None}
    record["result"]["note"] = {"x": []}
    assert check(record).result.winner == 1


def test_the_head_may_name_any_seats():
    """Names of seats are any texts, also the same one twice (section 12)."""
    assert check({**won(), "seats": ["", ""]}).result.winner == 1


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("format", "conquian/2", "bad_format"),
        ("format", None, "bad_format"),
        ("ruleset", "poker", "bad_ruleset"),
        ("seats", ["a"], "bad_seats"),
        ("seats", ["a", "b", "c"], "bad_seats"),
        ("seats", 2, "bad_seats"),
        ("seats", ["a", 2], "bad_seats"),
        ("dealer", 2, "bad_dealer"),
        ("dealer", -1, "bad_dealer"),
        ("dealer", True, "bad_dealer"),
        ("dealer", "0", "bad_dealer"),
        ("deck", "AS AS", "bad_deck"),
        ("deck", list(range(40)), "bad_deck"),
    ],
)
def test_no_deal_can_be_set_up(key, value, code):
    """A head from which no deal can be set up is refused with no index (section 12)."""
    error = refusal({**won(), key: value})
    assert (error.index, error.code) == (None, code)
    assert key in str(error)


@pytest.mark.parametrize(("field", "value"), [("hand_size", 99), ("goal", 4), ("colour", "red")])
def test_no_ruleset(field, value):
    """A ruleset's field at fault is named (sections 3 and 12)."""
    error = refusal({**won(), "ruleset": {**FOUR.as_object(), field: value}})
    assert (error.index, error.code) == (None, "bad_ruleset")
    assert field in str(error)


@pytest.mark.parametrize("key", ["format", "ruleset", "seats", "dealer", "deck", "actions"])
def test_a_missing_key(key):
    """A record that lacks part of its head or its actions is refused by name (section 12)."""
    record = won()
    del record[key]
    error = refusal(record)
    assert error.index is None
    assert key in str(error)


@pytest.mark.parametrize("value", [None, "pass", [None], [1], [["pass"]], {"0": "pass"}])
def test_actions_are_texts(value):
    """Actions are a list of texts (section 12)."""
    assert refusal({**won(), "actions": value}).index is None


@pytest.mark.parametrize("value", [None, [], 1, "conquian/1", [{}]])
def test_a_record_is_an_object(value):
    """A record is a JSON object (section 12)."""
    assert refusal(value).index is None


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"reason": "timeout"}, "deal_has_ended"),
        ({"reason": "stock_exhausted"}, "wrong_reason"),
        ({"reason": "Went_out"}, "wrong_reason"),
        ({"reason": None}, "wrong_reason"),
        ({"winner": 0}, "wrong_winner"),
        ({"winner": None}, "wrong_winner"),
        ({"winner": True}, "wrong_winner"),
        ({"winner": 1.0}, "wrong_winner"),
        ({"offender": 0}, "wrong_offender"),
        ({"points": [1, -1]}, "wrong_points"),
        ({"points": [-1, True]}, "wrong_points"),
        ({"points": [-1, 1.0]}, "wrong_points"),
        ({"points": [-1, 1, 0]}, "wrong_points"),
        ({"points": None}, "wrong_points"),
    ],
)
def test_another_result(changed, code):
    """A record is valid only when its actions lead to its result (section 12)."""
    error = refusal(with_result(**changed))
    assert (error.index, error.code) == (1, code)


def test_an_action_after_the_end():
    """No action comes after the end of the deal (section 12)."""
    record = won()
    error = refusal({**record, "actions": [*record["actions"], "pass"]})
    assert (error.index, error.code) == (1, "after_end")


def test_a_missing_action():
    """A record that stops before the end of the deal is not valid (section 12)."""
    error = refusal({**won(), "actions": []})
    assert (error.index, error.code) == (0, "deal_not_ended")


def test_an_illegal_action():
    """The first illegal action is named by its index (section 12)."""
    error = refusal({**won(), "actions": ["pass", "meld 3S4S5S6S7S"]})
    assert (error.index, error.code) == (1, "card_not_held")


def forfeited(reason=Reason.TIMEOUT, seat=0):
    """The record of a deal that ends by a fault after one action."""
    last = play(scene(FOUR, HANDS, "7S"), "pass").forfeit(reason, seat)
    return rules.record_of(last, ["a", "b"])


@pytest.mark.parametrize("reason", sorted(rules.FAULTS, key=str))
def test_a_forfeited_deal(reason):
    """A forfeited deal's record ends at the last legal action (section 12)."""
    record = forfeited(reason)
    assert record["actions"] == ["pass"]
    assert (record["result"]["winner"], record["result"]["offender"]) == (None, 0)
    assert check(record).result.reason is reason


def test_a_fault_before_the_first_action():
    """A forfeited deal may have no actions (section 12)."""
    last = scene(FOUR, HANDS).forfeit(Reason.ILLEGAL_ACTION, 1)
    assert check(rules.record_of(last, ["a", "b"])).result.offender == 1


@pytest.mark.parametrize("offender", [1, 2, -1, None, "0", 0.0, False, [0], 10**4200])
def test_another_offender(offender):
    """Whose fault it was must be true: the asked seat's, unless one was lost (section 8)."""
    record = forfeited()
    record["result"]["offender"] = offender
    error = refusal(record)
    assert (error.index, error.code) == (1, "wrong_offender")


def test_a_deal_that_goes_on_has_no_record():
    """Only a deal that has ended has a record (section 12)."""
    with pytest.raises(BadConfiguration) as caught:
        rules.record_of(scene(FOUR, HANDS), ["a", "b"])
    assert caught.value.field == "result"


def test_a_position_is_read_from_the_head_and_actions():
    """The head of a record and its actions lead to a position, with seats counted or named."""
    record = forfeited()
    for seats in (2, ["a", "b"]):
        position = rules.read_position({**record, "seats": seats})
        assert position.seat == 0
        assert legal(position) == ["pass"]


@pytest.mark.parametrize("seats", [True, 2.0, "2", ["a", 1], [[], {}], {"a": 1}])
def test_a_position_without_seats(seats):
    """Seats that are neither counted nor named by texts are refused by the field's name."""
    with pytest.raises(BadRecord, match=r"^seats: ") as caught:
        rules.read_position({**forfeited(), "seats": seats})
    assert caught.value.index is None
