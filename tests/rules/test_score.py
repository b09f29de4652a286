"""Score: points, multipliers, legs and rankings (docs/rules.md section 7)."""

import pytest
from conquian_server import rules
from conquian_server.rules import PRESETS, Reason, Result
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.scenes import cards, play, ruleset, scene

STAKE, HAND = PRESETS["classic"], PRESETS["nine-card"]


def won_by_seat_1(under, seats=2):
    """Seat 1 goes out with its first card; seat 0 holds A 7 J K, seat 2 a hand of 2 3 4 Q."""
    hands = {0: "AC 7D JD KH", 1: "3S 4S 5S 6S", 2: "2C 3D 4C QH"}
    position = scene(under, {seat: hands[seat] for seat in range(seats)}, "7S", seats=seats)
    return play(position, "meld 3S4S5S6S7S").result


@pytest.mark.parametrize(("seats", "points"), [(2, (-1, 1)), (3, (-1, 2, -1))])
def test_stake(seats, points):
    """With `stake` each loser pays the winner one point (section 7)."""
    assert won_by_seat_1(ruleset("classic", hand_size=4, seats_max=3), seats).points == points


@pytest.mark.parametrize(("seats", "points"), [(2, (0, 42)), (3, (0, 42 + 19, 0))])
def test_hand(seats, points):
    """With `hand` the winner scores the cards in the losers' hands, nobody falls (section 7)."""
    under = ruleset("classic", hand_size=4, seats_max=3, payment="hand")
    assert won_by_seat_1(under, seats).points == points


@pytest.mark.parametrize(
    ("hand", "points"),
    [("AS", 15), ("2S 3H 4D 5C 6S 7H", 27), ("JS QH KD", 30), ("AS AH AD AC KS", 70), ("", 0)],
)
def test_card_points(hand, points):
    """2 to 7 count their value, jack, queen and king 10, the ace 15 (section 7)."""
    assert rules.hand_points(cards(hand)) == points


def test_a_win_may_be_worth_nothing():
    """With `hand` a win over an empty hand gives 0 points (section 7)."""
    under = ruleset("classic", hand_size=3, payment="hand")
    position = scene(under, {0: "7S 7H KC", 1: "2S 2H KD"}, "5D 7D 2D 3C 2C")
    position = play(position, "pass", "pass", "meld 7S7H7D x KC")
    position = play(position, "pass", "meld 2S2H2D x KD", "pass")
    assert position.hands == (0, 0)
    position = play(position, "pass", "pass")
    assert position.seat == 1
    result = play(position, "meld 2S2H2D2C").result
    assert (result.winner, result.points) == (1, (0, 0))


def drawn(under, seats=2):
    """A deal that nobody melded in."""
    position = rules.start(under, rules.deck_from_seed("drawn", 1), dealer=0, seats=seats)
    while position.result is None:
        position = play(position, "pass")
    return position.result


def test_a_drawn_deal():
    """A drawn deal gives no points (section 7)."""
    assert drawn(STAKE).points == (0, 0)
    assert drawn(HAND, seats=3).points == (0, 0, 0)


def forfeited(under, seats, hand="AC 7D JD KH"):
    """The result when seat 0, with this hand, forfeits at once."""
    position = scene(under, {0: hand}, seats=seats)
    return position.forfeit(Reason.DISCONNECTED, 0).result


@pytest.mark.parametrize(("seats", "points"), [(2, (-1, 1)), (3, (-2, 1, 1)), (4, (-3, 1, 1, 1))])
def test_forfeit_of_a_stake(seats, points):
    """With `stake` the offender pays each other seat (section 7)."""
    assert forfeited(ruleset("classic", hand_size=4, seats_max=4), seats).points == points


@pytest.mark.parametrize(
    ("seats", "points"), [(2, (0, 42)), (3, (0, 42, 42)), (4, (0, 42, 42, 42))]
)
def test_forfeit_of_a_hand(seats, points):
    """With `hand` each other seat scores the cards in the offender's hand (section 7)."""
    under = ruleset("classic", hand_size=4, seats_max=4, payment="hand")
    assert forfeited(under, seats).points == points


