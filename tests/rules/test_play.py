"""Play: turning, offering, refusing and taking (docs/rules.md section 5)."""

import pytest
from conquian_server import rules
from conquian_server.rules import PRESETS, Asked, Origin, Reason

from tests.rules.scenes import faced, layouts, legal, play, ruleset, scene, seats_asked

THREE = ruleset("classic", seats_max=3, hand_size=4)
SMALL = ruleset("classic", hand_size=4)
UPCARD = ruleset("classic", seats_max=3, hand_size=4, initial_upcard=True)
# Nothing here can be melded: no seat holds a pair or two neighbours.
APART = {0: "AS 3H 5D 7C", 1: "AC 3D 5H 7S", 2: "AH 3S 5C 7D"}


def source(position):
    """The faced card, where it came from, and who turned or discarded it."""
    return faced(position), position.origin, position.origin_seat


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_pone_turns_first(dealer):
    """Without an initial upcard the pone has the first turn (section 5, turning)."""
    position = scene(THREE, APART, "KS", dealer=dealer, seats=3)
    pone = (dealer + 1) % 3
    assert position.seat == pone
    assert source(position) == ("KS", Origin.STOCK, pone)


def test_a_stock_card_is_offered_to_all():
    """A card turned by seat p is offered to p, p+1, … all seats once (section 5, offering)."""
    position = scene(THREE, APART, "KS QS", seats=3)
    assert seats_asked(position, ["pass"] * 3) == [1, 2, 0, 2]
    assert [play(position, *["pass"] * n).passed for n in range(3)] == [(), (1,), (1, 2)]


def test_a_refused_stock_card():
    """A card that all refuse is dead, and p+1 turns the next one (section 5, nobody takes it)."""
    position = play(scene(THREE, APART, "KS QH JD", seats=3), "pass", "pass", "pass")
    assert position.dead == (rules.read_card("KS"),)
    assert source(position) == ("QH", Origin.STOCK, 2)
    position = play(position, "pass", "pass", "pass")
    assert position.dead == (rules.read_card("KS"), rules.read_card("QH"))
    assert source(position) == ("JD", Origin.STOCK, 0)


def taken_in_three():
    """Seat 1 has taken the 7D and discarded the KC."""
    hands = {0: "AS 3H 5D JC", 1: "7S 7H KC 2S", 2: "AH 3S 5C QD"}
    return play(scene(THREE, hands, "7D KS", seats=3), "meld 7S7H7D x KC")


def test_a_discard_is_offered_to_the_others():
    """A discard of p is offered to p+1, p+2, … all seats but p (section 5, offering)."""
    position = taken_in_three()
    assert source(position) == ("KC", Origin.DISCARD, 1)
    assert seats_asked(position, ["pass"]) == [2, 0]


def test_a_refused_discard():
    """After a refused discard of p the card is dead and p+1 turns (section 5)."""
    position = play(taken_in_three(), "pass", "pass")
    assert position.dead == (rules.read_card("KC"),)
    assert source(position) == ("KS", Origin.STOCK, 2)
    assert position.seat == 2


def test_a_discard_taken_by_a_later_seat():
    """Whoever takes a card goes on: its own discard is offered to the seat after it (section 5)."""
    hands = {0: "KS KH 5D 2C", 1: "7S 7H KC 2S", 2: "AH 3S 5C QD"}
    position = play(scene(THREE, hands, "7D JH JD", seats=3), "meld 7S7H7D x KC", "pass")
    position = play(position, "meld KSKHKC x 2C")
    assert source(position) == ("2C", Origin.DISCARD, 0)
    assert seats_asked(position, ["pass", "pass"]) == [1, 2, 1]
    assert source(play(position, "pass", "pass")) == ("JH", Origin.STOCK, 1)


def test_the_initial_upcard():
    """The upcard is offered to the pone first and the dealer last (section 5, offering)."""
    position = scene(UPCARD, APART, "KS QH", dealer=1, seats=3)
    assert source(position) == ("KS", Origin.UPCARD, None)
    assert seats_asked(position, ["pass"] * 2) == [2, 0, 1]


def test_a_refused_upcard():
    """After a refused upcard the pone turns (section 5, nobody takes it)."""
    position = play(scene(UPCARD, APART, "KS QH", dealer=1, seats=3), *["pass"] * 3)
    assert position.dead == (rules.read_card("KS"),)
    assert source(position) == ("QH", Origin.STOCK, 2)


def test_taking_the_upcard():
    """A seat that takes the upcard discards to the seat after it (section 5, somebody takes it)."""
    hands = {0: "AS 3H 5D 7C", 1: "KH KD 5H 7S", 2: "AH 3S 5C 7D"}
    position = scene(UPCARD, hands, "KS QH", dealer=1, seats=3)
    position = play(position, "pass", "pass", "meld KSKHKD x 5H")
    assert source(position) == ("5H", Origin.DISCARD, 1)
    assert seats_asked(position, ["pass", "pass"]) == [2, 0, 2]


