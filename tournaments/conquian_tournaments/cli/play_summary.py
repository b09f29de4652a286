"""What `conquian play` says when its leg is over."""

from collections.abc import Iterator
from dataclasses import dataclass
from signal import Signals
from typing import Any

import typer
from conquian_server.launcher import ExitReport
from conquian_server.match import LegEnd
from conquian_server.referee import BotExit, LegReport

from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.play_output import Style
from conquian_tournaments.cli.play_setup import Setup
from conquian_tournaments.cli.screen import table_screen
from conquian_tournaments.machine import machine_lines, machine_object
from conquian_tournaments.report.leg import failure_lines, last_lines, leg_table
from conquian_tournaments.report.names import seat_labels
from conquian_tournaments.sums import LegSums, SeatSums


@dataclass(frozen=True, slots=True)
class Played:
    """A leg that was played, or stopped.

    Attributes:
        setup: what was to be played.
        sums: the sums of the settled deals.
        report: how the leg and its bots ended.
        left_out: how many deals have ended that are not settled, because one before them has not.
        stopped_by: the signal that stopped it.
    """

    setup: Setup
    sums: LegSums
    report: LegReport
    left_out: int
    stopped_by: Signals | None

    @property
    def failed(self) -> bool:
        """Whether a bot has failed."""
        return self.sums.faulted or bool(self.report.exits)

    def exits(self, seat: int) -> list[ExitReport]:
        """How the seat's processes ended that ended during the leg."""
        return _of_seat(self.report.exits, seat)

    def stopped(self, seat: int) -> list[ExitReport]:
        """How the seat's processes ended that were stopped, or ended with the leg."""
        return _of_seat(self.report.stopped, seat)


def print_summary(played: Played, style: Style) -> None:
    """Print what each bot did, and why bots failed."""
    if style.as_json:
        print_json({"summary": _summary_object(played)})
        return
    setup, sums = played.setup, played.sums.seats
    labels = seat_labels(setup.names)
    console = table_screen(no_color=style.no_color)
    console.print(leg_table(labels, [bot.version for bot in setup.bots], sums))
    for line in (*_notes(played), *machine_lines(labels, played.report.shares)):
        typer.echo(line)
    for seat, label in enumerate(labels):
        exits = played.exits(seat)
        if exits or sums[seat].faults:
            lines = failure_lines(label, sums[seat], exits, played.stopped(seat))
            typer.echo("\n".join(["", *lines]))


def _notes(played: Played) -> Iterator[str]:
    setup = played.setup
    what = f"{_length(played)} of {setup.plan.ruleset.name}"
    yield f"{what}; play them again with --seed {setup.seed}"
    if played.left_out:
        yield f"left out: {_deals(played.left_out)} that ended after one that has not"


def _length(played: Played) -> str:
    """How many deals were played, and why not all."""
    deals, wanted = played.sums.deals, played.setup.plan.deal_count
    if played.stopped_by is not None:
        return f"stopped by {played.stopped_by.name} after {deals} of {_deals(wanted)}"
    if played.report.over.end is LegEnd.TARGET_REACHED:
        return f"target reached after {_deals(deals)}"
    return _deals(deals)


def _deals(number: int) -> str:
    return "1 deal" if number == 1 else f"{number} deals"


def _summary_object(played: Played) -> dict[str, Any]:
    setup, stopped_by = played.setup, played.stopped_by
    return {
        "ruleset": setup.plan.ruleset.reference(),
        "seed": setup.seed,
        "deals": played.sums.deals,
        "left_out": played.left_out,
        "end": played.report.over.end.value,
        "signal": None if stopped_by is None else stopped_by.name,
        "seats": [_seat_object(played, seat) for seat in range(len(setup.bots))],
        "machine": machine_object([played.report.shares]),
    }


def _seat_object(played: Played, seat: int) -> dict[str, Any]:
    bot, sums = played.setup.bots[seat], played.sums.seats[seat]
    return {
        "bot": bot.name,
        "version": bot.version,
        "won": sums.won,
        "drawn": sums.drawn,
        "lost": sums.lost,
        "points": sums.points,
        "decisions": sums.decisions,
        **_times(sums),
        "faults": dict(sums.faults),
        "exits": [_exit_object(report) for report in played.exits(seat)],
    }


def _times(sums: SeatSums) -> dict[str, float | None]:
    if sums.mean is None:
        return {"mean_ms": None, "max_ms": None}
    return {"mean_ms": round(sums.mean * 1000, 3), "max_ms": round(sums.slowest * 1000, 3)}


def _exit_object(report: ExitReport) -> dict[str, Any]:
    return {
        "cause": report.cause,
        "exit_code": report.exit_code,
        "signal": report.signal,
        "stderr": last_lines(report.stderr_tail),
    }


def _of_seat(ends: tuple[BotExit, ...], seat: int) -> list[ExitReport]:
    return [ended.report for ended in ends if ended.seat == seat]
