"""What a seat may do: melds, hand melds, force (docs/rules.md section 6)."""

import pytest
from conquian_server import rules
from conquian_server.rules import Asked, IllegalAction

from tests.rules.scenes import faced, layouts, legal, play, ruleset, scene

SIX = ruleset("classic", hand_size=6)
HOYLE = ruleset("hoyle", hand_size=6)
APART = "AC 3D 5H 7S JD KH"


def refusal(position, text):
    """The code with which an action is refused."""
    action = rules.read_action(text)
    assert action not in position.legal_actions()
    with pytest.raises(IllegalAction) as caught:
        position.apply(action)
    return caught.value.code


def test_a_group_and_a_sequence_with_the_faced_card():
    """The faced card is melded with cards of the hand, any other of which is discarded."""
    position = scene(SIX, {0: APART, 1: "6S 6D 7C JC KC AH"}, "6C")
    group = [f"meld 6S6D6C x {card}" for card in ("7C", "AH", "JC", "KC")]
    sequence = [f"meld 6C7CJC x {card}" for card in ("6D", "6S", "AH", "KC")]
    assert legal(position) == sorted([*group, *sequence, "pass"])


def test_hand_cards_go_only_into_the_meld_of_the_faced_card():
    """A combination complete in the hand can't be laid beside the meld of the faced card."""
    position = scene(SIX, {0: APART, 1: "6S 6D 2C 3C 4C AH"}, "6C")
    assert [text for text in legal(position) if "2C" in text.split(" x ")[0]] == []
    assert refusal(position, "meld 2C3C4C/6S6D6C x AH") == "hand_card_outside_the_meld"


def test_a_combination_in_the_hand_is_not_laid_by_itself():
    """Without hand melds a meld uses the faced card (section 6, meld)."""
    position = scene(SIX, {0: APART, 1: "2C 3C 4C KD 7H AH"}, "6S")
    assert legal(position) == ["pass"]
    assert refusal(position, "meld 2C3C4C x AH") == "faced_card_not_used"
    assert refusal(position, "meld 2C3C4C pass") == "hand_meld_not_allowed"


def borrowing():
    """Seat 1 has 3S4S5S6S on its table and 6D in its hand; the 6H is faced."""
    hands = {0: APART, 1: "3S 4S 5S 6D KC JC"}
    return play(scene(SIX, hands, "6S 6H"), "meld 3S4S5S6S x KC", "pass", "pass")


def test_borrowing():
    """A card of one's own meld may be borrowed when what remains is a meld (section 6)."""
    position = borrowing()
    assert (position.seat, faced(position)) == (1, "6H")
    assert legal(position) == ["meld 3S4S5S/6S6H6D x JC", "pass"]


def test_borrowing_must_leave_melds():
    """A tabled card can't be taken from a meld that would no longer be one (section 6)."""
    hands = {0: APART, 1: "3S 4S 6D 6C KC JC"}
    position = play(scene(SIX, hands, "5S 5D"), "meld 3S4S5S x KC", "pass", "pass")
    assert legal(position) == ["pass"]
    position = play(scene(SIX, hands, "5S 6S"), "meld 3S4S5S x KC", "pass", "pass")
    assert refusal(position, "meld 4S5S6S x JC") == "table_card_left_out"
    assert refusal(position, "meld 3S4S/5S6S x JC") == "invalid_meld"


def test_rearranging():
    """The other tabled cards may be divided into melds in any way (section 6, meld)."""
    under = ruleset("classic", hand_size=9)
    position = scene(under, {1: "AS 2S 3S 4S 5S 6S KC KD QD"}, "7S KH")
    position = play(position, "meld AS2S3S4S5S6S7S x QD", "pass", "pass")
    assert legal(position) == [
        "meld AS2S3S/4S5S6S7S/KHKDKC",
        "meld AS2S3S4S/5S6S7S/KHKDKC",
        "meld AS2S3S4S5S6S7S/KHKDKC",
        "pass",
    ]


def test_the_discard_is_required():
    """A seat that does not go out discards a card left in its hand (section 6, meld)."""
    position = scene(SIX, {0: APART, 1: "6S 6D 7C JC KC AH"}, "6C")
    assert refusal(position, "meld 6S6D6C") == "discard_missing"
    assert refusal(position, "meld 6S6D6C x 6S") == "discard_not_held"
    assert refusal(position, "meld 6S6D6C x 6C") == "discard_not_held"
    assert refusal(position, "meld 6S6D6C x AC") == "discard_not_held"


def test_the_discard_is_forbidden_when_going_out():
    """A seat that goes out discards nothing (section 6, meld)."""
    position = scene(SIX, {0: APART, 1: "2C 3C 4C 5C 6C JC"}, "7C")
    assert "meld 2C3C4C5C6C7CJC" in legal(position)
    assert refusal(position, "meld 2C3C4C5C6C7CJC x 2C") == "discard_when_out"


