"""Who has nothing to do before he is asked again may rest; nobody else may."""

from conquian_server.match import Joined, Lost, Ready, Returned

from tests.match.table import Table, plan


def resting(table: Table) -> list[int]:
    """The seats whose bots may rest."""
    return [seat for seat in range(table.plan.seats) if table.leg.may_rest(seat)]


def test_nobody_rests_before_all_are_ready():
    """A bot that arrives or warms up has something to do, and so has one that waits for it."""
    table = Table(plan())
    assert resting(table) == []
    table.tell(Joined(0), Joined(1), Ready(0))
    assert resting(table) == []
    table.tell(Ready(1))
    assert resting(table) == [1 - table.asked().seat]


def test_who_is_asked_does_not_rest():
    """Through a whole deal it is the other one who rests; at the leg's end nobody does."""
    table = Table(plan())
    table.seat_bots()
    while not table.leg.over:
        request = table.asked()
        assert resting(table) == [1 - request.seat]
        table.answer(request)
    assert resting(table) == []


def test_nobody_rests_with_several_deals_at_once():
    """While one deal's request is answered another's may come; the bot is not to be stopped."""
    table = Table(plan(4, deals_at_once=4))
    table.seat_bots(4)
    assert resting(table) == []
    table.answer(*table.requests(0) or table.requests(1))
    assert resting(table) == []


def test_nobody_rests_while_one_is_lost():
    """A bot that is to find its way back must be able to."""
    table = Table(plan())
    table.seat_bots()
    lost = 1 - table.asked().seat
    table.tell(Lost(lost))
    assert resting(table) == []
    table.tell(Returned(lost))
    assert resting(table) == [lost]
