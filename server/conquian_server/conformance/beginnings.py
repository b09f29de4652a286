"""Checks of how a bot begins: it is built, says hello, takes its rulesets, echoes ids."""

import asyncio
import time

from conquian_server.conformance.bench import Bench
from conquian_server.conformance.failed import Failed
from conquian_server.conformance.scenes import openings
from conquian_server.interview import BotSilent, ask_all
from conquian_server.launcher import build, command_for

# Beyond what a floating-point number holds exactly, as all numbers of JavaScript are.
_LARGE_ID = 2**60 + 1
_DEALS = 4
_LATE_SECONDS = 0.2
_LEAVE_SECONDS = 2.0


async def builds(bench: Bench) -> str:
    """The bot can be built, and its program is there."""
    bench.bot = await build(bench.bot)
    command_for(bench.bot)
    return "built" if bench.bot.is_built else "nothing to build"


async def says_hello(bench: Bench) -> str:
    """The bot comes, says hello and is ready, each in its time."""
    started = time.monotonic()
    async with bench.visited() as (guest, _):
        line = await guest.line()
        bench.hello = await guest.hello(line)
        heard = time.monotonic() - started
        await guest.welcome(line, bench.hello)
        ready = time.monotonic() - started
        line.end()
    at_once = max(1, bench.hello.deals_at_once)
    deals = "1 deal" if at_once == 1 else f"{at_once} deals"
    return f"hello after {heard:.2f} s, ready after {ready:.2f} s, {deals} at once"


async def takes_rulesets(bench: Bench) -> str:
    """The bot names the rulesets that its bot.toml does, and takes deals of each."""
    named = list(bench.hello.rulesets)
    missing = [name for name in bench.bot.rulesets if named and name not in named]
    if missing:
        raise Failed(
            f"its bot.toml says that it plays {', '.join(missing)}, its hello only"
            f" {', '.join(named)}"
        )
    async with bench.talked() as talk:
        for seating in bench.seatings:
            async with talk.deal(openings(seating, 1)[0]):
                pass
        talk.end()
        # A bot that does not end with its session is another check's.
        if goodbye := await talk.goodbye(_LEAVE_SECONDS):
            raise Failed(f"when it was to play, {goodbye}")
    return ", ".join(seating.text for seating in bench.seatings)


async def echoes_ids(bench: Bench) -> str:
    """Each request is answered once, under its own id."""
    async with bench.talked(first_id=_LARGE_ID) as talk:
        try:
            await ask_all(talk, openings(bench.seatings[0], _DEALS))
        except BotSilent as error:
            if talk.strays:
                raise Failed(str(error)) from None
            raise
        await asyncio.sleep(_LATE_SECONDS)  # for an answer too many
        if talk.strays:
            raise Failed(f"it answered request {talk.strays[0]}, which was not open")
    return f"ids from {_LARGE_ID} on"
