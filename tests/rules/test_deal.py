"""The deal (docs/rules.md section 4)."""

import pytest
from conquian_server import rules
from conquian_server.rules import CARD_TEXTS, PRESETS, BadConfiguration, Origin

from tests.rules.scenes import ruleset

DECK = rules.deck_from_seed("the deal", 0)


def dealt(position, seat):
    """The seat's cards."""
    return set(rules.cards_in(position.hands[seat]))


@pytest.mark.parametrize("dealer", [0, 1])
def test_two_seats(dealer):
    """The pone gets the first card, the dealer the second, and so on (section 4)."""
    position = rules.start(PRESETS["classic"], DECK, dealer=dealer, seats=2)
    assert dealt(position, 1 - dealer) == set(DECK[0:20:2])
    assert dealt(position, dealer) == set(DECK[1:20:2])
    assert position.faced == DECK[20]
    assert position.stock_count == 19


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_three_seats(dealer):
    """Cards go round the table from the pone, one at a time (section 4)."""
    position = rules.start(PRESETS["nine-card"], DECK, dealer=dealer, seats=3)
    for place in range(3):
        assert dealt(position, (dealer + 1 + place) % 3) == set(DECK[place:27:3])


def test_four_seats_leave_three_cards():
    """With four seats of nine cards and an upcard, three cards are left to turn (section 4)."""
    position = rules.start(PRESETS["nine-card"], DECK, dealer=3, seats=4)
    assert [dealt(position, seat) for seat in range(4)] == [set(DECK[i:36:4]) for i in range(4)]
    assert position.stock_count == 3


def test_initial_upcard():
    """With an initial upcard the first stock card is turned at once, by nobody (section 4)."""
    position = rules.start(PRESETS["nine-card"], DECK, dealer=0, seats=2)
    assert (position.faced, position.origin, position.origin_seat) == (
        DECK[18],
        Origin.UPCARD,
        None,
    )
    position = rules.start(ruleset("nine-card", initial_upcard=False), DECK, dealer=0, seats=2)
    assert (position.faced, position.origin, position.origin_seat) == (DECK[18], Origin.STOCK, 1)


def test_tables_are_empty():
    """A deal begins with empty tables, no dead cards and no actions (section 4)."""
    position = rules.start(PRESETS["classic"], DECK, dealer=0, seats=2)
    assert position.tables == ((), ())
    assert position.dead == ()
    assert position.actions == []


@pytest.mark.parametrize(
    ("deck", "names"),
    [
        (DECK[:-1], "39 cards"),
        ((*DECK, DECK[0]), "41 cards"),
        ((*DECK[:-1], DECK[0]), CARD_TEXTS[DECK[0]]),
        ((*DECK[:-1], 40), "40"),
        ((*DECK[:-1], -1), "-1"),
    ],
)
def test_bad_decks(deck, names):
    """A deck that is not the forty cards, each once, is refused (sections 1 and 4)."""
    with pytest.raises(BadConfiguration, match=names) as caught:
        rules.start(PRESETS["classic"], deck, dealer=0, seats=2)
    assert caught.value.field == "deck"


@pytest.mark.parametrize("dealer", [-1, 2, pytest.param(10**5000, id="huge")])
def test_bad_dealer(dealer):
    """A dealer that is no seat is refused, shortly (section 4)."""
    with pytest.raises(BadConfiguration) as caught:
        rules.start(PRESETS["classic"], DECK, dealer=dealer, seats=2)
    assert caught.value.field == "dealer"
    assert len(str(caught.value)) < 100


def test_deck_text():
    """A deck is written as forty cards with spaces, and read back (sections 4 and 12)."""
    text = rules.deck_text(DECK)
    assert text.split(" ") == [CARD_TEXTS[card] for card in DECK]
    assert rules.read_deck(text) == DECK


@pytest.mark.parametrize("change", [str.lower, lambda text: f" {text}", lambda text: f"{text} ",
    lambda text: text.replace(" ", "  "), lambda text: text.replace(" ", "\n"), lambda text: "",
    lambda text: f"{text} AS", lambda text: text[:-3], lambda text: text * 10_000])  # fmt: skip
def test_bad_deck_texts(change):
    """A deck written in any other way is refused, shortly (sections 1 and 12)."""
    with pytest.raises(BadConfiguration) as caught:
        rules.read_deck(change(rules.deck_text(DECK)))
    assert caught.value.field == "deck"
    assert len(str(caught.value)) < 200
