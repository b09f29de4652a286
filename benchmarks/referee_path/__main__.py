"""How many decisions a second the whole path carries, and what else could carry.

    python benchmarks/referee_path            tables
    python benchmarks/referee_path --json     the same figures, and each round's

Three things are measured in one run, in turn, round after round: the whole path (referee, rules,
two bots on the SDK, three processes), the bare transport (the same messages, no game), and what
people would write instead (JSON lines over blocking pipes, the same bots). Figures are medians
over the rounds, with the lowest and the highest in brackets.
"""

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Annotated

import memory
import pipe_runner
import transport
import typer
import whole
from rich.console import Console
from rich.table import Table

AT_ONCE = (1, 8, 32, 128)
_IDLE_SESSIONS = 200
_WIDTH_OF_TABLE = 132


@dataclass
class Rounds:
    """What was measured, a list of rounds for each number of deals at once."""

    path: dict[int, list[whole.PathSample]] = field(default_factory=dict)
    bare: dict[int, list[float]] = field(default_factory=dict)
    piped: dict[int, list[float]] = field(default_factory=dict)

    def measure(self, decisions: int) -> None:
        """Measure everything once."""
        for at_once in AT_ONCE:
            wanted = decisions if at_once == 1 else decisions * 4
            self.path.setdefault(at_once, []).append(whole.play(at_once, wanted))
            self.bare.setdefault(at_once, []).append(
                transport.decisions_per_second(at_once, wanted)
            )
            self.piped.setdefault(at_once, []).append(
                pipe_runner.decisions_per_second(at_once, decisions)
            )

    def best_pipes(self) -> list[float]:
        """The best figure of the pipes in each round."""
        return [max(rates) for rates in zip(*self.piped.values(), strict=True)]


def main(
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to take the median of.")] = 5,
    decisions: Annotated[int, typer.Option(min=1000, help="Decisions a measurement.")] = 10_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the path of a decision from the referee to a bot and back."""
    measured = Rounds()
    for number in range(rounds):
        typer.echo(f"round {number + 1} of {rounds}", err=True)
        measured.measure(decisions)
    resident = memory.idle_sessions(_IDLE_SESSIONS)
    if as_json:
        typer.echo(json.dumps(_as_object(measured, resident)))
        return
    console = Console(width=_WIDTH_OF_TABLE)
    console.print(_table(measured))
    console.print(
        f"Resident with {_IDLE_SESSIONS} idle sessions: {resident:.0f} MiB. "
        f"Python {platform.python_version()}, {len(os.sched_getaffinity(0))} cores, "
        f"{rounds} rounds."
    )


def _table(measured: Rounds) -> Table:
    table = Table(title="decisions a second")
    table.add_column("deals at once", justify="right")
    for heading in (
        "whole path",
        "transport",
        "of it",
        "pipes",
        "best pipes ×",
        "referee µs",
        "bots µs",
    ):
        table.add_column(heading, justify="right")
    best = measured.best_pipes()
    for at_once in AT_ONCE:
        samples = measured.path[at_once]
        rates = [sample.rate for sample in samples]
        table.add_row(
            str(at_once),
            _spread(rates),
            _spread(measured.bare[at_once]),
            f"{_ratio(rates, measured.bare[at_once]):.2f}",
            _spread(measured.piped[at_once]),
            f"{_ratio(rates, best):.2f}",
            f"{median(sample.referee_us for sample in samples):.1f}",
            f"{median(sample.bots_us for sample in samples):.1f}",
        )
    return table


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return median(one / other for one, other in zip(ours, theirs, strict=True))


def _spread(rates: Sequence[float]) -> str:
    return f"{median(rates):,.0f} [{min(rates):,.0f}–{max(rates):,.0f}]"


def _as_object(measured: Rounds, resident: float) -> dict[str, object]:
    return {
        "whole": {
            at_once: [[sample.rate, sample.referee_us, sample.bots_us] for sample in samples]
            for at_once, samples in measured.path.items()
        },
        "transport": measured.bare,
        "pipes": measured.piped,
        "idle_sessions": _IDLE_SESSIONS,
        "resident_mebibytes": resident,
    }


if __name__ == "__main__":
    typer.run(main)
