"""Melds and layouts (docs/rules.md section 2)."""

from math import comb

import pytest
from conquian_server import rules
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reference_melds import CARDS, is_meld, meld_text, melds_within
from tests.rules.scenes import cards, ruleset

LOW = ruleset("classic", max_sequence=10)
HIGH = ruleset("classic", max_sequence=10, ace="low_or_high")
READINGS = [
    ruleset("classic", ace=ace, max_sequence=longest)
    for ace in ("low", "low_or_high")
    for longest in range(3, 11)
]


def is_in(book, text):
    """Whether the cards written with spaces between are a meld of the book."""
    return cards(text) in book.book.melds


@pytest.mark.parametrize("text", ["5S 5H 5D", "5S 5H 5C", "AH AD AC", "KS KH KD KC"])
def test_groups(text):
    """Three or four cards of one rank are a group (section 2)."""
    assert is_in(LOW, text)


@pytest.mark.parametrize(
    "text",
    ["AS 2S 3S", "6H 7H JH", "7D JD QD KD", "2C 3C 4C 5C 6C 7C JC QC KC", "JS QS KS"],
)
def test_sequences(text):
    """Three or more neighbours of one suit are a sequence, seven and jack too (section 2)."""
    assert is_in(LOW, text)


@pytest.mark.parametrize(
    "text",
    [
        "5S 5H",
        "5S",
        "AS 2S",
        "5S 5H 6H",
        "AS 2S 4S",
        "AS 2H 3S",
        "7S QS KS",
        "5S 5H 5D 6D",
        "KS AS",
    ],
)
def test_no_melds(text):
    """Two cards, mixed ranks and suits, and gaps are no melds under either ace (section 2)."""
    assert not is_in(LOW, text)
    assert not is_in(HIGH, text)


def test_high_ace():
    """The ace follows the king only where it is low or high (section 2)."""
    assert is_in(HIGH, "QS KS AS")
    assert is_in(HIGH, "3S 4S 5S 6S 7S JS QS KS AS")
    assert is_in(HIGH, "AS 2S 3S")
    assert not is_in(LOW, "QS KS AS")


@pytest.mark.parametrize("text", ["KS AS 2S", "QS KS AS 2S", "JS QS KS AS 2S 3S", "KH AH 2H 3H"])
def test_never_round_the_corner(text):
    """A sequence never goes round the corner nor has the ace at both ends (section 2)."""
    assert not is_in(HIGH, text)


def test_whole_suit():
    """All ten cards of a suit are one meld, written ace first (section 2)."""
    suit = cards("AS 2S 3S 4S 5S 6S 7S JS QS KS")
    for book in (LOW, HIGH):
        assert suit in book.book.melds
        assert rules.meld_text(suit) == "AS2S3S4S5S6S7SJSQSKS"


@pytest.mark.parametrize("under", READINGS, ids=lambda r: f"{r.ace} {r.max_sequence}")
def test_longest_sequence(under):
    """A sequence has at most `max_sequence` cards; melds are as many as one counts (section 2)."""
    melds = under.book.melds
    longest = max(meld.bit_count() for meld in melds)
    assert longest == max(4, under.max_sequence)  # a group may have four
    sequences = [11 - size for size in range(3, under.max_sequence + 1)]
    extra = sum(1 for size in range(3, under.max_sequence + 1) if size < 10)
    high = extra if under.ace == "low_or_high" else 0
    assert len(melds) == 10 * (comb(4, 3) + 1) + 4 * (sum(sequences) + high)


@pytest.mark.parametrize("under", READINGS, ids=lambda r: f"{r.ace} {r.max_sequence}")
def test_every_meld_of_the_reference(under):
    """The engine's melds and their texts are those of the plain reading (sections 2 and 11)."""
    fields = under.as_object()
    expected = {meld_text(meld) for meld in melds_within(frozenset(CARDS), fields)}
    assert {rules.meld_text(meld) for meld in under.book.melds} == expected


@given(st.sampled_from(READINGS), st.sets(st.sampled_from(CARDS), min_size=1, max_size=6))
def test_any_cards(under, chosen):
    """Cards are a meld for the engine when they are for the plain reading (section 2)."""
    assert is_in(under, " ".join(chosen)) == is_meld(frozenset(chosen), under.as_object())
