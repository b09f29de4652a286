"""Forcing a card on a seat that passed it (docs/rules.md section 6, force)."""

import pytest
from conquian_server import rules
from conquian_server.rules import Asked, IllegalAction, Kind

from tests.rules.scenes import faced, layouts, legal, play, ruleset, scene

FIVE = {"hand_size": 5}


def passed_on(card, *, table="meld 4S5S6S x KC", hand="4S 5S KC JH AD", first="6S", **fields):
    """Seat 1 melds the first stock card; then `card`, turned by seat 0, is passed by both."""
    under = ruleset("classic", **FIVE | fields)
    position = scene(under, {0: "AC 3D 5H 7C JD", 1: hand}, f"{first} {card}")
    return play(position, table, "pass", "pass", "pass")


def asked(position):
    """Whom the position asks what."""
    return position.seat, position.asked


@pytest.mark.parametrize("card", ["3S", "7S"])
def test_a_sequence_grows_at_either_end(card):
    """A card next to either end of a tabled sequence is forcible (section 6, force)."""
    assert asked(passed_on(card)) == (0, Asked.DEMAND_OR_WAIVE)


def test_a_group_of_three_becomes_four():
    """The fourth card of a tabled group is forcible (section 6, force)."""
    table = {"table": "meld 4S4H4D x KC", "hand": "4S 4H KC JH AD", "first": "4D"}
    assert asked(passed_on("4C", **table)) == (0, Asked.DEMAND_OR_WAIVE)


@pytest.mark.parametrize("card", ["2S", "JS", "5D", "KS"])
def test_a_card_that_extends_nothing(card):
    """A card that extends no meld as it lies is not forcible: the next is turned (section 6)."""
    position = passed_on(card)
    assert asked(position) == (1, Asked.MELD_OR_PASS)
    assert faced(position) != card


def test_a_card_that_would_fit_after_rearranging():
    """A card that fits only after rearranging, or with the hand, is not forcible (section 6)."""
    # 6H fits 6S6H6D with the 6S of 3S4S5S6S and the 6D of the hand.
    table = {"table": "meld 3S4S5S6S x KC", "hand": "3S 4S 5S 6D KC", "first": "6S"}
    assert asked(passed_on("6H", **table)) == (1, Asked.MELD_OR_PASS)


def test_the_longest_sequence_is_not_extended():
    """A sequence of `max_sequence` cards can't be extended (section 6, force)."""
    assert asked(passed_on("7S", max_sequence=3)) == (1, Asked.MELD_OR_PASS)
    assert asked(passed_on("7S", max_sequence=4)) == (0, Asked.DEMAND_OR_WAIVE)


def test_the_ace_at_the_high_end():
    """An ace extends a sequence up to the king only where it is low or high (sections 2 and 6)."""
    table = {"table": "meld JSQSKS x KC", "hand": "JS QS KC JH AD", "first": "KS"}
    assert asked(passed_on("AS", **table)) == (1, Asked.MELD_OR_PASS)
    assert asked(passed_on("AS", **table, ace="low_or_high")) == (0, Asked.DEMAND_OR_WAIVE)


def test_a_demand_binds():
    """After a demand the seat that passed is asked again and may not pass (section 6, force)."""
    position = play(passed_on("7S"), "demand")
    assert asked(position) == (1, Asked.FORCED_MELD)
    assert legal(position) == ["meld 4S5S6S7S x AD", "meld 4S5S6S7S x JH"]
    with pytest.raises(IllegalAction) as caught:
        position.apply(rules.PASS)
    assert caught.value.code == "forced_may_not_pass"
    assert layouts(play(position, "meld 4S5S6S7S x AD"), 1) == "4S5S6S7S"


def test_a_waiver():
    """When all waive, the offer goes on, here to nobody: the card is dead (section 6, force)."""
    position = play(passed_on("7S"), "waive")
    assert rules.read_card("7S") in position.dead
    assert asked(position) == (1, Asked.MELD_OR_PASS)