@pytest.mark.parametrize("multiplier", [1, 2, 5])
def test_forfeit_with_an_empty_hand(multiplier):
    """With `hand` a forfeit gives at least m, also from an empty hand (section 7)."""
    under = ruleset("classic", hand_size=3, payment="hand")
    position = scene(under, {0: "AS 3H 5D", 1: "7S 7H KC"}, "7D")
    position = play(position, "meld 7S7H7D x KC")
    assert position.hands[1] == 0
    result = position.forfeit(Reason.DISCONNECTED, 1).result
    assert result.multiplied(multiplier) == (multiplier, 0)


WON = Result(Reason.WENT_OUT, 1, None, (-1, 1))
DRAWN = Result(Reason.STOCK_EXHAUSTED, None, None, (0, 0))
FORFEITED = Result(Reason.TIMEOUT, None, 0, (-1, 1))


def multipliers(under, results):
    """The multiplier of each deal of a leg."""
    return [settled.multiplier for settled in rules.settle(under, 2, results)]


@pytest.mark.parametrize(
    ("results", "double", "carry"),
    [
        ([WON, WON, FORFEITED, WON], [1, 1, 1, 1], [1, 1, 1, 1]),
        ([DRAWN, WON, WON], [1, 2, 1], [1, 2, 1]),
        ([DRAWN, DRAWN, DRAWN, WON, WON], [1, 2, 2, 2, 1], [1, 2, 3, 4, 1]),
        ([DRAWN, FORFEITED, DRAWN, DRAWN, WON], [1, 2, 1, 2, 2], [1, 2, 1, 2, 3]),
        ([], [], []),
    ],
)
def test_multipliers(results, double, carry):
    """After a draw `double` makes m 2, `carry` 1 plus the draws just before (section 7)."""
    assert multipliers(STAKE, results) == double
    assert multipliers(HAND, results) == carry


@given(st.lists(st.sampled_from([WON, DRAWN, FORFEITED])))
def test_multipliers_from_the_draws_before(results):
    """The multiplier depends on the run of draws just before the deal alone (section 7)."""
    for under, expected in [(STAKE, lambda n: 2 if n else 1), (HAND, lambda n: 1 + n)]:
        draws = 0
        for result, m in zip(results, multipliers(under, results), strict=True):
            assert m == expected(draws)
            draws = draws + 1 if result is DRAWN else 0


def test_points_of_a_leg():
    """Points count m times and add up in the order of deal numbers (section 7)."""
    settled = list(rules.settle(HAND, 2, [WON, DRAWN, DRAWN, WON, WON]))
    assert [each.points for each in settled] == [(-1, 1), (0, 0), (0, 0), (-3, 3), (-1, 1)]
    assert [each.totals for each in settled] == [(-1, 1), (-1, 1), (-1, 1), (-4, 4), (-5, 5)]


@pytest.mark.parametrize(("target", "deals"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 5), (99, 5)])
def test_a_target(target, deals):
    """A leg ends after the first deal in which a seat reaches the target (section 7)."""
    results = [WON, WON, DRAWN, WON, WON]
    settled = list(rules.settle(STAKE, 2, results, target=target))
    assert len(settled) == deals
    assert all(max(each.totals) < target for each in settled[:-1])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal_goes_round(seats):
    """Seat `deal mod n` deals (section 7)."""
    assert [rules.dealer_of(deal, seats) for deal in range(9)] == [i % seats for i in range(9)]


@pytest.mark.parametrize(
    ("result", "ranks"),
    [
        (Result(Reason.WENT_OUT, 1, None, (-1, 2, -1)), (1, 0, 1)),
        (Result(Reason.STOCK_EXHAUSTED, None, None, (0, 0, 0)), (0, 0, 0)),
        (Result(Reason.TIMEOUT, None, 2, (1, 1, -2)), (0, 0, 1)),
        (Result(Reason.DISCONNECTED, None, 0, (0, 5, 5)), (1, 0, 0)),
    ],
)
def test_ranking(result, ranks):
    """The winner is first, a draw ties all, the offender is last (section 7)."""
    assert result.ranks() == ranks
