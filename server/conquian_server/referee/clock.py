"""The time by which a leg is played."""

import asyncio

BEAT = 0.1  # seconds between two looks at the time
STILL = 0.25  # seconds without one after which the process is taken to have stood still


class SteadyClock:
    """The event loop's time, less the time in which this process stood still.

    A referee that is suspended, or whose machine is, finds every deadline passed when it goes on,
    with the answers unread in its socket. That is nobody's fault: such a time is no time.
    """

    def __init__(self) -> None:
        """Start it, in a running event loop."""
        self._loop = asyncio.get_running_loop()
        self._lost = 0.0
        self._looked_at = self._loop.time()
        self._next_look = self._loop.call_later(BEAT, self._look)

    def now(self) -> float:
        """The time, in seconds."""
        time = self._loop.time()
        gap = time - self._looked_at
        if gap > STILL:
            self._lost += gap - BEAT
        self._looked_at = time
        return time - self._lost

    def loop_time(self, when: float) -> float:
        """The loop's time at which this clock shows `when`, if nothing stands still before."""
        return when + self._lost

    def stop(self) -> None:
        """Look no more."""
        self._next_look.cancel()

    def _look(self) -> None:
        self.now()
        self._next_look = self._loop.call_later(BEAT, self._look)
