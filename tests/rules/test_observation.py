"""What a seat sees (docs/rules.md section 9)."""

from conquian_server import rules
from conquian_server.rules import Asked, Observation, Origin

from tests.rules.scenes import cards, layout, play, ruleset, scene

UNDER = ruleset("classic", hand_size=4, seats_max=3)
HANDS = {0: "AS 3H 5D JC", 1: "7S 7H KC 2S", 2: "AH 3S 5C QD"}


def position():
    """Seat 1 has passed one card and melded on the next; seat 2 has passed the discard."""
    first = scene(UNDER, HANDS, "JH 7D", dealer=0, seats=3)
    return play(first, *["pass"] * 4, "pass", "meld 7S7H7D x KC", "pass")


def test_what_is_seen():
    """A seat sees its hand, what lies open, the counts, the dealer and the actions (section 9)."""
    moment = position()
    seen = moment.observe(0)
    assert seen.hand == cards("AS 3H 5D JC")
    assert seen.tables == ((), layout("7S7H7D"), ())
    assert seen.faced == rules.read_card("KC")
    assert (seen.origin, seen.origin_seat, seen.passed) == (Origin.DISCARD, 1, (2,))
    assert seen.dead == (rules.read_card("JH"),)
    assert seen.stock_count == 40 - 12 - 2
    assert seen.hand_counts == (4, 1, 4)
    assert (seen.dealer, seen.viewer) == (0, 0)
    assert (seen.seat, seen.asked) == (0, Asked.MELD_OR_PASS)
    assert seen.ruleset == UNDER
    expected = [(seat, rules.PASS) for seat in (1, 2, 0, 2, 0)]
    expected += [(1, rules.read_action("meld 7S7H7D x KC")), (2, rules.PASS)]
    assert rules.actions_in(seen.history) == expected == moment.actions
    assert seen.action_count == len(expected)


def test_every_seat_sees_its_own_hand():
    """Views differ in the viewer and its hand alone (section 9)."""
    moment = position()
    views = [moment.observe(seat) for seat in range(3)]
    assert [view.hand for view in views] == list(moment.hands)
    assert len({view._replace(hand=0, viewer=0) for view in views}) == 1


def test_nothing_else_is_seen():
    """An observation has no field for the stock's order, another hand or the deck (section 9)."""
    assert set(Observation._fields) == {
        *("ruleset", "viewer", "dealer", "hand", "tables", "faced", "origin", "origin_seat"),
        *(
            "passed",
            "seat",
            "asked",
            "dead",
            "stock_count",
            "hand_counts",
            "action_count",
            "history",
        ),
    }
