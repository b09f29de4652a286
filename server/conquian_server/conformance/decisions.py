"""Checks of what a bot decides: each kind of decision, the same again, deals side by side."""

import asyncio
from functools import partial
from itertools import cycle, islice

from conquian_server.conformance.bench import Bench, Seating
from conquian_server.conformance.check import Run
from conquian_server.conformance.failed import Failed
from conquian_server.conformance.scenes import Kind, legal, play, scenes
from conquian_server.interview import Talk, ask_all, together
from conquian_server.rules import Action

_DEALS = 12  # played alone, and side by side


def answers_kind(kind: Kind) -> Run:
    """The check that a bot answers a kind of decision legally, wherever it comes up."""
    return partial(_answers, kind)


async def decides_the_same(bench: Bench) -> str:
    """Whether the bot decides the same in the same deals again; both will do."""
    first, again = [await _played(bench, at_once=1) for _ in range(2)]
    if first != again:
        return "no: it decided otherwise in the same deals with the same seeds"
    bench.alone = first
    return f"yes: the same {sum(map(len, first))} decisions in {_DEALS} deals, played twice"


async def keeps_deals_apart(bench: Bench) -> str:
    """Deals that are played side by side don't mix."""
    if bench.hello.deals_at_once <= 1:
        return "it plays one deal at a time"
    together = await _played(bench, at_once=bench.hello.deals_at_once)
    if not bench.alone:
        return "legal answers side by side; it is not deterministic, so no more can be told"
    for number, (alone, mixed) in enumerate(zip(bench.alone, together, strict=True)):
        if alone != mixed:
            raise Failed(_difference(number, alone, mixed))
    return f"the same decisions in {_DEALS} deals side by side as one after another"


async def _answers(kind: Kind, bench: Bench) -> str:
    hearings = [each for seating in bench.seatings for each in scenes(kind, seating)]
    if not hearings:
        return "no ruleset that it plays has this"
    async with bench.talked() as talk:
        answers = await ask_all(talk, hearings, at_once=1)
    for hearing, (answer,) in zip(hearings, answers, strict=True):
        legal(answer, hearing.questions[0])
    return f"{len(hearings)} questions"


async def _played(bench: Bench, *, at_once: int) -> list[list[Action]]:
    """What the bot decides in each of some deals."""
    async with bench.talked() as talk:
        free = asyncio.Semaphore(min(at_once, talk.granted))
        seatings = islice(cycle(bench.seatings), _DEALS)
        deals = [_one(talk, seating, number, free) for number, seating in enumerate(seatings)]
        return await together(deals)


async def _one(talk: Talk, seating: Seating, number: int, free: asyncio.Semaphore) -> list[Action]:
    async with free:
        return await play(talk, seating, number)


def _difference(number: int, alone: list[Action], mixed: list[Action]) -> str:
    pairs = enumerate(zip(alone, mixed, strict=False))
    place, (one, other) = next(
        ((place, pair) for place, pair in pairs if pair[0] != pair[1]),
        (min(len(alone), len(mixed)), ("nothing", "nothing")),
    )
    return (
        f"in deal {number} its decision {place} was {one} when it played one deal after another,"
        f" and {other} side by side"
    )
