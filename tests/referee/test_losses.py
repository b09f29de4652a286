"""Bots that vanish, at any time and again and again, and what is left of them."""

import asyncio
import gc
import weakref

import pytest
from conquian_server.match import DealBegun, DealOver, LegEnd, Request
from conquian_server.referee.outbox import Outbox
from conquian_server.referee.session import Session
from conquian_server.rules import Position

from tests.referee.raw import (
    RawBot,
    hello,
    names,
    ready,
    simple_choice,
)
from tests.referee.room import Room, plan, quick_faults, request_of, room

KEPT = (DealBegun, DealOver, Outbox, Position, Request, Session)


PHASES = ["connected", "said hello", "ready", "asked", "answered", "between deals"]


@pytest.mark.parametrize("phase", PHASES)
async def test_a_bot_may_vanish_in_any_phase(phase):
    """Whenever a bot is gone, the leg ends with its cause and the other bot is served."""
    leg = plan(deal_count=3, policy=quick_faults(incidents=1, arrival=0.5))
    async with room(leg) as here:
        here.tokens.reverse()  # the bot that vanishes is asked first in the second deal
        villain, other = await here.bot(0), await here.bot(1)
        await other.sit_down()
        playing = asyncio.create_task(other.play())
        await _reach(villain, phase)
        villain.vanish()
        over = await here.over()
        await playing
        assert over.end is LegEnd.SET_ASIDE
        assert len(here.deals) == 3
        assert all(deal.position.result.offender == 1 for deal in here.deals if deal.cause)
        assert all("set aside after 1 incidents" in deal.cause for deal in here.deals[-1:])
        assert names(other.heard)[-1] == "leg_ended"


async def test_no_loss_goes_unnoticed():
    """However often a bot vanishes, each time its table learns of it (grpc may cancel us twice)."""
    async with room(plan(policy=quick_faults(incidents=1_000, grace=60))) as here:
        for _ in range(100):
            bot = await here.bot(0)
            await bot.sit_down()
            await _lose(here, 0, bot)


async def test_memory_is_back_where_it_was_when_a_leg_is_over():
    """Sessions, queues and tables are gone with their leg: no timer and no task keeps them."""
    async with room(plan(deal_count=2, policy=quick_faults())) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        sessions = [here.table.session_of(each) for each in (0, 1)]
        kept = [weakref.ref(each) for each in sessions]
        kept += [weakref.ref(session.outbox) for session in sessions]
        kept += [weakref.ref(here.table)]
        del sessions
        bots[seat].vanish()
        await bots[1 - seat].until("deal_ended")
        fresh = await here.bot(seat)
        await fresh.sit_down()
        await asyncio.gather(fresh.play(), bots[1 - seat].play())
        await here.over()
        here.referee.close_table(here.table)
        del here.table
        while any(ref() is not None for ref in kept):
            gc.collect()
            await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) < 20


async def test_memory_does_not_grow_with_the_deals_of_a_leg():
    """What a leg keeps of its deals is a number each: positions and messages are let go."""
    counts = {}

    def count(over):
        if over.number in (100, 300):
            gc.collect()
            counts[over.number] = sum(isinstance(each, KEPT) for each in gc.get_objects())

    async with room(plan(deal_count=301, deals_at_once=8), on_deal=count) as here:
        bots = await here.seated(deals_at_once=8)
        await asyncio.gather(*(bot.play() for bot in bots))
    assert set(counts) == {100, 300}
    assert counts[300] - counts[100] < 100


async def _reach(bot: RawBot, phase: str) -> None:
    if phase == "connected":
        await bot.call.wait_for_connection()
        return
    await bot.send(hello())
    await bot.until("leg_started")
    if phase == "said hello":
        return
    await bot.send(ready())
    await bot.until("deal_started")
    if phase == "ready":
        return
    request = await bot.until("decision_requested")
    if phase == "asked":
        return
    await bot.send(simple_choice(request))
    if phase == "between deals":
        async for entry in bot.rest():
            if entry.HasField("deal_ended"):
                return
            if entry.HasField("decision_requested"):
                await bot.send(simple_choice(entry.decision_requested))


async def _lose(here: Room, seat: int, bot: RawBot) -> None:
    """Have a bot vanish, and wait until the referee knows it."""
    ended = here.table.session_of(seat).outbox.ended
    bot.vanish()
    await ended
