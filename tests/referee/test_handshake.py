"""Who may sit down at a table, and how the others are told."""

import asyncio

import pytest
from conquian.v1 import referee_pb2, session_pb2
from conquian_server import rules

from tests.referee.raw import goodbye, hello, names, ready, simple_choice
from tests.referee.room import plan, request_of, room


async def test_a_bot_is_welcomed_and_told_of_the_leg():
    """A good hello gets a welcome with the session's terms, then the leg with all its fields."""
    async with room(plan(deals_at_once=4), deals_at_once=3) as here:
        bot = await here.bot(1)
        welcome = await bot.sit_down(deals_at_once=100)
        assert welcome.session_id
        assert welcome.resume_token
        assert not welcome.resumed
        assert welcome.limits.deals_at_once == 3
        assert welcome.limits.max_message_bytes == 1 << 18
        assert welcome.clock.decision_limit.seconds == 60
        started = await bot.until("leg_started")
        assert (started.leg_id, started.seat, list(started.seat_names)) == ("leg-1", 1, ["a", "b"])
        assert (started.deal_count, started.ruleset.name) == (1, "classic")
        assert started.ruleset.hand_size == 10


@pytest.mark.parametrize(
    ("fields", "reason", "words"),
    [
        pytest.param(
            {"protocol_version": session_pb2.ProtocolVersion(major=2)},
            "PROTOCOL_VERSION",
            "this referee speaks protocol 1.0, the bot 2.0: bring the referee up to date",
            id="a version from the future",
        ),
        pytest.param(
            {"protocol_version": session_pb2.ProtocolVersion()},
            "PROTOCOL_VERSION",
            "bring the bot's SDK up to date",
            id="no version",
        ),
        pytest.param(
            {"bot_name": "x" * 201}, "BAD_HELLO", "bot_name: longer than 200", id="a long name"
        ),
        pytest.param(
            {"rulesets": ["x"] * 101},
            "BAD_HELLO",
            "rulesets: more than 100",
            id="too many rulesets",
        ),
        pytest.param(
            {"rulesets": ["x" * 201]}, "BAD_HELLO", "rulesets: longer", id="a long ruleset"
        ),
        pytest.param(
            {"rulesets": ["hoyle"]},
            "RULESET",
            "classic is played here; the bot plays hoyle",
            id="another ruleset",
        ),
        pytest.param(
            {"resume_token": "made up"},
            "RESUME_TOKEN",
            "came too late",
            id="a made-up resume token",
        ),
    ],
)
async def test_a_refusal_says_why(fields, reason, words):
    """A hello that can't be taken is refused with a reason for programs and words for people."""
    async with room() as here:
        bot = await here.bot(0)
        await bot.send(hello(**fields))
        refusal = await bot.refusal()
        assert refusal.reason == session_pb2.RefusalReason.Value(f"REFUSAL_REASON_{reason}")
        assert words in refusal.sentence


async def test_a_minor_version_is_never_refused():
    """A bot that speaks a newer minor version is welcome."""
    async with room() as here:
        bot = await here.bot(0)
        await bot.sit_down(protocol_version=session_pb2.ProtocolVersion(major=1, minor=9))


@pytest.mark.parametrize("token", [None, "", "wrong", "x" * 4000])
async def test_a_wrong_token_is_refused_before_anything_is_said(token):
    """A token that is missing or wrong is refused at once, in words that say how to send it."""
    async with room() as here:
        bot = await here.stranger(token)
        refusal = await bot.refusal()
        assert refusal.reason == session_pb2.REFUSAL_REASON_ACCESS
        assert "authorization: Bearer TOKEN" in refusal.sentence


async def test_anything_else_than_a_hello_first_is_refused():
    """A stream that begins with another entry, or with none, is refused."""
    async with room() as here:
        for entries in ([ready(), hello()], []):
            bot = await here.bot(0)
            await bot.send(*entries)
            assert (await bot.refusal()).reason == session_pb2.REFUSAL_REASON_BAD_HELLO


async def test_a_second_bot_is_refused_and_the_first_keeps_its_seat():
    """Of two bots with one token the second is refused, and the first plays on."""
    async with room() as here:
        bots = await here.seated()
        second = await here.bot(0)
        await second.send(hello())
        refusal = await second.refusal()
        assert refusal.reason == session_pb2.REFUSAL_REASON_ACCESS
        assert "another bot holds this seat's token" in refusal.sentence
        await asyncio.gather(*(bot.play() for bot in bots))
        assert not here.deals[0].cause


async def test_a_hopeless_hello_puts_the_awaited_bot_out():
    """A bot whose hello can never be taken need not be waited for: another is wanted at once."""
    async with room() as here:
        bot = await here.bot(1)
        await bot.send(hello(protocol_version=session_pb2.ProtocolVersion(major=7)))
        await bot.refusal()
        assert [wanted.seat for wanted in here.wanted] == [1]
        assert "protocol 1.0, the bot 7.0" in here.wanted[0].cause


