"""A deal in play."""

from conquian_server.match.effects import Request
from conquian_server.rules import Position


class Deal:
    """A deal in play: where it stands and what its decisions have cost.

    Attributes:
        number: its number in the leg.
        position: where it stands.
        request: the newest request, None before the first.
    """

    def __init__(self, number: int, position: Position, bank: float | None) -> None:
        self.number = number
        self.position = position
        self.request: Request | None = None
        seats = range(position.setup.seats)
        self._charges: list[list[float]] = [[] for _ in seats]
        self._banks = None if bank is None else [bank for _ in seats]

    @property
    def asked_seat(self) -> int:
        """The seat whose answer is wanted."""
        assert self.position.seat is not None
        return self.position.seat

    @property
    def charges(self) -> tuple[tuple[float, ...], ...]:
        """For each seat the seconds charged to each of its decisions."""
        return tuple(map(tuple, self._charges))

    def bank_of(self, seat: int) -> float | None:
        """The seconds left in the seat's bank, None without one."""
        return None if self._banks is None else self._banks[seat]

    def charge(self, seat: int, seconds: float, increment: float) -> None:
        """Note what a decision of `seat` has cost, and settle it with the seat's bank."""
        self._charges[seat].append(seconds)
        if self._banks is not None:
            self._banks[seat] = max(0.0, self._banks[seat] - seconds) + increment
