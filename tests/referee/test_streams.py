"""Connections that break, come back and overlap."""

import asyncio
from contextlib import suppress

from conquian.v1 import leg_pb2
from conquian_server.match import ClockRules, Gone, LegEnd

from tests.referee.raw import (
    SMALL_WINDOW,
    RawBot,
    answer,
    goodbye,
    hello,
    names,
    pass_always,
    ready,
    simple_choice,
)
from tests.referee.room import Room, plan, quick_faults, request_of, room

GARBAGE = b"\xff\xff"


async def test_a_lost_bot_comes_back_to_its_open_request():
    """Who comes back is told leg, deal and the same request again, its clock still running."""
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        again = await _back(here, seat, bots[seat])
        assert (await again.until("welcome")).resumed
        resent = await again.until("decision_requested")
        assert names(again.heard) == [
            *("welcome", "leg_started", "deal_started", "decision_requested"),
        ]
        left = resent.time_to_deadline.ToTimedelta()
        assert left < request.time_to_deadline.ToTimedelta()
        resent.ClearField("time_to_deadline")
        request.ClearField("time_to_deadline")
        assert resent == request
        await again.send(simple_choice(resent))
        await asyncio.gather(again.play(), bots[1 - seat].play())
        assert not here.deals[0].cause


async def test_what_was_missed_is_told_again():
    """The end of a deal that came while a bot was away is told when it is back."""
    async with room(plan(deal_count=2)) as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await _lose(here, 1 - seat, bots[1 - seat])
        await bots[seat].send(pass_always(request), goodbye())
        await bots[seat].to_end()
        again = await _resumed(here, 1 - seat, bots[1 - seat])
        ended = await again.until("deal_ended")
        assert ended.deal_id == 0
        assert ended.reason == leg_pb2.DEAL_END_REASON_DISCONNECTED
        assert ended.offender == seat


async def test_a_bot_that_stays_away_forfeits_and_another_is_wanted():
    """After the grace the running deal is forfeited, with the cause, and a new bot is wanted."""
    async with room(plan(deal_count=2, policy=quick_faults())) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        bots[seat].vanish()
        ended = await bots[1 - seat].until("deal_ended")
        assert (ended.reason, ended.offender) == (leg_pb2.DEAL_END_REASON_DISCONNECTED, seat)
        assert [wanted.seat for wanted in here.wanted] == [seat]
        assert "did not come back" in here.deals[0].cause
        fresh = await here.bot(seat)
        await fresh.sit_down()
        await asyncio.gather(fresh.play(), bots[1 - seat].play())
        assert not here.deals[1].cause


async def test_a_session_that_was_given_up_can_not_be_resumed():
    """A bot that comes back after its grace is refused: its session is another's by then."""
    async with room(plan(deal_count=2, policy=quick_faults())) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        bots[seat].vanish()
        await bots[1 - seat].until("deal_ended")
        late = await _resumed(here, seat, bots[seat])
        assert "it came too late" in (await late.refusal()).sentence


async def test_a_new_stream_takes_over_from_one_that_seems_alive():
    """A resume token lets go the stream that the session still has, and nothing is lost."""
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        current = bots[seat]
        for _ in range(10):
            newer = await _resumed(here, seat, bots[seat])
            assert (await newer.until("welcome")).resumed
            assert (await newer.until("decision_requested")).request_id == request.request_id
            assert names(newer.heard)[:2] == ["welcome", "leg_started"]
            assert not await current.to_end()
            current = newer
        await current.send(simple_choice(request))
        await asyncio.gather(current.play(), bots[1 - seat].play())
        assert not here.deals[0].cause
        assert not here.wanted


async def test_what_an_overtaken_stream_does_is_nobodys_fault():
    """Garbage on a stream that was let go does not harm the one that took its place."""
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        newer = await _resumed(here, seat, bots[seat])
        await newer.until("welcome")
        with suppress(Exception):  # it may have ended by now
            await bots[seat].send_bytes(b"\xff\xff")
        await newer.until("decision_requested")
        await newer.send(simple_choice(request))
        await asyncio.gather(newer.play(), bots[1 - seat].play())
        assert not here.wanted
        assert not here.deals[0].cause


async def test_a_bot_that_comes_back_as_a_stranger_starts_anew():
    """Without its resume token a lost bot forfeits what ran, and plays the rest itself."""
    async with room(plan(deal_count=2)) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        await _lose(here, seat, bots[seat])
        fresh = await here.bot(seat)
        await fresh.sit_down()
        await asyncio.gather(fresh.play(), bots[1 - seat].play())
        assert here.deals[0].cause == "the bot came back without its resume token"
        assert not here.deals[1].cause
        assert not here.wanted


async def test_a_stranger_whose_seat_is_set_aside_is_told_of_the_end():
    """If its coming back is one incident too many, the bot hears that the leg is over."""
    async with room(plan(deal_count=2, policy=quick_faults(grace=60, incidents=1))) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        await _lose(here, seat, bots[seat])
        fresh = await here.bot(seat)
        await fresh.sit_down()
        assert names(await fresh.to_end()) == ["leg_started", "leg_ended"]
        assert (await here.over()).end is LegEnd.SET_ASIDE


