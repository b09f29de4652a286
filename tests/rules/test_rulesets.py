"""Rulesets (docs/rules.md section 3)."""

import pytest
from conquian_server import rules
from conquian_server.rules import PRESETS, BadConfiguration
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.deals import CHOICES, fields
from tests.rules.scenes import refusal_text, ruleset

TABLE = {
    "classic": {
        "seats_min": 2,
        "seats_max": 2,
        "hand_size": 10,
        "goal": 11,
        "ace": "low",
        "max_sequence": 8,
        "initial_upcard": False,
        "hand_melds": "never",
        "force_scope": "not_turned",
        "forced_play": "any",
        "payment": "stake",
        "draw_carry": "double",
    },
    "hoyle": {
        "seats_min": 2,
        "seats_max": 2,
        "hand_size": 10,
        "goal": 11,
        "ace": "low",
        "max_sequence": 10,
        "initial_upcard": False,
        "hand_melds": "own_stock_card",
        "force_scope": "not_turned",
        "forced_play": "add",
        "payment": "stake",
        "draw_carry": "double",
    },
    "nine-card": {
        "seats_min": 2,
        "seats_max": 4,
        "hand_size": 9,
        "goal": 10,
        "ace": "low_or_high",
        "max_sequence": 10,
        "initial_upcard": True,
        "hand_melds": "never",
        "force_scope": "any",
        "forced_play": "any",
        "payment": "hand",
        "draw_carry": "carry",
    },
}
NUMBERS = {"seats_min": (2, 4), "seats_max": (2, 4), "hand_size": (2, 10), "max_sequence": (3, 10)}
WRONG_NUMBERS = [True, None, 3.0, "3", [3], 10**5000, -(10**5000), float("nan")]
WRONG_CHOICES = [None, 0, True, "", "Low", ["low"], {}, "low ", "x" * 10_000]
OUT_OF_RANGE = [
    *((name, value) for name, (low, high) in NUMBERS.items() for value in (low - 1, high + 1)),
    *((name, value) for name in NUMBERS for value in WRONG_NUMBERS),
    *((name, value) for name in CHOICES if name != "initial_upcard" for value in WRONG_CHOICES),
    *(("initial_upcard", value) for value in (0, 1, None, "true", "no", [])),
    *(("goal", value) for value in (10, 12, 0, None, "11", 11.0, True, [11], 10**5000)),
]


def short(value):
    """A name for a value that may be too long to print."""
    return "huge" if type(value) is int and abs(value) > 99 else ascii(value)[:20]


def refusal(given_fields) -> BadConfiguration:
    """The error with which a ruleset is refused."""
    with pytest.raises(BadConfiguration) as caught:
        rules.read_ruleset(given_fields)
    assert len(str(caught.value)) < 300
    assert caught.value.field in str(caught.value)
    return caught.value


@pytest.mark.parametrize("name", TABLE)
def test_presets(name):
    """Each preset has the fields of the table, and its own name (section 3)."""
    assert rules.read_ruleset(name).as_object() == TABLE[name]
    assert rules.read_ruleset(name).name == name
    assert list(PRESETS) == list(TABLE)


@given(fields())
def test_every_combination(given_fields):
    """All fields in range make a ruleset that says the same of itself (section 3)."""
    under = rules.read_ruleset(given_fields)
    assert under.as_object() == {**given_fields, "goal": given_fields["hand_size"] + 1}
    assert rules.read_ruleset(under.as_object()) == under
    assert rules.read_ruleset(under.reference()) == under


@pytest.mark.parametrize("name", TABLE)
def test_a_preset_written_out_is_the_preset(name):
    """All the fields of a preset, with or without `goal`, are that preset (section 3)."""
    written = dict(TABLE[name])
    assert rules.read_ruleset(written) == PRESETS[name]
    del written["goal"]
    assert rules.read_ruleset(written).reference() == name


