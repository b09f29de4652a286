"""Whatever is read as a record is valid or refused, with the rules' own errors, in few words."""

import json
from copy import deepcopy
from random import Random

from conquian_server import rules
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.rules.deals import CHOICES
from tests.rules.scenes import refusal_text
from tests.rules.vectors import vectors

VALID = vectors("records-valid.jsonl")
FIELDS = ["seats_min", "seats_max", "hand_size", "max_sequence", "goal", "base", *CHOICES]
HEAD = ["format", "ruleset", "seats", "dealer", "multiplier", "deck", "actions", "result"]
RESULT = ["reason", "winner", "offender", "points"]

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([10**4299, -(10**4299), 2**64, "\ud800", "x" * 100_000, -1])
    | st.sampled_from(["classic", "hoyle", "conquian/1", "pass", "went_out", "timeout", 0, 1, 2]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=9) | st.sampled_from(FIELDS + HEAD), inner, max_size=4)
    ),
    max_leaves=8,
)


def nested(depth, inner):
    """A value wrapped in so many lists."""
    for _ in range(depth):
        inner = [inner]
    return inner


def verify(value):
    """Read and verify a record."""
    return rules.verify(rules.read_record(value))


def is_refused_well(value):
    """Check that the value is read, or refused as it should be, by both readers."""
    assert len(refusal_text(verify, value)) < 400
    assert len(refusal_text(rules.read_position, value)) < 400


@given(VALUES)
def test_any_value(value):
    """Any JSON value is a record or refused (section 12)."""
    is_refused_well(value)


@given(st.sampled_from(VALID), st.sampled_from(HEAD), VALUES)
def test_any_value_in_the_head(record, key, value):
    """A valid record with any value in one of its keys is read or refused (section 12)."""
    is_refused_well({**record, key: value})


@given(st.sampled_from(VALID), st.sampled_from(RESULT), VALUES)
def test_any_value_in_the_result(record, key, value):
    """A valid record with any value in its result is read or refused (section 12)."""
    is_refused_well({**record, "result": {**record["result"], key: value}})


@given(st.sampled_from(VALID), st.sampled_from(FIELDS), VALUES)
def test_any_value_in_the_ruleset(record, key, value):
    """A valid record with any value in a field of its ruleset is read or refused (section 3)."""
    written = rules.read_ruleset(record["ruleset"]).as_object()
    is_refused_well({**record, "ruleset": {**written, key: value}})


@given(st.sampled_from(VALID), st.sampled_from([*HEAD, "result.points"]), st.integers(1, 20_000))
def test_deep_nesting(record, key, depth):
    """A value nested as deep as may be is refused, not followed (section 12)."""
    record = deepcopy(record)
    name, _, inner = key.partition(".")
    place = record[name] if inner else record
    place[inner or name] = nested(depth, place[inner or name])
    is_refused_well(record)


@given(st.sampled_from(VALID), st.integers(0, 2**32))
def test_a_changed_list_of_actions(record, seed):
    """Actions left out, doubled, exchanged or misspelt are refused at their index (section 12)."""
    random = Random(seed)
    actions = list(record["actions"])
    assume(actions)
    place = random.randrange(len(actions))
    text = actions[place]
    letter = random.randrange(len(text))
    actions[place : place + 1] = random.choice(
        [
            [],
            [text, text],
            [random.choice(actions)],
            [text[:letter] + random.choice("ASHDC2J /xp\n♠") + text[letter + 1 :]],
            [text[:letter] + text[letter + 1 :]],
            [random.choice(["pass", "demand", "waive", ""])],
            [random.choice(random.choice(VALID)["actions"] or ["pass"])],
        ]
    )
    is_refused_well({**record, "actions": actions})


@given(st.sampled_from(VALID), st.data())
def test_a_line_with_a_few_bytes_changed(record, data):
    """A line of a file with bytes changed is no JSON, a valid record, or refused (section 12)."""
    line = bytearray(json.dumps(record).encode())
    places = st.tuples(st.integers(0, len(line) - 1), st.integers(0, 255))
    for place, byte in data.draw(st.lists(places, min_size=1, max_size=4)):
        line[place] = byte
    try:
        value = json.loads(line.decode("utf-8", "replace"))
    except ValueError:
        return
    is_refused_well(value)
