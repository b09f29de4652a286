"""Interleaved measuring: every engine takes its turn in every round.

What disturbs the machine for a while then hits all engines of a round alike, and a ratio is
taken round by round before its median is. Times are CPU seconds of this process, so that
waiting for a busy core counts for nobody.
"""

import gc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import median
from time import process_time

from rules_ours import Engine

_LEGAL_CALLS = 300

Quantity = Callable[["Sample"], float | None]


@dataclass(frozen=True, slots=True)
class Sample:
    """What one engine did in one round.

    Attributes:
        bare: decisions a second of random playouts without observations.
        observed: decisions a second when each seat looks before it decides.
        nodes: the playouts without observations, chance nodes counted too.
        legal_us: microseconds to list the legal actions once, None where that is no call apart.
        length: decisions a deal.
    """

    bare: float
    observed: float
    nodes: float
    legal_us: float | None
    length: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some rounds, with the lowest and the highest."""

    median: float
    low: float
    high: float


def run_rounds(
    engines: Sequence[Engine], rounds: int, slot: float, seed: int, progress: Callable[[str], None]
) -> dict[str, list[Sample]]:
    """Measure all engines in turn, `rounds` times over, after one unrecorded warm-up each.

    Args:
        engines: whom to measure.
        rounds: how often each has its turn.
        slot: CPU seconds of playouts a turn, once without and once with observations.
        seed: the choices of a round follow from it and the round's number.
        progress: told what is being measured.
    """
    for engine in engines:
        progress(f"warming up {engine.name}")
        _measure(engine, Random(f"{seed}/warm-up"), slot / 2)
    _set_imports_aside()
    samples: dict[str, list[Sample]] = {engine.name: [] for engine in engines}
    for number in range(1, rounds + 1):
        for engine in engines:
            progress(f"round {number} of {rounds}: {engine.name}")
            samples[engine.name].append(_measure(engine, Random(f"{seed}/{number}"), slot))
    return samples


def spread(samples: Sequence[Sample], of: Quantity) -> Spread | None:
    """The spread of one quantity, None where the engine has no such quantity."""
    return _spread_of(map(of, samples))


def ratio(above: Sequence[Sample], below: Sequence[Sample], of: Quantity) -> Spread | None:
    """How many times what `below` has of a quantity `above` has, round by round."""
    pairs = zip(map(of, above), map(of, below), strict=True)
    return _spread_of(None if a is None or b is None else a / b for a, b in pairs)


def _spread_of(values: Iterable[float | None]) -> Spread | None:
    known = [value for value in values if value is not None]
    return Spread(median(known), min(known), max(known)) if known else None


def _set_imports_aside() -> None:
    """Spare every engine the collector's walks through what the other engines imported."""
    gc.collect()
    gc.freeze()


def _measure(engine: Engine, rng: Random, slot: float) -> Sample:
    bare = _playouts(engine, rng, slot, observe=False)
    observed = _playouts(engine, rng, slot, observe=True)
    return Sample(
        bare=bare.decisions / bare.seconds,
        observed=observed.decisions / observed.seconds,
        nodes=bare.nodes / bare.seconds,
        legal_us=_legal_us(engine, rng),
        length=bare.decisions / bare.deals,
    )


@dataclass(frozen=True, slots=True)
class _Turn:
    deals: int
    decisions: int
    nodes: int
    seconds: float


def _playouts(engine: Engine, rng: Random, slot: float, *, observe: bool) -> _Turn:
    """Whole playouts until the slot is used up."""
    gc.collect()
    deals = decisions = nodes = 0
    started = process_time()
    while (seconds := process_time() - started) < slot:
        playout = engine.playout(rng, observe=observe)
        deals += 1
        decisions += playout.decisions
        nodes += playout.nodes
    return _Turn(deals, decisions, nodes, seconds)


def _legal_us(engine: Engine, rng: Random) -> float | None:
    calls = list(islice(engine.legal_calls(rng), _LEGAL_CALLS))
    if not calls:
        return None
    started = process_time()
    for call in calls:
        call()
    return (process_time() - started) / len(calls) * 1e6