async def test_a_hopeless_hello_does_no_harm_to_the_bot_that_sits_there():
    """A garbled hello with the token of a bot that plays changes nothing for that bot."""
    async with room() as here:
        bots = await here.seated()
        other = await here.bot(0)
        await other.send_bytes(b"\xff\xff\xff")
        assert (await other.failure()).message == "the message is no PlayRequest"
        await asyncio.gather(*(bot.play() for bot in bots))
        assert not here.wanted


async def test_no_hello_in_time_ends_the_stream():
    """A stream on which no hello comes is ended in words, and its bot is out."""
    async with room(hello_seconds=0.05) as here:
        bot = await here.bot(0)
        status = await bot.failure()
        assert "no hello came within 0.05 s" in status.message
        assert [wanted.seat for wanted in here.wanted] == [0]


async def test_a_stream_that_ends_before_a_hello_costs_its_seat_nothing():
    """A connection that breaks before the hello is not a fault."""
    async with room() as here:
        bot = await here.bot(0)
        await bot.call.done_writing()
        assert "ended before a hello" in (await bot.failure()).message
        assert not here.wanted
        await (await here.bot(0)).sit_down()


async def test_entries_after_the_hello_in_one_message_count():
    """Hello and ready in one message are as good as in two."""
    async with room() as here:
        bots = [await here.bot(seat) for seat in (0, 1)]
        for bot in bots:
            await bot.send(hello(), ready())
        await request_of(bots)


async def test_a_goodbye_in_the_hellos_message_is_taken():
    """A bot that says hello and goodbye at once has been there and is out."""
    async with room() as here:
        bot = await here.bot(0)
        await bot.send(hello(), goodbye("changed my mind"))
        assert names(await bot.to_end()) == ["welcome", "leg_started"]
        assert [wanted.cause for wanted in here.wanted] == ["the bot said goodbye: changed my mind"]


async def test_a_second_hello_changes_nothing():
    """A hello in the middle of a session is passed over."""
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await bots[seat].send(hello(deals_at_once=99), simple_choice(request))
        await asyncio.gather(*(bot.play() for bot in bots))
        assert "welcome" not in names(bots[seat].heard)[1:]
        assert not here.deals[0].cause


async def test_all_sessions_taken():
    """When all sessions are taken a bot is told to come later, and does so when one has ended."""
    async with room(sessions=1) as here:
        first = await here.bot(0)
        await first.sit_down()
        refusal = await (await here.bot(1)).refusal()
        assert refusal.reason == session_pb2.REFUSAL_REASON_FULL
        assert "try again later" in refusal.sentence
        await first.send(goodbye())
        await first.to_end()
        await (await here.bot(1)).sit_down()


async def test_one_seat_can_not_take_all_streams():
    """Streams without end with one seat's token are refused that seat, and nobody else."""
    async with room(streams=2, sessions=3) as here:
        idle = [await here.bot(0) for _ in range(2)]
        for bot in idle:
            await bot.call.wait_for_connection()
        refusal = await (await here.bot(0)).refusal()
        assert "this seat's token has too many streams open" in refusal.sentence
        await (await here.bot(1)).sit_down()


async def test_a_hello_when_the_leg_is_over_is_refused():
    """A bot that comes when the leg is over is told so."""
    async with room() as here:
        here.table.call_off()
        bot = await here.bot(0)
        await bot.send(hello())
        refusal = await bot.refusal()
        assert (refusal.reason, refusal.sentence) == (
            session_pb2.REFUSAL_REASON_STOPPING,
            "the leg is over",
        )


async def test_an_entry_from_a_newer_version_is_passed_over():
    """An entry that this version doesn't know is ignored, before and after the hello's message."""
    unknown = referee_pb2.BotEntry.FromString(bytes([15 << 3 | 2, 0]))
    async with room() as here:
        bots = [await here.bot(seat) for seat in (0, 1)]
        for bot in bots:
            await bot.send(hello(), unknown, ready())
            await bot.send(unknown)
        await asyncio.gather(*(bot.play() for bot in bots))
        assert not here.deals[0].cause


async def test_a_ruleset_of_its_own_is_played_by_bots_that_go_by_the_fields():
    """Where no preset is played, a bot that names none plays by the fields of the ruleset."""
    own = rules.read_ruleset({"base": "classic", "hand_size": 9, "goal": 10})
    async with room(plan(ruleset=own)) as here:
        bots = await here.seated()
        started = await bots[0].until("leg_started")
        assert (started.ruleset.name, started.ruleset.hand_size) == ("", 9)
        await asyncio.gather(*(bot.play() for bot in bots))
        assert not here.deals[0].cause
