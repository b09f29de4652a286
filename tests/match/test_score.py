"""The score of a leg: draws, multipliers and targets."""

import pytest
from conquian_server import rules
from conquian_server.match import ClockRules, Gone, Joined, LegEnd, Ready, Request, Standing
from conquian_server.rules import Reason, Result

from tests.match.table import (
    CLASSIC,
    NINE_CARD,
    Table,
    always_pass,
    at_random,
    first_option,
    only,
    plan,
)


def table_of(*args, **rest) -> Table:
    """A table whose bots became ready at time 0."""
    table = Table(plan(*args, **rest))
    table.seat_bots()
    return table


def standings(table: Table) -> dict[int, Standing]:
    """What the seats were told of the score in each deal."""
    return {each.deal: each.standing for each in only(Request, table.log)}


def test_deals_after_draws_count_double():
    """In classic the deal after a draw counts twice, after two draws still twice (section 7)."""
    table = table_of(4)
    table.play(always_pass)
    assert standings(table) == {
        0: Standing(1, (0, 0)),
        1: Standing(2, (0, 0)),
        2: Standing(2, (0, 0)),
        3: Standing(2, (0, 0)),
    }
    assert [each.multiplier for each in table.end().settlements] == [1, 2, 2, 2]


def test_the_stake_of_draws_is_carried():
    """In nine-card each draw in a row adds one to the multiplier (section 7)."""
    table = table_of(4, ruleset=NINE_CARD)
    table.play(always_pass)
    assert [each.multiplier for each in table.end().settlements] == [1, 2, 3, 4]


def test_a_forfeited_deal_after_a_draw_counts_double():
    """A fault costs what the deal was worth (sections 7 and 8)."""
    drawn = Result(Reason.STOCK_EXHAUSTED, None, None, (0, 0))
    table = table_of(2, played={0: drawn})
    assert table.asked().standing == Standing(2, (0, 0))
    table.tell(Gone(0, "signal 9"))
    assert table.end().settlements[-1].points == (-2, 2)


@pytest.mark.parametrize("target", [1, 3])
@pytest.mark.parametrize(("ruleset", "policy"), [(CLASSIC, first_option), (NINE_CARD, at_random)])
def test_a_target_ends_the_leg(ruleset, policy, target):
    """The leg ends after the first deal in which a seat's score has reached the target."""
    target *= 1 if ruleset is CLASSIC else 50
    table = table_of(500, ruleset=ruleset, target=target)
    table.play(policy)
    *before, last = [max(each.totals) for each in table.end().settlements]
    assert last >= target
    assert all(total < target for total in before)
    assert table.end().end is LegEnd.TARGET_REACHED
    assert len(table.overs()) == len(before) + 1 < 500
    expected = rules.settle(ruleset, 2, table.results(), target=target)
    assert table.end().settlements == tuple(expected)


def test_a_leg_ends_after_its_deals_without_the_target():
    """Where no seat reaches the target, the number of deals ends the leg."""
    table = table_of(3, target=1)
    table.play(always_pass)
    assert table.end().end is LegEnd.PLAYED


def test_a_target_may_be_reached_by_a_fault():
    """A forfeited deal may end the leg, and then no bot is wanted any more."""
    table = table_of(9, target=1)
    effects = table.tell(Gone(0, "signal 9"))
    assert [type(each).__name__ for each in effects] == ["DealOver", "LegOver"]
    assert table.end().end is LegEnd.TARGET_REACHED


def test_a_target_may_be_reached_by_an_earlier_attempt():
    """What is played already may have reached the target: then nothing is left."""
    won = Result(Reason.WENT_OUT, 1, None, (-1, 1))
    table = Table(plan(9, target=2, played={0: won, 1: won}))
    (over,) = table.tick(0.0)
    assert over.end is LegEnd.TARGET_REACHED
    assert over.settlements[-1].totals == (-2, 2)


def test_bots_are_shown_the_score_of_an_earlier_attempt():
    """The first deal of a further attempt counts on from the deals before it."""
    won = Result(Reason.WENT_OUT, 1, None, (-1, 1))
    drawn = Result(Reason.STOCK_EXHAUSTED, None, None, (0, 0))
    table = table_of(9, played={0: won, 1: drawn}, clocks=ClockRules())
    assert (table.asked().deal, table.asked().standing) == (2, Standing(2, (-1, 1)))


def test_the_score_is_hidden_where_bots_play_side_by_side():
    """It is shown where one of the bots plays one deal at a time, whatever the plan allows."""
    for takes, shown in [((8, 8), False), ((8, 1), True)]:
        table = Table(plan(9, deals_at_once=8))
        table.tell(Joined(0, takes[0]), Joined(1, takes[1]), Ready(0), Ready(1))
        (first, *_) = only(Request, table.log)
        assert (first.standing is not None) is shown
