"""A leg told in sums: a table of its seats, and why bots failed."""

from collections import Counter
from collections.abc import Iterator, Sequence

from conquian_server.launcher import ExitReport
from conquian_server.rules import Reason
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from conquian_tournaments.report.names import printable, with_version
from conquian_tournaments.sums import FaultRun, SeatSums

_NUMBERS = ("won", "drawn", "lost", "points", "decisions", "mean ms", "max ms")
_LONGEST_REASON = len("disconnected")
_RUNS_SHOWN = 10
_LINES_SHOWN = 20
_LONGEST_LINE = 500


def leg_table(labels: Sequence[str], versions: Sequence[str], sums: Sequence[SeatSums]) -> Table:
    """A row for each seat; it fits a terminal of 80 columns.

    Args:
        labels: the seats' names as they can be printed.
        versions: the versions of their bots.
        sums: what they did.
    """
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=0)
    table.add_column("seat", justify="right", no_wrap=True)
    table.add_column("bot", overflow="fold")
    for heading in _NUMBERS:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("faults", min_width=_LONGEST_REASON)
    for seat, (label, version, row) in enumerate(zip(labels, versions, sums, strict=True)):
        table.add_row(str(seat), Text(with_version(label, version)), *_cells(row))
    return table


def faults_text(sums: SeatSums) -> str:
    """The faults by reason, such as `2 timeout, 1 disconnected`, or `none`."""
    return ", ".join(f"{count} {reason}" for reason, count in _counted(sums)) or "none"


def last_lines(written: str) -> list[str]:
    """The last lines of what a stranger's program wrote, safe for a terminal."""
    lines = written.rstrip().splitlines()[-_LINES_SHOWN:]
    return [printable(line.expandtabs())[:_LONGEST_LINE] for line in lines]


def failure_lines(
    label: str, sums: SeatSums, exits: Sequence[ExitReport], stopped: Sequence[ExitReport]
) -> list[str]:
    """Why a bot forfeited deals, how its process ended, and its last words.

    Args:
        label: the seat's name as it can be printed.
        sums: what it did.
        exits: its processes that ended during the leg, first one first.
        stopped: those that were stopped, or ended with the leg.
    """
    runs = sums.fault_runs
    lines = [f"{label} failed:", *(f"  {_run_text(run)}" for run in runs[:_RUNS_SHOWN])]
    if len(runs) > _RUNS_SHOWN:
        lines.append(f"  and {len(runs) - _RUNS_SHOWN} times more")
    if exits:
        count = len(exits)
        which = f"{count} of its processes ended, the last" if count > 1 else "its process"
        lines += _last_words(f"{which} {exits[-1].cause}", exits[-1])
    elif stopped:
        lines += _last_words(f"at the end its process {stopped[-1].cause}", stopped[-1])
    return lines


def _counted(sums: SeatSums) -> list[tuple[str, int]]:
    """The faults by reason; deals that nobody was left to play are no new faults of the bot."""
    aside = sum(run.last - run.first + 1 for run in sums.fault_runs if _is_aside(run))
    of_play = sums.faults - Counter({Reason.DISCONNECTED.value: aside})
    return of_play.most_common() + [("forfeited (set aside)", aside)] * bool(aside)


def _is_aside(run: FaultRun) -> bool:
    return run.cause.startswith("set aside")


def _run_text(run: FaultRun) -> str:
    deals = f"deal {run.first}" if run.first == run.last else f"deals {run.first} to {run.last}"
    cause = printable(run.cause)
    return f"{deals}: forfeited ({cause})" if _is_aside(run) else f"{deals}: {cause}"


def _last_words(end: str, report: ExitReport) -> list[str]:
    words = last_lines(report.stderr_tail)
    wrote = "the end of its stderr:" if words else f"it wrote nothing to stderr{_advice(report)}"
    return [f"  {end}; {wrote}", *(f"    {line}" for line in words)]


def _advice(report: ExitReport) -> str:
    """A bot that ends well and silently has most likely never begun to play."""
    return "; did it dial the referee, as conquian.run(...) does?" if report.exit_code == 0 else ""


def _cells(sums: SeatSums) -> Iterator[str]:
    for number in (sums.won, sums.drawn, sums.lost):
        yield str(number)
    yield f"{sums.points:+d}" if sums.points else "0"
    yield str(sums.decisions)
    yield "-" if sums.mean is None else f"{sums.mean * 1000:.3f}"
    yield "-" if not sums.decisions else f"{sums.slowest * 1000:.3f}"
    yield faults_text(sums)
