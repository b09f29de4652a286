"""The engine and the plain second reading of the rules agree at every moment of every deal."""

from random import Random

import pytest
from conquian_server import rules
from conquian_server.rules import CARD_TEXTS, Position, Reason
from hypothesis import given

from tests.rules.deals import Deal, choose, deals
from tests.rules.reference import ReferenceDeal


def texts(cards):
    """The cards of a set as texts."""
    return {CARD_TEXTS[card] for card in rules.cards_in(cards)}


def view_of_engine(position: Position):
    """What is compared at each moment, from the engine."""
    faced = None if position.faced is None else CARD_TEXTS[position.faced]
    return {
        "seat": position.seat,
        "asked": position.asked and position.asked.value,
        "faced": faced,
        "dead": [CARD_TEXTS[card] for card in position.dead],
        "stock": position.stock_count,
        "hands": [texts(hand) for hand in position.hands],
        "layouts": [{frozenset(texts(meld)) for meld in layout} for layout in position.tables],
        "legal": sorted(map(str, position.legal_actions())),
        "layouts that may be laid": {rules.layout_text(o.layout) for o in position.options()},
    }


def view_of_reference(deal: ReferenceDeal):
    """What is compared at each moment, from the reference."""
    legal = deal.legal()
    melds = [text.split() for text in legal if text.startswith("meld ")]
    return {
        "seat": deal.seat,
        "asked": deal.asked,
        "faced": deal.faced,
        "dead": deal.dead,
        "stock": len(deal.stock),
        "hands": deal.hands,
        "layouts": list(map(set, deal.layouts)),
        "legal": sorted(legal),
        "layouts that may be laid": {words[1] for words in melds},
    }


def compare(deal: Deal):
    """Play the deal in both and compare everything at each moment, then the end."""
    position, random = deal.start(), Random(deal.seed)
    reference = ReferenceDeal(
        deal.fields, [CARD_TEXTS[card] for card in deal.deck], deal.dealer, deal.seats
    )
    while position.result is None:
        assert view_of_engine(position) == view_of_reference(reference)
        for offender in range(deal.seats):
            forfeited = position.forfeit(Reason.DISCONNECTED, offender)
            assert list(forfeited.result.points) == reference.forfeit_points(offender)
        action = choose(position, random, deal.eagerness)
        position = position.apply(action)
        reference.play(reference.legal()[str(action)])
    assert view_of_engine(position) == view_of_reference(reference)
    assert position.result.reason.value == reference.reason
    assert position.result.winner == reference.winner
    assert list(position.result.points) == reference.points()


@given(deals())
def test_any_ruleset(deal):
    """Under every combination of fields, engine and reference agree (sections 4 to 7 and 11)."""
    compare(deal)


@pytest.mark.parametrize("preset", rules.PRESETS)
def test_presets(preset):
    """Under each preset, engine and reference agree (sections 4 to 7 and 11)."""
    given(deals(preset=preset))(compare)()


COMBINATIONS = {
    "hoyle with three seats, eight cards and a high ace": {
        "preset": "hoyle",
        "seats_max": 3,
        "hand_size": 8,
        "ace": "low_or_high",
    },
    "forced to any meld with one's own stock card": {
        "hand_melds": "own_stock_card",
        "force_scope": "any",
        "forced_play": "any",
    },
    "the same with much to lay": {
        "hand_melds": "own_stock_card",
        "force_scope": "any",
        "forced_play": "any",
        "seats_max": 2,
        "seats_min": 2,
        "hand_size": 10,
        "max_sequence": 4,
    },
    "forced to add one's own stock card": {
        "hand_melds": "own_stock_card",
        "force_scope": "any",
        "forced_play": "add",
    },
    "the shortest sequences": {"max_sequence": 3},
    "the longest sequences with an ace at either end": {
        "max_sequence": 10,
        "ace": "low_or_high",
        "hand_size": 10,
        "seats_min": 2,
        "seats_max": 3,
    },
    "the smallest hands": {"hand_size": 2},
    "four seats, nine cards and an upcard": {
        "seats_min": 4,
        "seats_max": 4,
        "hand_size": 9,
        "initial_upcard": True,
    },
    "four seats and small hands": {"seats_min": 4, "seats_max": 4, "hand_size": 4},
}


@pytest.mark.parametrize("fixed", COMBINATIONS.values(), ids=COMBINATIONS)
def test_combinations(fixed):
    """Under combinations that no preset has, engine and reference agree (sections 3 and 6)."""
    given(deals(**fixed))(compare)()
