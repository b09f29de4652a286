"""How a referee stops, and what happens to legs that fail through no fault of a bot."""

import asyncio
import logging

import pytest
from conquian.v1 import leg_pb2, session_pb2
from conquian_server.match import LegEnd
from conquian_server.referee import (
    Keepalive,
    Limits,
    RefereeError,
)
from grpc import aio

from tests.referee.raw import goodbye, hello, names, pass_always, ready
from tests.referee.room import plan, quick_faults, request_of, room


async def test_a_stop_hands_running_deals_back():
    """A referee that stops at once hands its deals back as nobody's, and tells every bot."""
    async with room(plan(deal_count=6, deals_at_once=2)) as here:
        bots = await here.seated(deals_at_once=2)
        await request_of(bots)
        await here.referee.stop()
        assert (await here.over()).end is LegEnd.CALLED_OFF
        assert not here.deals
        for bot in bots:
            heard = await bot.to_end()
            assert names(heard)[-4:] == ["notice", "deal_ended", "deal_ended", "leg_ended"]
            assert heard[-4].notice.kind == session_pb2.NOTICE_KIND_STOPPING
            assert heard[-2].deal_ended.reason == leg_pb2.DEAL_END_REASON_CALLED_OFF
            assert heard[-1].leg_ended.reason == leg_pb2.LEG_END_REASON_CALLED_OFF


async def test_a_drain_lets_running_deals_finish():
    """Running deals are played to their end, no new one begins, and nobody new is let in."""
    async with room(plan(deal_count=50, deals_at_once=3)) as here:
        bots = await here.seated(deals_at_once=3)
        seat, _ = await request_of(bots)
        stopping = asyncio.create_task(here.referee.stop(drain_seconds=60))
        await bots[seat].until("notice")
        late = await here.bot(seat)
        await late.send(hello())
        assert (await late.refusal()).reason in (
            session_pb2.REFUSAL_REASON_STOPPING,
            session_pb2.REFUSAL_REASON_ACCESS,
        )
        open_requests = [
            entry.decision_requested
            for entry in bots[seat].heard
            if entry.HasField("decision_requested")
        ]
        await bots[seat].send(*map(pass_always, open_requests))
        await asyncio.gather(*(bot.play(pass_always) for bot in bots))
        await stopping
        assert (await here.over()).end is LegEnd.CALLED_OFF
        assert sorted(deal.number for deal in here.deals) == [0, 1, 2]
        assert not any(deal.cause for deal in here.deals)


async def test_a_lost_bot_may_come_back_during_a_drain():
    """A bot whose connection breaks while the referee stops may take its session up again."""
    async with room() as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        stopping = asyncio.create_task(here.referee.stop(drain_seconds=60))
        await bots[seat].until("notice")
        again = await here.bot(seat)
        token = bots[seat].heard[0].welcome.resume_token
        await again.send(hello(resume_token=token), ready())
        await asyncio.gather(again.play(), bots[1 - seat].play())
        await stopping
        assert not here.deals[0].cause


async def test_a_stop_ends_every_stream():
    """Streams in any state end with the referee: silent ones, and those that wait for a leg."""
    async with room() as here:
        silent, waiting = await here.bot(0), await here.bot(1)
        await waiting.sit_down()
        await here.referee.stop()
        assert names(await waiting.to_end())[-1] == "leg_ended"
        with pytest.raises((aio.AioRpcError, asyncio.CancelledError)):
            await silent.to_end()
        with pytest.raises(RefereeError, match="is stopping"):
            here.open(plan())


async def test_a_table_that_is_closed_lets_its_bots_go():
    """Closing a table calls off its leg; its tokens open nothing any more."""
    async with room() as here:
        bots = await here.seated()
        await request_of(bots)
        here.referee.close_table(here.table)
        for bot in bots:
            assert names(await bot.to_end())[-1] == "leg_ended"
        assert (await (await here.bot(0)).refusal()).reason == session_pb2.REFUSAL_REASON_ACCESS


# --- failures that are no bot's ------------------------------------------------------------


class FullDiskError(Exception):
    pass


@pytest.mark.parametrize("how", ["answer", "timer"])
async def test_a_result_that_can_not_be_kept_ends_the_leg(how, caplog):
    """What `on_deal` raises ends the leg with that error, wherever the deal was ended from."""

    def full(_):
        raise FullDiskError

    leg = plan(deal_count=3, deals_at_once=2, policy=quick_faults())
    async with room(leg, on_deal=full) as here:
        bots = await here.seated(deals_at_once=2)
        seat, _ = await request_of(bots)
        if how == "answer":
            await bots[seat].send(goodbye())
        else:
            bots[seat].vanish()
        with pytest.raises(FullDiskError):
            await here.over()
        heard = await bots[1 - seat].to_end()
        reasons = [entry.deal_ended.reason for entry in heard if entry.HasField("deal_ended")]
        assert reasons == [leg_pb2.DEAL_END_REASON_CALLED_OFF] * 2
        assert "leg failed" in caplog.text


async def test_a_fault_of_ours_is_not_the_bots(monkeypatch):
    """An error in reading a bot's answer ends the leg with it, and blames no bot."""

    def broken(_):
        raise ZeroDivisionError

    monkeypatch.setattr("conquian_server.referee.stream.decode_decision", broken)
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await bots[seat].send(pass_always(request))
        with pytest.raises(ZeroDivisionError):
            await here.over()
        assert not here.deals


async def test_the_referee_is_quiet(capfd, caplog):
    """A leg with a lost and a refused bot prints nothing and logs no warning."""
    async with room(plan(deal_count=2)) as here:
        await (await here.stranger("wrong")).refusal()
        bots = await here.seated()
        seat, _ = await request_of(bots)
        bots[seat].vanish()
        fresh = await here.bot(seat)
        while not here.table.over.done():
            fresh = await here.bot(seat)
            await fresh.send(hello(), ready())
            await asyncio.gather(fresh.play(), bots[1 - seat].play())
    assert capfd.readouterr() == ("", "")
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("make", [lambda: Limits(sessions=0), lambda: Keepalive(seconds=-1.0)])
async def test_a_bound_must_be_positive(make):
    """A bound that would let nobody play is refused by name."""
    with pytest.raises(ValueError, match=r"^se\w+: must be more than 0"):
        make()
