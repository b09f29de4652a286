"""What a choice means at a position."""

import pytest
from conquian_server.match import ByCards, ByOption
from conquian_server.match.decisions import action_of
from conquian_server.rules import PRESETS, Kind, cards_in, layout_text, start

from tests.match.table import at_random, deck_of


def positions(ruleset):
    """Positions with several options, of many deals."""
    for number in range(60):
        position = start(ruleset, deck_of(number), dealer=0, seats=2)
        while position.result is None:
            if len(position.options()) > 1:
                yield position
            position = position.apply(action_of(at_random(position), position))


def discard_after(position, option):
    """The lowest card that is left after an option, where one is due."""
    left = cards_in(position.hands[position.seat] & ~option.laid)
    return next(left) if option.needs_discard else None


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_cards_name_the_first_layout_that_lays_them(ruleset):
    """Of the layouts that lay just these cards, with or without the faced one, the first is meant.

    The first in the order of their texts; and each option is what its number says.
    """
    several = 0
    for position in positions(ruleset):
        for index, option in enumerate(position.options()):
            discard, passes = discard_after(position, option), not option.uses_faced
            same = [
                layout_text(each.layout)
                for each in position.options()
                if (each.laid, each.uses_faced) == (option.laid, option.uses_faced)
            ]
            several += len(same) > 1
            kind = Kind.MELD_PASS if passes else Kind.MELD
            by_cards = action_of(ByCards(option.laid, discard, passes), position)
            assert (by_cards.kind, by_cards.discard) == (kind, discard)
            assert layout_text(by_cards.layout) == min(same)
            by_option = action_of(ByOption(index, discard, passes), position)
            assert by_option == (kind, option.layout, discard)
    assert several
