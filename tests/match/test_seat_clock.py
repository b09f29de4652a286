"""The clock of one seat by itself: the order and the keeping of its deadlines."""

from random import Random

import pytest
from conquian_server.match import ClockRules, Request
from conquian_server.match.clock import SeatClock
from conquian_server.rules import start

from tests.match.table import CLASSIC, deck_of

POSITION = start(CLASSIC, deck_of(0), dealer=0, seats=2)


def ask(clock: SeatClock, bank: float | None, now: float) -> Request:
    """Another request."""
    return clock.ask(0, POSITION, None, bank, now)


@pytest.mark.parametrize("seed", range(10))
def test_the_next_deadline_is_the_first_of_all_that_are_open(seed):
    """However requests come and go, the next to fault is the open one with the first deadline."""
    random, clock = Random(seed), SeatClock(0, ClockRules(bank=1.0))
    kept = ask(clock, 1.0, 0.0)
    for now in range(random.randrange(400, 800)):
        ask(clock, random.choice([1e3, 1e6]), float(now))
        if len(clock.open) > 40:
            clock.close(random.choice([each for each in clock.open.values() if each is not kept]))
        assert clock.next_deadline() == kept.deadline
    while clock.open:
        first = min(clock.open.values(), key=lambda each: each.deadline)
        assert clock.next_deadline() == first.deadline
        assert clock.next_to_fault() is first
        clock.close(first)


def test_answered_requests_leave_the_clock():
    """A request that stays open keeps none of those that are answered after it."""
    clock = SeatClock(0, ClockRules(limit=1e9))
    ask(clock, None, 0.0)
    for _ in range(10_000):
        clock.close(ask(clock, None, 0.0))
    assert list(clock.open) == [1]
    assert len(clock._deadlines) < 1000  # the one thing that could grow unseen


def test_rounding_does_not_add_up():
    """Once all is answered, the next request has exactly its own allowance."""
    clock = SeatClock(0, ClockRules(limit=0.1))
    for request in [ask(clock, None, 0.0) for _ in range(3)]:
        clock.close(request)
    assert ask(clock, None, 0.0).deadline == 0.1


def test_a_request_is_closed_once():
    """To close a request again takes nothing from the others."""
    clock = SeatClock(0, ClockRules(limit=2.0))
    first, second = ask(clock, None, 0.0), ask(clock, None, 0.0)
    clock.close(first)
    clock.close(first)
    assert list(clock.open.values()) == [second]
    assert ask(clock, None, 0.0).deadline == 4.0
