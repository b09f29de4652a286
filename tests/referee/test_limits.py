"""Bots that flood, stall, or send what is none: nobody else pays for it."""

import asyncio
import socket

import pytest
from conquian.v1 import referee_pb2, session_pb2
from google.rpc import error_details_pb2

from tests.referee.raw import SMALL_WINDOW, answer, goodbye, hello, names, pass_always, ready
from tests.referee.room import plan, quick_faults, request_of, room


async def _misused(here, bots, seat, message):
    """The error with which a stream ends on a message, once the other seat has played on."""
    fresh_table_deals = here.table.plan.deal_count
    await bots[seat].send_bytes(message)
    status = await bots[seat].failure()
    fresh = await here.bot(seat)
    await fresh.sit_down()
    await asyncio.gather(fresh.play(pass_always), bots[1 - seat].play(pass_always))
    assert len(here.deals) == fresh_table_deals
    assert names(bots[1 - seat].heard)[-1] == "leg_ended"
    return status


def _padded(size: int) -> bytes:
    reason = "x" * size
    return referee_pb2.PlayRequest(entries=[goodbye(reason)]).SerializeToString()


GARBAGE = {
    "bytes that are no message": (b"\xff\xff\xff\xff", "the message is no PlayRequest"),
    "half a message": (_padded(100)[:50], "the message is no PlayRequest"),
    "a message over the limit": (_padded(2_000), "a message is at most 1000 bytes long"),
    "too many entries": (
        referee_pb2.PlayRequest(entries=[ready()] * 11).SerializeToString(),
        "a message holds at most 10 entries",
    ),
}


@pytest.mark.parametrize(("message", "words"), GARBAGE.values(), ids=GARBAGE.keys())
async def test_a_message_that_is_none_ends_its_stream_in_words(message, words):
    """Such a message ends that bot's stream with a status that says why, and is its fault alone."""
    async with room(plan(deal_count=2), message_bytes=1_000, entries=10) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        status = await _misused(here, bots, seat, message)
        assert status.message == words
        info = error_details_pb2.ErrorInfo()
        assert status.details[0].Unpack(info)
        assert (info.reason, info.domain) == ("PROTOCOL", "conquian.v1")
        assert [deal.cause for deal in here.deals] == [words, ""]
        assert here.deals[0].position.result.offender == seat


async def test_a_message_beyond_what_the_transport_takes_ends_its_stream():
    """A message far over the limit is stopped by the transport; its stream ends and no other."""
    async with room(plan(deal_count=2), message_bytes=1_000) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        status = await _misused(here, bots, seat, _padded(10_000))
        assert "larger than max" in status.message
        assert here.deals[0].cause
        assert here.deals[0].position.result.offender == seat


async def test_a_flood_of_useless_answers_is_ended():
    """Half way to the bound the bot is warned, and beyond it its stream is ended in words."""
    async with room(useless_answers=100) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        await bots[seat].send(*[answer(10_000 + n) for n in range(60)])
        notice = await bots[seat].until("notice")
        assert notice.kind == session_pb2.NOTICE_KIND_LIMIT_NEAR
        assert notice.sentence == "60 answers were to no open request; 100 are borne"
        await bots[seat].send(*[answer(20_000 + n) for n in range(60)])
        assert "floods the referee" in (await bots[seat].failure()).message
        await bots[1 - seat].to_end()
        assert "floods the referee" in here.deals[0].cause


async def test_a_bot_that_never_reads_is_cut():
    """Pitfall 6: what waits for a bot that does not read is bounded; then its stream is ended."""
    leg = plan(deal_count=2, policy=quick_faults(incidents=1))
    async with room(leg, queued_bytes=200_000) as here:
        villain = await here.bot(0, **SMALL_WINDOW)
        other = await here.bot(1)
        await villain.send(hello(), ready())
        await other.sit_down()
        playing = asyncio.create_task(other.play(pass_always))
        try:
            while not here.table.over.done():
                await villain.send(*[answer(10_000 + n) for n in range(500)])
        except asyncio.InvalidStateError:  # its call has ended
            pass
        await here.over()
        await playing
        assert "the bot does not read what it is sent" in here.deals[0].cause
        assert all(deal.position.result.offender == 0 for deal in here.deals)


async def test_what_a_bot_does_not_read_still_counts_against_its_streams():
    """A stream whose end its bot does not read keeps its place until the bot reads or is gone."""
    leg = plan(deal_count=2, policy=quick_faults(incidents=50))
    async with room(leg, queued_bytes=200_000, streams=1) as here:
        villain = await here.bot(0, **SMALL_WINDOW)
        await villain.send(hello(), ready())
        while not here.wanted:
            await villain.send(*[answer(10_000 + n) for n in range(500)])
        second = await here.bot(0)
        assert "too many streams" in (await second.refusal()).sentence
        assert (await villain.failure()).message == "the bot does not read what it is sent"
        while True:
            third = await here.bot(0)
            await third.send(hello())
            first = await third.next()
            if first.HasField("welcome"):
                return


async def test_garbage_below_the_protocol_disturbs_nobody():
    """Bytes on the socket that are not even HTTP/2 are dropped, and bots play on."""
    async with room() as here:
        path = here.referee.address.removeprefix("unix:")
        with socket.socket(socket.AF_UNIX) as raw, socket.socket(socket.AF_UNIX) as silent:
            silent.connect(path)
            raw.connect(path)
            raw.sendall(b"GET / HTTP/1.1\r\n\r\n" + bytes(10_000))
            bots = await here.seated()
            await asyncio.gather(*(bot.play() for bot in bots))
            assert not here.deals[0].cause


async def test_a_hundred_bots_at_once_are_all_refused_or_served():
    """A crowd with one token: one of them sits down, the others are told why not."""
    async with room(streams=1_000) as here:
        crowd = [await here.bot(0) for _ in range(100)]
        firsts = await asyncio.gather(*(_greet(bot) for bot in crowd))
        assert firsts.count("welcome") == 1
        assert firsts.count("refusal") == 99


async def _greet(bot):
    await bot.send(hello())
    return (await bot.next()).WhichOneof("entry")