def test_a_drawn_deal():
    """A deal is drawn when a card must be turned and the stock is empty (section 5, turning)."""
    four = ruleset("nine-card", initial_upcard=False)
    position = rules.start(four, rules.deck_from_seed("drawn", 0), dealer=0, seats=4)
    for left in (3, 2, 1, 0):
        assert position.stock_count == left
        assert position.result is None  # the last card is offered like the others
        position = play(position, *["pass"] * 4)
    assert position.result.reason is Reason.STOCK_EXHAUSTED
    assert position.result.drawn
    assert (position.seat, position.asked, position.faced) == (None, None, None)
    assert legal(position) == []
    assert len(position.dead) == 4


def test_taking_the_last_stock_card():
    """A deal goes on without a stock while discards are taken (section 5)."""
    # Four seats of nine cards leave four: three are refused, and the last is taken.
    four = ruleset("nine-card", initial_upcard=False)
    hands = {0: "7S 7H KC 2S 4S 6S JS AH 3H", 2: "KS KH 2H 4H 6H JH QH AD 3D"}
    position = scene(four, hands, "7C JC QC 7D", dealer=3, seats=4)
    position = play(position, *["pass"] * 12)
    assert (faced(position), position.stock_count, position.seat) == ("7D", 0, 3)
    position = play(position, "pass", "meld 7S7H7D x KC", "pass", "meld KSKHKC x 2H")
    assert position.result is None
    assert play(position, *["pass"] * 3).result.reason is Reason.STOCK_EXHAUSTED


def test_a_card_taken_is_laid():
    """A card taken never comes into a hand: it is on the table at once (section 5)."""
    position = taken_in_three()
    assert layouts(position, 1) == "7S7H7D"
    assert position.hands[1] == rules.card_set([rules.read_card("2S")])


def test_going_out():
    """With `goal` cards laid a seat has gone out: it wins and nothing is discarded (section 5)."""
    hands = {0: "AS 3H 5D JC", 1: "3S 4S 5S 6S"}
    position = play(scene(SMALL, hands, "7S"), "meld 3S4S5S6S7S")
    assert (position.result.reason, position.result.winner) == (Reason.WENT_OUT, 1)
    assert (position.seat, position.asked, position.faced) == (None, None, None)


def empty_handed():
    """Seat 1 has laid four cards of a hand of four and holds none; its discard is refused."""
    hands = {0: "AS 3H 5D JC", 1: "7S 7H 7D KC"}
    position = scene(SMALL, hands, "7C KS JH")
    return play(position, "meld 7S7H7D7C x KC", "pass")


def test_an_empty_hand_has_not_won():
    """A seat with an empty hand and `hand_size` cards laid plays on (section 5)."""
    position = empty_handed()
    assert position.hands[1] == 0
    assert sum(position.tables[1]).bit_count() == SMALL.hand_size
    assert position.result is None
    position = play(position, "pass")
    assert (position.seat, position.asked) == (1, Asked.MELD_OR_PASS)
    assert legal(position) == ["pass"]


def test_an_empty_hand_needs_one_more_card():
    """One more card that fits its table wins for a seat with an empty hand (section 5)."""
    hands = {0: "AS 3H 5D JC", 1: "4S 5S 6S KC"}
    position = play(scene(SMALL, hands, "7S KS JS"), "meld 4S5S6S7S x KC", "pass")
    assert faced(position) == "KS"
    position = play(position, "pass", "pass")
    assert faced(position) == "JS"
    assert legal(position) == ["meld 4S5S6S7SJS", "pass"]
    assert play(position, "meld 4S5S6S7SJS").result.winner == 1


def test_the_turn_of_the_books():
    """With two seats a seat uses the discard or turns it down, and turns a card (section 5)."""
    hands = {0: "AS 3H 5D JC", 1: "7S 7H KC 2S"}
    position = play(scene(SMALL, hands, "7D QS QH"), "meld 7S7H7D x KC")
    assert (position.seat, faced(position)) == (0, "KC")
    position = play(position, "pass")
    assert (position.seat, faced(position), position.origin_seat) == (0, "QS", 0)
    position = play(position, "pass")
    assert (position.seat, faced(position), position.origin_seat) == (1, "QS", 0)
    position = play(position, "pass")
    assert (position.seat, faced(position), position.origin_seat) == (1, "QH", 1)


def test_turning_is_no_decision():
    """A card is turned without anybody being asked: one is faced at every decision (section 5)."""
    position, decisions = scene(PRESETS["classic"], {}), 0
    while position.result is None:
        assert position.faced is not None
        assert position.asked is Asked.MELD_OR_PASS
        position, decisions = play(position, "pass"), decisions + 1
    assert decisions == 2 * 20  # each of the twenty stock cards is offered to both
