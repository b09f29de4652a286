"""Deals of whims bring up whatever can be asked."""

from random import Random

import pytest
from conquian_server.interview.whims import WHIMS, eager, positions, stubborn
from conquian_server.rules import DEMAND, PASS, PRESETS, Asked


@pytest.mark.parametrize("ruleset", ["classic", "hoyle", "nine-card"])
def test_everything_is_asked(ruleset):
    """Within some deals come offers, forced cards, force questions and cards to go out with."""
    asked, goes_out = set(), False
    for number in range(60):
        for position in positions(PRESETS[ruleset], 2, "whims", number):
            asked.add(position.asked)
            goes_out |= any(option.goes_out for option in position.options())
    assert asked == set(Asked)
    assert goes_out


def test_the_same_deal_again():
    """The same seed and number bring the same deal; another number another one."""

    def deal(number):
        return [position.hands for position in positions(PRESETS["hoyle"], 2, "again", number)]

    assert deal(3) == deal(3)
    assert deal(3) != deal(4)


def test_whims_take_legal_actions():
    """Whatever a whim does is legal wherever it is asked."""
    for position in positions(PRESETS["nine-card"], 3, "legal", 1):
        for whim in WHIMS:
            assert position.is_legal(whim(position, Random(1)))


def test_the_stubborn_pass_and_the_eager_lay():
    """Where both can be done, a stubborn seat passes and an eager one lays; both demand."""
    for position in positions(PRESETS["classic"], 2, "moods", 2):
        if position.asked is Asked.DEMAND_OR_WAIVE:
            assert stubborn(position, Random(1)) == eager(position, Random(1)) == DEMAND
        elif position.asked is Asked.MELD_OR_PASS:
            assert stubborn(position, Random(1)) == PASS
            assert bool(eager(position, Random(1)).layout) == bool(position.options())