def test_base():
    """`base` gives the fields that are not given; `goal` follows the hand size (section 3)."""
    under = rules.read_ruleset({"base": "nine-card", "hand_size": 7, "ace": "low"})
    assert under.as_object() == {**TABLE["nine-card"], "hand_size": 7, "goal": 8, "ace": "low"}
    assert rules.read_ruleset({"base": "hoyle"}) == PRESETS["hoyle"]
    assert rules.read_ruleset({"base": "hoyle", "hand_size": 8, "goal": 9}).goal == 9


@pytest.mark.parametrize(("name", "value"), OUT_OF_RANGE, ids=short)
def test_out_of_range(name, value):
    """A value out of range or of another kind is refused with the field's name (section 3)."""
    assert refusal({"base": "classic", name: value}).field == name
    assert refusal({**TABLE["classic"], name: value}).field == name


@pytest.mark.parametrize("name", [name for name in TABLE["classic"] if name != "goal"])
def test_missing_field(name):
    """An object without `base` that lacks a field is refused with its name (section 3)."""
    assert refusal({k: v for k, v in TABLE["classic"].items() if k != name}).field == name


@pytest.mark.parametrize("name", ["Base", "name", "seats", "stake", ""])
def test_unknown_field(name):
    """An unknown field is refused with its name (section 3)."""
    assert refusal({"base": "classic", name: 1}).field == name


def test_unknown_fields_that_are_no_names():
    """Unknown fields that are long or no text are refused, in a short error (section 3)."""
    refusal({"base": "classic", "x" * 10_000: 1})
    refusal({"base": "classic", 7: 1})
    refusal({"base": "classic", "\ud800": 1})


@pytest.mark.parametrize("value", ["Classic", "", "poker", None, 1, True, ["classic"], {}])
def test_unknown_preset(value):
    """A ruleset that is neither a preset's name nor its fields is refused (section 3)."""
    refusal(value)
    if value != {}:
        assert refusal({"base": value}).field == "base"


def test_too_many_cards():
    """Hands that leave no card in the stock are refused as `hand_size` (section 3)."""
    assert refusal({"base": "classic", "seats_max": 4}).field == "hand_size"
    upcard = {"base": "classic", "seats_max": 4, "initial_upcard": True}
    assert refusal(upcard).field == "hand_size"
    assert ruleset("classic", seats_max=3, initial_upcard=True).hand_size == 10
    assert ruleset("nine-card").seats_max * 9 + 1 == 37


def test_more_seats_at_least_than_at_most():
    """`seats_min` above `seats_max` can't be dealt and is refused by name (section 3)."""
    assert refusal({"base": "classic", "seats_min": 3}).field in ("seats_min", "seats_max")


@pytest.mark.parametrize(
    ("name", "seats"),
    [("classic", 1), ("classic", 3), ("hoyle", 3), ("nine-card", 1), ("nine-card", 5)],
)
def test_seats_of_a_ruleset(name, seats):
    """A deal of fewer or more seats than the ruleset allows is refused (section 3)."""
    deck = rules.deck_from_seed("", 0)
    with pytest.raises(BadConfiguration) as caught:
        rules.start(PRESETS[name], deck, dealer=0, seats=seats)
    assert caught.value.field == "seats"


def test_rulesets_do_not_change():
    """A ruleset is a value: equal fields are equal, and presets can't be replaced (section 3)."""
    assert ruleset("classic", max_sequence=10) == ruleset("classic", max_sequence=10)
    assert hash(ruleset("classic")) == hash(PRESETS["classic"])
    with pytest.raises(AttributeError):
        PRESETS["classic"].hand_size = 3
    with pytest.raises(TypeError):
        PRESETS["classic"] = PRESETS["hoyle"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_value(value):
    """Whatever is given for a ruleset is a ruleset or refused in words (section 3)."""
    for wrong in (value, {"base": value}, {"base": "classic", "hand_size": value}):
        assert len(refusal_text(rules.read_ruleset, wrong)) < 300
