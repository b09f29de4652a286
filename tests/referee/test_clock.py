"""The time by which a leg is played, on a loop whose time the test tells."""

import asyncio

import pytest
from conquian_server.referee.clock import BEAT, STILL, SteadyClock


@pytest.fixture
def loop_time(monkeypatch):
    """Sets the time of the running loop."""

    def set_time(seconds: float) -> None:
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: seconds)

    return set_time


def test_it_goes_as_the_loop_goes(loop_time):
    """While the loop runs, the clock goes with it."""

    async def run() -> list[float]:
        loop_time(100.0)
        clock = SteadyClock()
        shown = []
        for step in range(1, 30):
            loop_time(100.0 + step * BEAT)
            shown.append(clock.now())
        clock.stop()
        return shown

    assert asyncio.run(run()) == [100.0 + step * BEAT for step in range(1, 30)]


def test_time_in_which_the_process_stands_still_is_no_time(loop_time):
    """A gap in which the loop did not run is taken off, but for one beat."""

    async def run() -> tuple[float, float, float]:
        loop_time(100.0)
        clock = SteadyClock()
        loop_time(112.0)
        first = clock.now()
        loop_time(112.0 + BEAT)
        second, later = clock.now(), clock.loop_time(101.0)
        clock.stop()
        return first, second, later

    first, second, later = asyncio.run(run())
    assert first == pytest.approx(100.0 + BEAT)
    assert second == pytest.approx(100.0 + 2 * BEAT)
    assert later == pytest.approx(101.0 + 12.0 - BEAT)


def test_a_busy_moment_counts(loop_time):
    """A gap no longer than the bound is time like any other."""

    async def run() -> float:
        loop_time(100.0)
        clock = SteadyClock()
        loop_time(100.0 + STILL)
        shown = clock.now()
        clock.stop()
        return shown

    assert asyncio.run(run()) == 100.0 + STILL
