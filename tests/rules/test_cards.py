"""Cards (docs/rules.md section 1)."""

import pytest
from conquian_server import rules


def test_forty_cards_in_order():
    """Cards are written rank then suit, spades to clubs, ace to king (section 1)."""
    assert len(rules.CARD_TEXTS) == len(set(rules.CARD_TEXTS)) == rules.DECK_SIZE == 40
    assert " ".join(rules.CARD_TEXTS[:11]) == "AS 2S 3S 4S 5S 6S 7S JS QS KS AH"
    assert [text[1] for text in rules.CARD_TEXTS[::10]] == ["S", "H", "D", "C"]


@pytest.mark.parametrize(("text", "index"), [("AS", 0), ("KS", 9), ("AH", 10), ("KC", 39)])
def test_index(text, index):
    """A card's index is ten times its suit plus its rank (section 1)."""
    assert rules.read_card(text) == index
    assert 10 * rules.suit_of(index) + rules.rank_of(index) == index


@pytest.mark.parametrize("text", ["", "8S", "10H", "7h", "HS7", "7", "S7", "7S ", "7♠", "A" * 9999])
def test_unreadable(text):
    """Anything else is no card, and the error is short whatever was given (section 1)."""
    with pytest.raises(rules.Unreadable) as caught:
        rules.read_card(text)
    assert len(str(caught.value)) < 200


def test_sets_of_cards():
    """A set of cards gives back its cards in the order of their indices (section 1)."""
    assert list(rules.cards_in(rules.card_set([39, 0, 17, 0]))) == [0, 17, 39]
    assert list(rules.cards_in(0)) == []