def test_only_demand_or_waive_is_an_answer():
    """A seat asked whether it demands may not pass, and otherwise not demand (section 6)."""
    questioned = passed_on("7S")
    assert legal(questioned) == ["demand", "waive"]
    for position, action, code in [
        (questioned, rules.PASS, "must_demand_or_waive"),
        (play(questioned, "waive"), rules.DEMAND, "nothing_to_demand"),
        (play(questioned, "demand"), rules.WAIVE, "nothing_to_demand"),
    ]:
        with pytest.raises(IllegalAction) as caught:
            position.apply(action)
        assert caught.value.code == code


def three_seats(card="7S"):
    """Seat 1 of three has laid 4S5S6S and passed a card that seat 2 turned."""
    under = ruleset("classic", seats_max=3, hand_size=5)
    hands = {0: "AC 3D 5H 7C JD", 1: "4S 5S KC JH AD", 2: "AH 3C 5C 7D QD"}
    position = scene(under, hands, f"6S {card}", seats=3)
    return play(position, "meld 4S5S6S x KC", "pass", "pass", "pass", "pass", "pass")


def test_the_others_are_asked_in_turn_order():
    """The other seats are asked in order, beginning after the seat that passed (section 6)."""
    position = three_seats()
    assert asked(position) == (2, Asked.DEMAND_OR_WAIVE)
    position = play(position, "waive")
    assert asked(position) == (0, Asked.DEMAND_OR_WAIVE)
    assert asked(play(position, "demand")) == (1, Asked.FORCED_MELD)
    assert rules.read_card("7S") in play(position, "waive").dead


def test_the_first_demand_binds():
    """After the first demand nobody else is asked (section 6, force)."""
    assert asked(play(three_seats(), "demand")) == (1, Asked.FORCED_MELD)


def test_after_all_waive_the_next_seat_is_offered_the_card():
    """When all waive the card is offered to the next seat that has not had it (section 6)."""
    under = ruleset("classic", seats_max=3, hand_size=5)
    hands = {0: "AC 3D 5H QS KD", 1: "7H KC JH AD 2D", 2: "4S 5S QD JC 7C"}
    position = scene(under, hands, "6S KH 7S", seats=3)
    position = play(position, "pass", "meld 4S5S6S x 7C", "pass", "pass", *["pass"] * 3)
    position = play(position, "pass", "pass")
    assert (faced(position), position.origin_seat, position.passed) == ("7S", 1, (1, 2))
    position = play(position, "waive", "waive")
    assert asked(position) == (0, Asked.MELD_OR_PASS)
    assert faced(position) == "7S"


def test_the_card_that_one_turned_oneself():
    """With `not_turned` a seat's own stock card is not forcible, with `any` it is (section 6)."""
    hands = {0: "AC 3D 5H 7C JD", 1: "4S 5S KC JH AD"}
    for scope, expected in [
        ("not_turned", (0, Asked.MELD_OR_PASS)),
        ("any", (0, Asked.DEMAND_OR_WAIVE)),
    ]:
        position = scene(ruleset("classic", **FIVE, force_scope=scope), hands, "6S KS 7S")
        position = play(position, "meld 4S5S6S x KC", *["pass"] * 3)
        assert (faced(position), position.origin_seat) == ("7S", 1)
        assert asked(play(position, "pass")) == expected


def test_a_discard_is_forcible():
    """A discard of another seat is forcible under either scope (section 6, force)."""
    hands = {0: "7S KS KH JD 3D", 1: "4S 5S KC JH AD"}
    for scope in ("not_turned", "any"):
        position = scene(ruleset("classic", **FIVE, force_scope=scope), hands, "6S")
        position = play(position, "meld 4S5S6S x KC", "meld KSKHKC x 7S", "pass")
        assert asked(position) == (0, Asked.DEMAND_OR_WAIVE)


