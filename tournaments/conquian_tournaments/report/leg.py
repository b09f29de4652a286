"""A leg told in sums: a table of its seats, and why bots failed."""

from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from conquian_tournaments.report.names import printable
from conquian_tournaments.sums import SeatSums

_NUMBERS = ("won", "drawn", "lost", "points", "decisions", "mean ms", "max ms")


def leg_table(labels: Sequence[str], versions: Sequence[str], sums: Sequence[SeatSums]) -> Table:
    """A row for each seat.

    Args:
        labels: the seats' names as they can be printed.
        versions: the versions of their bots.
        sums: what they did.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("seat", justify="right", no_wrap=True)
    for heading in ("bot", "version"):
        table.add_column(heading, overflow="fold")
    for heading in _NUMBERS:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("faults", overflow="fold")
    for seat, (label, version, row) in enumerate(zip(labels, versions, sums, strict=True)):
        table.add_row(str(seat), Text(label), Text(version), *_cells(row))
    return table


def faults_text(sums: SeatSums) -> str:
    """The faults by reason, such as `2 timeout, 1 disconnected`, or `none`."""
    return ", ".join(f"{count} {reason}" for reason, count in sums.faults.most_common()) or "none"


def tail_lines(text: str, most: int) -> list[str]:
    """The last lines of what a stranger's program wrote, safe for a terminal."""
    return [printable(line.expandtabs()) for line in text.rstrip().splitlines()[-most:]]


def merged(causes: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Deals and their causes as lines, those with one cause after another in one line."""
    first = last = -1
    before = ""
    for number, cause in causes:
        if cause == before and number == last + 1:
            last = number
            continue
        if before:
            yield _caused(first, last, before)
        first, last, before = number, number, cause
    if before:
        yield _caused(first, last, before)


def _caused(first: int, last: int, cause: str) -> str:
    deals = f"deal {first}" if first == last else f"deals {first} to {last}"
    return f"{deals}: {printable(cause)}"


def _cells(sums: SeatSums) -> Iterator[str]:
    for number in (sums.won, sums.drawn, sums.lost):
        yield str(number)
    yield f"{sums.points:+d}" if sums.points else "0"
    yield str(sums.decisions)
    yield "-" if sums.mean is None else f"{sums.mean * 1000:.3f}"
    yield "-" if not sums.decisions else f"{sums.slowest * 1000:.3f}"
    yield faults_text(sums)
