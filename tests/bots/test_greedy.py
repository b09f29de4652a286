"""What greedy does is fixed to the last tie, since bots in other languages are to match it."""

import pytest
from conquian import Kind, read_cards
from conquian.testing import decide, observation

from tests.bots.table import module_of

GREEDY = module_of("greedy")


def decided(**scene):
    """The text of what greedy decides."""
    return str(decide(GREEDY.GreedyBot(), observation(**scene)))


def test_it_passes_when_nothing_can_be_laid():
    """Without an option there is only the pass."""
    assert decided(hand="AS KC", faced="5D") == "pass"


def test_it_never_demands():
    """A force question is waived, whatever the card."""
    assert decided(hand="AS KC", faced="5D", kind=Kind.FORCE_QUESTION) == "waive"


def test_it_goes_out_when_it_can():
    """Of several options the one that wins is taken, though it is last and lays least."""
    hand, table = "5S 5H", "AS2S3S4S/KSKHKDKC"
    options = ["AS2S3S4S/5S5H5D/KSKHKDKC"]
    assert decided(hand=hand, faced="5D", tables=[table, ""], options=options) == (
        "meld AS2S3S4S/5S5H5D/KSKHKDKC"
    )
    short = observation(
        hand="KC 3S 4S",
        faced="2S",
        tables=["5S6S7SJSQS/AHADAC", ""],
        options=["2S3S4S5S6S7SJSQS/AHADAC", "2S3S4S/5S6S7SJSQS/AHADAC"],
    )
    assert short.options[0].goes_out


def test_it_lays_as_many_cards_as_it_can():
    """Of options that don't win, the one with most cards of the hand is taken."""
    options = ["5S5H5D", "5S5H5D5C"]
    hand = "5S 5H 5C KC"
    assert decided(hand=hand, faced="5D", options=options) == "meld 5S5H5D5C x KC"


def test_it_takes_the_first_of_equal_options():
    """Of options that lay equally many cards the first in order is taken."""
    options = ["5D6D7D", "5S5H5D"]
    hand = "5S 5H 6D 7D KC"
    assert decided(hand=hand, faced="5D", options=options) == "meld 5D6D7D x KC"


def test_it_prefers_the_faced_card_to_hand_melds():
    """An option with the faced card goes before one of more cards without it."""
    options = ["2S3S4S5S", "5S5H5D"]
    hand = "2S 3S 4S 5S 5H"
    assert decided(hand=hand, faced="5D", options=options).startswith("meld 5S5H5D x")


def test_it_lays_hand_melds_when_it_can_do_no_more():
    """Without an option for the faced card it lays what it has and passes."""
    assert decided(hand="2S 3S 4S KC", faced="7D", options=["2S3S4S"]) == "meld 2S3S4S pass"


@pytest.mark.parametrize(
    ("one", "other", "closeness"),
    [
        ("5S", "5C", 3),
        ("5S", "6S", 4),
        ("7S", "JS", 4),
        ("5S", "7S", 2),
        ("5S", "JS", 0),
        ("5S", "6H", 0),
        ("AS", "KS", 0),
    ],
)
def test_how_close_two_cards_are(one, other, closeness):
    """Rank and neighbourhood in the suit count, an ace beside its king does not."""
    (first,), (second,) = read_cards(one), read_cards(other)
    assert GREEDY.closeness(first, second) == GREEDY.closeness(second, first) == closeness


def test_it_discards_what_goes_least_with_the_rest():
    """Pairs and neighbours stay, a lone card goes; of equals the lowest index goes."""
    assert str(GREEDY.worst_card(read_cards("5S 6S 9".replace("9", "KH") + " KC 2D"))) == "2D"
    assert str(GREEDY.worst_card(read_cards("2D AH KC"))) == "AH"
    assert GREEDY.worst_card(()) is None
