import copy
import pickle

import pytest
from conquian import CARDS, Card, read_cards, read_layout


def test_forty_cards_in_index_order():
    """A card is its index, with rank and suit as the rules count them (rules section 1)."""
    assert list(CARDS) == list(range(40))
    assert [str(card) for card in CARDS[:10]] == [rank + "S" for rank in "A234567JQK"]
    assert (Card("JD").rank, Card("JD").suit, int(Card("JD"))) == (7, 2, 27)
    assert all(int(card) == 10 * card.suit + card.rank for card in CARDS)


def test_a_card_is_read_as_it_is_written():
    """A card's text, its index and the card itself all stand for the one object."""
    for card in CARDS:
        assert Card(str(card)) is Card(int(card)) is Card(card) is card
        assert f"{card}" == repr(card) == str(card)


def test_every_card_is_true():
    """The ace of spades is not taken for no card."""
    assert all(CARDS)


def test_a_copy_is_the_card_itself():
    """Copied notes of a bot hold the same cards."""
    assert copy.deepcopy(read_cards("AS KC")) == read_cards("AS KC")
    assert pickle.loads(pickle.dumps(Card("7H"))) is Card("7H")


@pytest.mark.parametrize("text", ["8S", "7X", "7", "", "as", 40, -1, None])
def test_what_is_no_card_is_refused(text):
    """The error shows what was given and how a card is written."""
    with pytest.raises(ValueError, match="is not a card; write rank then suit") as caught:
        Card(text)
    assert repr(text) in str(caught.value)


def test_cards_are_read_with_spaces_or_without():
    """Hands are written with spaces, melds without."""
    assert read_cards("5S 5H") == read_cards("5S5H") == (Card("5S"), Card("5H"))
    assert read_cards("") == read_layout("") == ()
    assert read_layout("5S5H/KC") == (read_cards("5S5H"), read_cards("KC"))
