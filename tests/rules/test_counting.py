"""Counting positions (docs/rules.md section 13); the golden numbers are in test_vectors."""

import pytest
from conquian_server import rules
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.deals import deals
from tests.rules.scenes import legal, play, ruleset, scene

SIX = ruleset("classic", hand_size=6)


def by_hand(position, depth):
    """The sequences of exactly `depth` actions, each written out and played from the start."""
    sequences = [()]
    for _ in range(depth):
        sequences = [(*done, text) for done in sequences for text in legal(play(position, *done))]
    return len(sequences)


def test_depth_zero():
    """There is one sequence of no actions, also at the end of a deal (section 13)."""
    position = scene(SIX, {})
    assert rules.count(position, 0) == 1
    assert rules.count(position.forfeit(rules.Reason.DISCONNECTED, 0), 0) == 1


def test_every_decision_counts_one():
    """Passes, demands, waivers and forced melds count one each, turning nothing (section 13)."""
    hands = {0: "AC 3D 5H 7C JD KD", 1: "4S 5S KC JH AD 2H"}
    position = scene(SIX, hands, "6S 7S")
    position = play(position, "meld 4S5S6S x KC", "pass", "pass")
    assert legal(position) == ["meld 4S5S6S7S x 2H", "meld 4S5S6S7S x AD", "meld 4S5S6S7S x JH",
                               "pass"]  # fmt: skip
    questioned = play(position, "pass")
    assert rules.count(questioned, 1) == 2
    assert rules.count(questioned, 2) == 3 + rules.count(play(questioned, "waive"), 1)


def test_an_ended_deal_has_no_sequences():
    """A deal that ends earlier has no longer sequences (section 13)."""
    position = scene(SIX, {1: "AH 2H 3H 4H 5H 6H"}, "7H")
    ended = play(position, "meld AH2H3H4H5H6H7H")
    assert [rules.count(ended, depth) for depth in (1, 2, 3)] == [0, 0, 0]


@given(deals(hand_size=5), st.integers(0, 60), st.integers(1, 4))
def test_counted_by_hand(deal, moment, depth):
    """The count is the number of sequences that can be written out (section 13)."""
    positions = list(deal.positions())
    position = positions[moment % len(positions)]
    assert rules.count(position, depth) == by_hand(position, depth)


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_counts_of_the_actions_add_up(depth):
    """A position's count is the sum of the counts after each legal action (section 13)."""
    position = rules.start(
        rules.PRESETS["hoyle"], rules.deck_from_seed("sum", 3), dealer=0, seats=2
    )
    after = [rules.count(position.apply(action), depth - 1) for action in position.legal_actions()]
    assert rules.count(position, depth) == sum(after)
