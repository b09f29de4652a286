"""A deal told from its record."""

from collections.abc import Iterator

from conquian_server.rules import BadRecord, Position, Record, read_action, verify
from rich.text import Text

from conquian_tournaments.report.narrator import Narrator


def tell_record(record: Record, *, viewer: int | None = None) -> Iterator[Text]:
    """The deal of a record, line by line; of an invalid one, what comes before the fault.

    Args:
        record: the record.
        viewer: the seat whose hand alone is shown before the end; None shows all hands.

    Raises:
        BadRecord: the record is not valid; all that is legal was told before.
    """
    narrator = Narrator(record.ruleset, record.names, viewer=viewer)
    end, fault = _verdict(record)
    position = record.start()
    yield from narrator.opening(position, multiplier=record.multiplier)
    for text in record.actions[: fault.index if fault else None]:
        action = read_action(text)
        after = position.apply(action)
        yield from narrator.step(position, action, after)
        position = after
    if fault:
        raise fault
    assert end is not None  # there is no fault
    yield from narrator.ending(end, multiplier=record.multiplier)


def _verdict(record: Record) -> tuple[Position | None, BadRecord | None]:
    try:
        return verify(record), None
    except BadRecord as fault:
        return None, fault