async def test_a_bot_that_comes_back_after_the_end_is_told_of_it():
    """A bot that missed the end of the leg hears it when it is back, and its stream ends."""
    async with room() as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        await _lose(here, seat, bots[seat])
        here.table.call_off()
        again = await _resumed(here, seat, bots[seat])
        heard = await again.to_end()
        assert names(heard) == ["welcome", "leg_started", "deal_ended", "leg_ended"]
        assert heard[2].deal_ended.reason == leg_pb2.DEAL_END_REASON_CALLED_OFF
        assert not heard[2].deal_ended.deck


async def test_a_half_closed_stream_is_a_lost_one():
    """A bot that ends its side without a goodbye has lost its connection, and may come back."""
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await bots[seat].call.done_writing()
        assert not await bots[seat].to_end()
        again = await _resumed(here, seat, bots[seat])
        await again.until("decision_requested")
        await again.send(simple_choice(request))
        await asyncio.gather(again.play(), bots[1 - seat].play())
        assert not here.deals[0].cause


async def test_a_long_goodbye_fills_no_ledger():
    """Of a goodbye as long as a message may be, every lost deal has the beginning alone."""
    async with room(plan(deal_count=20, policy=quick_faults(incidents=1))) as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        await bots[seat].send(goodbye("x" * 250_000))
        await bots[1 - seat].play(pass_always)
        await here.over()
        assert len(here.deals) == 20
        assert all("said goodbye: xxx" in deal.cause for deal in here.deals)
        assert max(len(deal.cause) for deal in here.deals) < 1_000


async def test_a_goodbye_is_answered_by_the_end_of_its_deals():
    """A bot that says goodbye hears how its deals ended; the answers before it still count."""
    async with room(plan(deal_count=2)) as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await bots[seat].send(pass_always(request), goodbye("tired"))
        assert names(await bots[seat].to_end()) == ["deal_ended"]
        assert here.deals[0].cause == "the bot said goodbye: tired"
        assert len(here.deals[0].position.actions) == 1
        assert [wanted.seat for wanted in here.wanted] == [seat]


async def test_a_bot_that_is_out_can_not_answer_for_the_next_one():
    """What a bot still sends after it was put out does not count for the bot after it.

    Its stream lasts a while longer because it has not read what it was sent.
    """
    async with room(plan(deal_count=2)) as here:
        old, other = await here.bot(0, **SMALL_WINDOW), await here.bot(1)
        await old.sit_down()
        await other.sit_down()
        for _ in range(3):
            await old.send(*[answer(10_000 + n) for n in range(1_000)])
        while here.table.session_of(0).useless_answers < 3_000:
            await asyncio.sleep(0.001)
        here.table.receive(Gone(0, "its process has ended"))
        fresh = await here.bot(0)
        await fresh.sit_down()
        playing = asyncio.create_task(other.play(pass_always))
        request = await fresh.until("decision_requested")
        await old.send(pass_always(request))
        await old.send_bytes(GARBAGE)  # the stream ends on it, so what came before it was read
        assert "no PlayRequest" in (await old.failure()).message
        await fresh.send(pass_always(request))
        await asyncio.gather(fresh.play(pass_always), playing)
        assert [deal.cause for deal in here.deals] == ["its process has ended", ""]
        assert "decision_rejected" not in names(fresh.heard)


async def test_answers_before_ready_are_answers_to_no_request():
    """A bot that decides before it is ready is told that nothing was asked."""
    async with room() as here:
        bot = await here.bot(0)
        await bot.send(hello())
        await bot.send(answer(1))
        rejected = await bot.until("decision_rejected")
        assert "no such request" in rejected.sentence


async def test_a_warm_up_that_takes_too_long_puts_the_bot_out():
    """A bot that never gets ready is out when its warm-up is over, and its stream ends."""
    async with room(plan(clocks=ClockRules(warm_up=0.05))) as here:
        bot = await here.bot(0)
        await bot.send(hello())
        assert names(await bot.to_end()) == ["welcome", "leg_started"]
        assert [wanted.cause for wanted in here.wanted] == [
            "the bot did not get ready within its warm-up"
        ]


async def _lose(here: Room, seat: int, bot: RawBot) -> None:
    """Have a bot vanish, and wait until the referee knows it."""
    ended = here.table.session_of(seat).outbox.ended
    bot.vanish()
    await ended


async def _resumed(here: Room, seat: int, bot: RawBot) -> RawBot:
    """The bot on a new stream, with its resume token."""
    token = next(e.welcome.resume_token for e in bot.heard if e.HasField("welcome"))
    again = await here.bot(seat)
    await again.send(hello(resume_token=token), ready())
    return again


async def _back(here: Room, seat: int, bot: RawBot) -> RawBot:
    """The bot back after its connection was lost."""
    await _lose(here, seat, bot)
    return await _resumed(here, seat, bot)
