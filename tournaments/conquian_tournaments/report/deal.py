"""A deal told from its record."""

from collections.abc import Iterator, Sequence

from conquian_server.rules import BadRecord, Position, Record, read_action, verify
from rich.text import Text

from conquian_tournaments.report.narrator import Narrator

_MS = 1000  # in a second


def tell_record(
    record: Record, *, viewer: int | None = None, charges: Sequence[Sequence[float]] = ()
) -> Iterator[Text]:
    """The deal of a record, line by line; of an invalid one, what comes before the fault.

    Args:
        record: the record.
        viewer: the seat whose hand alone is shown before the end; None shows all hands.
        charges: for each seat the seconds charged to each of its decisions, which are then told.

    Raises:
        BadRecord: the record is not valid; all that is legal was told before.
    """
    narrator = Narrator(record.ruleset, record.names, viewer=viewer)
    end, fault = _verdict(record)
    position, clocks = record.start(), _Clocks(charges)
    yield from narrator.opening(position, multiplier=record.multiplier)
    for text in record.actions[: fault.index if fault else None]:
        action = read_action(text)
        after = position.apply(action)
        yield from _timed(narrator.step(position, action, after), clocks.next_of(position.seat))
        position = after
    if fault:
        raise fault
    assert end is not None  # there is no fault
    assert end.result is not None  # nor is an action missing
    ending = narrator.ending(end, multiplier=record.multiplier)
    yield from _timed(ending, clocks.next_of(end.result.offender))


def _timed(lines: list[Text], time: str) -> list[Text]:
    lines[0].append(time, style="dim")
    return lines


class _Clocks:
    """What was charged, decision by decision."""

    def __init__(self, charges: Sequence[Sequence[float]]) -> None:
        self._charges = [iter(of_seat) for of_seat in charges]

    def next_of(self, seat: int | None) -> str:
        """The seat's next charge in words; none where the time was not told, or is used up."""
        if seat is None or seat >= len(self._charges):
            return ""
        seconds = next(self._charges[seat], None)
        return "" if seconds is None else f"  [{seconds * _MS:.3f} ms]"


def _verdict(record: Record) -> tuple[Position | None, BadRecord | None]:
    try:
        return verify(record), None
    except BadRecord as fault:
        return None, fault