def test_forced_to_any_meld():
    """With `any` a forced seat chooses among all melds with the card (section 6, force)."""
    position = play(passed_on("7S", hand="4S 5S KC 7H 7D"), "demand")
    assert legal(position) == ["meld 4S5S6S/7S7H7D", "meld 4S5S6S7S x 7D", "meld 4S5S6S7S x 7H"]


def test_forced_to_add():
    """With `add` the card is added to one meld and nothing else moves (section 6, force)."""
    position = play(passed_on("7S", hand="4S 5S KC JS 7D", forced_play="add"), "demand")
    assert legal(position) == ["meld 4S5S6S7S x 7D", "meld 4S5S6S7S x JS"]
    with pytest.raises(IllegalAction) as caught:
        play(position, "meld 4S5S6S7SJS x 7D")
    assert caught.value.code == "forced_only_adds"


def test_forced_to_add_with_a_choice_of_melds():
    """A card that extends two melds is added to either (section 6, force)."""
    under = ruleset("hoyle", hand_size=8)
    hands = {0: "AC 3D 5H 6C JD KD 2H 3H", 1: "4S 5S 6S 7H 7D 7C KH QD"}
    position = scene(under, hands, "KS 7S")
    position = play(position, "meld 4S5S6S/7H7D7C pass", "pass", "pass", "pass", "demand")
    assert legal(position) == [
        *(f"meld 4S5S6S/7S7H7D7C x {card}" for card in ("KH", "QD")),
        *(f"meld 4S5S6S7S/7H7D7C x {card}" for card in ("KH", "QD")),
    ]


def test_forced_out():
    """A forced seat may go out with the card (section 6, force)."""
    hands = {"hand": "4S 5S 7S KC JH", "table": "meld 4S5S6S7S x KC"}
    position = play(passed_on("JS", **hands), "demand")
    assert legal(position) == ["meld 4S5S6S7SJS x JH"]
    hands = {"hand": "4S 5S 7S JS KC", "table": "meld 4S5S6S7SJS x KC"}
    position = play(passed_on("QS", **hands), "demand")
    assert legal(position) == ["meld 4S5S6S/7SJSQS", "meld 4S5S6S7SJSQS"]
    assert play(position, "meld 4S5S6S7SJSQS").result.winner == 1


def own_card_passed_with_a_hand_meld(**fields):
    """Seat 1 turns 7S, lays 4S5S6S from its hand and passes: it could have been forced to add."""
    under = ruleset("hoyle", hand_size=5, force_scope="any", **fields)
    hands = {0: "AC 3D 5H 7C JD", 1: "4S 5S 6S 7D 7H"}
    return play(scene(under, hands, "7S"), "meld 4S5S6S pass")


def test_a_hand_meld_is_judged_by_the_new_layout():
    """A seat that passed with a hand meld is judged by its new layout (section 6, force)."""
    assert asked(own_card_passed_with_a_hand_meld()) == (0, Asked.DEMAND_OR_WAIVE)
    position = own_card_passed_with_a_hand_meld(max_sequence=3)
    assert asked(position) == (0, Asked.MELD_OR_PASS)


def test_forced_with_one_s_own_stock_card():
    """Forced to take its own stock card, a seat may lay hand melds with it only (section 6)."""
    under = ruleset("hoyle", hand_size=9, force_scope="any", forced_play="any", max_sequence=4)
    hands = {0: "", 1: "4S 5S 6S 2D 3D 4D 7D QC KC"}
    position = scene(under, hands, "7S")
    assert "meld 4S5S6S pass" in legal(position)
    position = play(position, "meld 4S5S6S pass", "demand")
    assert asked(position) == (1, Asked.FORCED_MELD)
    assert all(action.kind is Kind.MELD for action in position.legal_actions())
    assert "meld 4S5S6S7S/2D3D4D x QC" in legal(position)
    assert "meld 4S5S6S7S x QC" in legal(position)
    with pytest.raises(IllegalAction) as caught:
        play(position, "meld 4S5S6S/2D3D4D pass")
    assert caught.value.code == "hand_meld_not_allowed"