def test_whole_suit_with_an_ace_at_either_end():
    """Ten cards of a suit are one meld whichever card comes last (sections 2 and 6)."""
    under = ruleset("nine-card", initial_upcard=False)
    suit = "AS 2S 3S 4S 5S 6S 7S JS QS KS"
    for last in ("AS", "5S", "KS"):
        position = scene(under, {1: suit.replace(last, "")}, last)
        assert "meld AS2S3S4S5S6S7SJSQSKS" in legal(position)
        position = play(position, "meld AS2S3S4S5S6S7SJSQSKS")
        assert position.result.winner == 1


def test_high_ace_grows_downwards():
    """The jack extends Q K A, and the two does not (sections 2 and 6)."""
    under = ruleset("classic", hand_size=6, ace="low_or_high")
    hands = {0: "AC 3H 5H 7S JD KH", 1: "QS KS 5C 6H 3D 2C"}
    position = play(scene(under, hands, "AS 2S"), "meld QSKSAS x 5C", "pass", "pass")
    assert legal(position) == ["pass"]
    position = play(scene(under, hands, "AS JS"), "meld QSKSAS x 5C", "pass", "pass")
    assert legal(position) == [*(f"meld JSQSKSAS x {card}" for card in ("2C", "3D", "6H")), "pass"]


def test_every_hand_meld():
    """With and without the faced card, every meld of the hand counts (section 6, hand melds)."""
    position = scene(HOYLE, {0: APART, 1: "6S 6D 2C 3C 4C AH"}, "6C")
    with_faced = [f"meld 6S6D6C x {card}" for card in ("2C", "3C", "4C", "AH")]
    assert legal(position) == sorted(
        ["pass", "meld 2C3C4C pass", "meld 6S6D6C/2C3C4C x AH", *with_faced]
    )


def test_hand_meld_without_the_faced_card():
    """Melds laid from the hand alone pass the card in the same action (section 6, hand melds)."""
    position = scene(HOYLE, {0: APART, 1: "6S 7H 2C 3C 4C AH"}, "KC")
    position = play(position, "meld 2C3C4C pass")
    assert layouts(position, 1) == "2C3C4C"
    assert position.hands[1].bit_count() == 3
    assert (position.seat, faced(position), position.passed) == (0, "KC", (1,))


def test_laying_the_whole_hand_does_not_win():
    """Without the faced card at most `hand_size` cards are laid, which wins nothing (section 6)."""
    position = scene(HOYLE, {0: APART, 1: "2C 3C 4C 6H 7H JH"}, "KC")
    position = play(position, "meld 6H7HJH/2C3C4C pass")
    assert position.result is None
    assert position.hands[1] == 0


def test_no_hand_melds_on_another_seat_s_card():
    """A card that another seat turned or discarded allows no hand melds (section 6)."""
    position = play(scene(HOYLE, {1: APART, 0: "2C 3C 4C 6H 7H JH"}, "KC 5D"), "pass")
    assert position.seat == 0
    assert legal(position) == ["pass"]
    assert refusal(position, "meld 2C3C4C pass") == "hand_meld_not_allowed"
    position = scene(HOYLE, {1: "5S 5C KS KD 7D AH", 0: "2C 3C 4C 6H 7H JH"}, "5D")
    position = play(position, "meld 5S5D5C x AH")
    assert legal(position) == ["pass"]


def test_no_hand_melds_on_the_upcard():
    """Nobody has turned the initial upcard: it allows no hand melds (section 6)."""
    under = ruleset("hoyle", hand_size=6, initial_upcard=True)
    position = scene(under, {0: APART, 1: "2C 3C 4C 6H 7H JH"}, "KC")
    assert legal(position) == ["pass"]


def test_rearranging_alone_is_no_action():
    """A seat can't only rearrange its table (section 6)."""
    under = ruleset("hoyle", hand_size=7)
    hands = {1: "2C 3C 4C 5C 6C 7C AH", 0: "AS 3D 5H 7S JD KH QS"}
    position = scene(under, hands, "KC 4H QD")
    position = play(position, "meld 2C3C4C5C6C7C pass", "pass", "pass", "pass")
    assert (position.seat, position.origin_seat, faced(position)) == (1, 1, "QD")
    assert legal(position) == ["pass"]
    assert refusal(position, "meld 2C3C4C/5C6C7C pass") == "nothing_added"
    assert refusal(position, "meld 2C3C4C5C6C7C pass") == "nothing_added"


def test_an_option_is_written_in_the_order_of_its_text():
    """The layouts that may be laid stand in the order of their canonical texts."""
    position = scene(HOYLE, {0: APART, 1: "6S 6D 2C 3C 4C AH"}, "6C")
    texts = [rules.layout_text(option.layout) for option in position.options()]
    assert texts == sorted(texts)
    assert len(texts) == 3
    going_out = [option for option in position.options() if option.goes_out]
    assert going_out == []
    assert [option.needs_discard for option in position.options()] == [
        option.uses_faced for option in position.options()
    ]


def test_only_one_choice_is_still_asked():
    """A seat with one legal action is asked all the same (section 6)."""
    position = scene(SIX, {0: APART, 1: "6S 4D 7C JH KC AH"}, "QD")
    assert (position.seat, position.asked, legal(position)) == (1, Asked.MELD_OR_PASS, ["pass"])
