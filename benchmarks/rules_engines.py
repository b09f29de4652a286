"""How fast our rules engine is beside others that Python programs use.

    python benchmarks/rules_engines.py            tables
    python benchmarks/rules_engines.py --json     the same figures, and each round's

All engines are measured in one run on one core, in turn, round after round. The figures are
medians over the rounds, with the lowest and the highest in brackets.
"""

import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rules_ours import Engine, our_engines
from rules_peers import PEERS
from rules_rounds import Sample, Spread, ratio, run_rounds, spread

_WIDTH_OF_TABLES = 132


@dataclass(frozen=True)
class Column:
    """A measured quantity as the tables show it.

    Attributes:
        key: its name in the JSON.
        heading: its name in the tables.
        of: reads it from a sample.
        form: how one value is written.
        more_is_better: whether a higher value is the faster one.
        with_range: whether the lowest and the highest value stand beside the median.
    """

    key: str
    heading: str
    of: Callable[[Sample], float | None]
    form: str
    more_is_better: bool = True
    with_range: bool = True


BARE = Column("bare", "decisions/s", lambda sample: sample.bare, ",.0f")
OBSERVED = Column("observed", "with observations", lambda sample: sample.observed, ",.0f")
NODES = Column("nodes", "nodes/s", lambda sample: sample.nodes, ",.0f", with_range=False)
LEGAL = Column(
    "legal_us", "legal actions, µs", lambda sample: sample.legal_us, ".2f", more_is_better=False
)
LENGTH = Column("length", "length", lambda sample: sample.length, ".0f", with_range=False)
ABSOLUTE = (BARE, OBSERVED, NODES, LEGAL, LENGTH)
COMPARED = (BARE, OBSERVED, LEGAL)


@dataclass(frozen=True)
class Run:
    """What one run has measured.

    Attributes:
        ours: our engine under each ruleset.
        peers: the engines of others that are installed.
        missing: the names of those that are not, with the reason.
        samples: by the engine's name, one for each round.
    """

    ours: Sequence[Engine]
    peers: Sequence[Engine]
    missing: Mapping[str, str]
    samples: Mapping[str, Sequence[Sample]]

    @property
    def engines(self) -> list[Engine]:
        """All engines that were measured."""
        return [*self.ours, *self.peers]

    def spread(self, engine: Engine, column: Column) -> Spread | None:
        """A quantity over the rounds."""
        return spread(self.samples[engine.name], column.of)

    def times_as_fast(self, peer: Engine, column: Column) -> Spread | None:
        """How many times as fast our first engine is as `peer`, round by round."""
        ours, theirs = self.samples[self.ours[0].name], self.samples[peer.name]
        if column.more_is_better:
            return ratio(ours, theirs, column.of)
        return ratio(theirs, ours, column.of)


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often each engine has its turn.")] = 9,
    slot: Annotated[float, typer.Option(min=0.01, help="CPU seconds of playouts a turn.")] = 0.5,
    seed: Annotated[int, typer.Option(help="The random choices follow from it.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Measure the rules engines side by side."""
    _stay_on_one_core()
    ours = our_engines()
    peers, missing = _installed_peers()
    with Console(stderr=True).status("") as status:
        samples = run_rounds([*ours, *peers], rounds, slot, seed, status.update)
    run = Run(ours, peers, missing, samples)
    if as_json:
        print(json.dumps(_report(run), indent=2))
    else:
        _show(run, f"{rounds} rounds, {slot:g} CPU s a turn")


def _stay_on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _installed_peers() -> tuple[list[Engine], dict[str, str]]:
    """The peers that are there, and for each one that is not, why."""
    peers: list[Engine] = []
    missing = {}
    for peer in PEERS:
        try:
            peers.append(peer())
        except ImportError as error:
            missing[peer.name] = str(error)
    return peers, missing


def _machine() -> dict[str, Any]:
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": platform.platform(),
        "cpus": os.cpu_count(),
    }


def _report(run: Run) -> dict[str, Any]:
    return {
        **_machine(),
        "engines": [_engine_report(run, engine) for engine in run.engines],
        "missing": dict(run.missing),
        "times_as_fast": {
            peer.name: {each.key: _as_dict(run.times_as_fast(peer, each)) for each in COMPARED}
            for peer in run.peers
        },
    }


def _engine_report(run: Run, engine: Engine) -> dict[str, Any]:
    return {
        "name": engine.name,
        "version": engine.version,
        "loop": engine.loop,
        **{each.key: _as_dict(run.spread(engine, each)) for each in ABSOLUTE},
        "rounds": [asdict(sample) for sample in run.samples[engine.name]],
    }


def _as_dict(values: Spread | None) -> dict[str, float] | None:
    return None if values is None else asdict(values)


def _show(run: Run, effort: str) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH_OF_TABLES)
    machine = _machine()
    console.print(
        f"{machine['python']}, {machine['machine']}, one of {machine['cpus']} CPUs; {effort}",
        highlight=False,
    )
    console.print(_speeds(run))
    if run.peers:
        console.print(_comparison(run))
    for engine in run.engines:
        console.print(f"{engine.name} {engine.version}: {engine.loop}", highlight=False)
    for name, reason in run.missing.items():
        console.print(f"{name} was not measured: {reason}", highlight=False)


def _speeds(run: Run) -> Table:
    table = _table("Random playouts: median (lowest–highest)", "engine", ABSOLUTE)
    for engine in run.engines:
        table.add_row(
            engine.name,
            *(
                _cell(run.spread(engine, each), each.form, with_range=each.with_range)
                for each in ABSOLUTE
            ),
        )
    for name in run.missing:
        table.add_row(name, "not installed")
    return table


def _comparison(run: Run) -> Table:
    title = f"How many times as fast {run.ours[0].name} is, round by round"
    table = _table(title, "as", COMPARED)
    for peer in run.peers:
        table.add_row(
            peer.name, *(_cell(run.times_as_fast(peer, each), ".2f") for each in COMPARED)
        )
    return table


def _table(title: str, first: str, columns: Sequence[Column]) -> Table:
    table = Table(title=title)
    table.add_column(first, no_wrap=True)
    for each in columns:
        table.add_column(each.heading, justify="right")
    return table


def _cell(values: Spread | None, form: str, *, with_range: bool = True) -> str:
    if values is None:
        return "—"
    median = f"{values.median:{form}}"
    return f"{median} ({values.low:{form}}–{values.high:{form}})" if with_range else median


if __name__ == "__main__":
    typer.run(main)
