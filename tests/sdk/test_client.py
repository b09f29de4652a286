"""A client over a real stream: coming back, leaving, sending at once or together."""

import asyncio

import conquian
import grpc
import pytest
from conquian.bot import BotMaker
from conquian.client import RESUME_WINDOW, Client
from conquian.connection import Address

from tests.sdk import entries as say
from tests.sdk.bots import passer


class Clock:
    """Seconds that pass only where a test lets them."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The seconds that have passed."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Let time pass at once."""
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def bot():
    """A class of bots that pass and keep what they saw."""
    return passer()


@pytest.fixture
def clock():
    """A clock that stands still."""
    return Clock()


def run(bot, clock, serving, *scripts):
    """Have the bot play with a referee that follows the scripts, one for each stream."""

    async def play():
        async with serving(*scripts) as address:
            await client_of(bot, address, clock).run()

    asyncio.run(play())


def client_of(bot, address, clock):
    """A client whose time is the clock's."""
    return Client(BotMaker(bot), address, clock, clock.sleep)


async def greet(line, *more, resumed=False):
    """Hear the hello, say welcome and hear that the bot is ready."""
    (hello,) = await line.hear()
    await line.say(say.welcome(resumed=resumed), say.leg_started(), *more)
    while not any(entry.HasField("ready") for entry in await line.hear()):
        pass
    return hello.hello


async def begin(line, *deals):
    """Greet, and begin the deals."""
    return await greet(line, *map(say.deal_started, deals))


def test_a_session_from_hello_to_end(bot, clock, serving):
    """The bot answers each request and returns when the referee ends the stream."""

    async def script(line):
        await begin(line, 1)
        await line.say(say.asked(11, 1))
        assert await line.hear_answers(1) == [11]
        await line.say(say.deal_ended(1), say.leg_ended(), say.stopping())

    run(bot, clock, serving, script)
    assert len(bot.seen) == 1


def test_the_token_goes_with_the_call(bot, clock, serving):
    """An access token travels as metadata, in no message."""
    lines = []

    async def script(line):
        lines.append(line)
        await begin(line)

    async def play():
        async with serving(script) as address:
            with_token = Address(address.target, token="secret")
            await client_of(bot, with_token, clock).run()

    asyncio.run(play())
    assert lines[0].metadata["authorization"] == "Bearer secret"
    assert "secret" not in str(lines[0].messages)


def test_quick_answers_go_together(bot, clock, serving):
    """Answers that are ready within the shortest time are few messages, not one each."""

    async def script(line):
        await begin(line, *range(50))
        await line.say(*(say.asked(100 + deal, deal) for deal in range(50)))
        assert await line.hear_answers(50) == list(range(100, 150))
        messages = [entries for entries in line.messages if entries[0].HasField("decision")]
        assert len(messages) <= 2
        await line.say(say.stopping(), *map(say.deal_ended, range(50)))

    run(bot, clock, serving, script)


def test_slow_answers_go_one_by_one(bot, clock, serving):
    """An answer does not wait for the next decision when the last sending is long ago."""

    async def script(line):
        await begin(line, *range(5))
        await line.say(*(say.asked(100 + deal, deal) for deal in range(5)))
        assert await line.hear_answers(5) == list(range(100, 105))
        messages = [entries for entries in line.messages if entries[0].HasField("decision")]
        assert [len(entries) for entries in messages] == [1, 1, 1, 1, 1]
        await line.say(say.stopping(), *map(say.deal_ended, range(5)))

    def decide(self, seen):
        clock.now += 1.0
        return conquian.Pass()

    bot.decide = decide
    run(bot, clock, serving, script)


def test_bots_that_wait_are_asked_side_by_side(bot, clock, serving):
    """An `async def decide` may wait for what another deal's decision brings."""
    both_asked = asyncio.Barrier(2)

    async def decide(self, seen):
        await both_asked.wait()
        return conquian.Pass()

    async def script(line):
        await begin(line, 1, 2)
        await line.say(say.asked(11, 1), say.asked(12, 2))
        assert sorted(await line.hear_answers(2)) == [11, 12]
        await line.say(say.stopping(), say.deal_ended(1), say.deal_ended(2))

    bot.decide = decide
    run(bot, clock, serving, script)


def test_it_comes_back_after_a_lost_connection(bot, clock, serving):
    """The session is taken up with its token, and an answer that was lost is given again."""

    async def first(line):
        assert (await begin(line, 1)).resume_token == ""
        await line.say(say.asked(11, 1))
        assert await line.hear_answers(1) == [11]
        await line.break_off(grpc.StatusCode.UNAVAILABLE, "the network is down")

    async def second(line):
        assert (await greet(line, say.asked(11, 1), resumed=True)).resume_token == "come-back"
        await line.say(say.asked(12, 1))
        assert await line.hear_answers(1) == [12]
        assert _answers(line) == [11, 12]
        await line.say(say.deal_ended(1), say.stopping())

    run(bot, clock, serving, first, second)
    assert len(bot.seen) == 2


def test_a_stream_that_ends_amid_a_deal_is_not_the_end(bot, clock, serving):
    """An end without a reason is taken for a lost connection while deals go on."""

    async def first(line):
        await begin(line, 1)

    async def second(line):
        await greet(line, say.asked(11, 1), resumed=True)
        await line.say(say.deal_ended(1))

    run(bot, clock, serving, first, second)


def test_a_lost_referee_is_looked_for_within_a_window(bot, clock, serving):
    """A bot whose referee has gone ends by itself."""

    async def script(line):
        await begin(line, 1)
        await line.break_off(grpc.StatusCode.UNAVAILABLE, "gone")

    async def gone(line):
        await line.break_off(grpc.StatusCode.UNAVAILABLE, "gone for good")

    with pytest.raises(conquian.RefereeLostError, match=r"no referee at unix:.*gone for good"):
        run(bot, clock, serving, script, *[gone] * 100)
    assert RESUME_WINDOW <= clock.now < RESUME_WINDOW + 2


def test_a_referee_that_only_ever_welcomes_is_given_up(bot, clock, serving):
    """Connections that bring nothing but a welcome don't keep a bot for ever."""

    async def script(line):
        await begin(line, 1)

    async def again(line):
        await line.hear()
        await line.say(say.welcome(resumed=True))

    with pytest.raises(conquian.RefereeLostError, match="the stream ended while deals go on"):
        run(bot, clock, serving, script, *[again] * 100)
    assert clock.now < RESUME_WINDOW + 2


def test_nobody_at_the_address(bot, clock, tmp_path):
    """A referee that isn't there is named, with what the attempt said."""
    nowhere = Address(f"unix:{tmp_path}/nobody")
    with pytest.raises(conquian.RefereeLostError, match=r"no referee at unix:.*nobody for 10 s"):
        asyncio.run(client_of(bot, nowhere, clock).run())


def test_refusals_are_not_tried_again(bot, clock, serving):
    """A refusal ends the bot at once, in the referee's words."""

    async def refuse(line):
        await line.hear()
        await line.say(say.refusal("classic is played here; the bot plays hoyle"))

    with pytest.raises(conquian.RefusedError, match="classic is played here"):
        run(bot, clock, serving, refuse)
    assert clock.now == 0


@pytest.mark.parametrize(
    "code", [grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.INVALID_ARGUMENT]
)
def test_errors_for_which_nothing_helps_end_the_bot(bot, clock, serving, code):
    """An error that another attempt can't cure is told at once."""

    async def script(line):
        await line.break_off(code, "the token is wrong")

    with pytest.raises(conquian.RefusedError, match="the token is wrong"):
        run(bot, clock, serving, script)
    assert clock.now == 0


@pytest.mark.parametrize("is_async", [False, True])
def test_an_exception_of_the_bot_ends_it_with_a_goodbye(bot, clock, serving, is_async):
    """The referee hears why the bot leaves, and whoever runs it gets the exception itself."""
    reasons = []

    def decide(self, seen):
        raise ZeroDivisionError("division by nothing")

    async def decide_async(self, seen):
        decide(self, seen)

    async def script(line):
        await begin(line, 1)
        await line.say(say.asked(11, 1))
        reasons.append(await line.hear_goodbye())

    bot.decide = decide_async if is_async else decide
    with pytest.raises(ZeroDivisionError):
        run(bot, clock, serving, script)
    assert reasons == ["ZeroDivisionError: division by nothing"]


def test_an_exception_without_words_is_told_by_its_name(bot, clock, serving):
    """A goodbye whose error says nothing is the error's name alone."""
    reasons = []

    def decide(self, seen):
        raise MemoryError

    async def script(line):
        await begin(line, 1)
        await line.say(say.asked(11, 1))
        reasons.append(await line.hear_goodbye())

    bot.decide = decide
    with pytest.raises(MemoryError):
        run(bot, clock, serving, script)
    assert reasons == ["MemoryError"]


def test_answers_made_before_the_exception_are_sent(bot, clock, serving):
    """One deal's slip doesn't take back what was decided in others."""
    decisions = iter([conquian.Pass(), conquian.Pass(), conquian.Demand()])
    bot.decide = lambda self, seen: next(decisions)

    async def script(line):
        await begin(line, 1, 2, 3)
        await line.say(say.asked(11, 1), say.asked(12, 2), say.asked(13, 3))
        assert await line.hear_answers(2) == [11, 12]
        await line.say(say.deal_ended(1))
        while await line.hear() is not None:
            pass

    with pytest.raises(conquian.DecisionError):
        run(bot, clock, serving, script)


@pytest.mark.parametrize("when", ["before", "while"])
def test_an_error_from_outside_ends_it(bot, clock, serving, when):
    """What goes wrong beside the session is its goodbye, and what `run` raises."""
    reasons = []

    async def play():
        async def script(line):
            await begin(line, 1)
            client.fail(ZeroDivisionError("from outside"))
            reasons.append(await line.hear_goodbye())

        async with serving(script) as address:
            client = client_of(bot, address, clock)
            if when == "before":
                client.fail(ZeroDivisionError("from outside"))
            await client.run()

    with pytest.raises(ZeroDivisionError, match="from outside"):
        asyncio.run(play())
    assert reasons == (["ZeroDivisionError: from outside"] if when == "while" else [])


def test_stopping_says_goodbye(bot, clock, serving):
    """A bot that is told to stop leaves in order, though it waits for nothing but requests."""
    reasons = []

    async def play():
        async def script(line):
            await begin(line, 1)
            client.stop("SIGTERM")
            reasons.append(await line.hear_goodbye())

        async with serving(script) as address:
            client = client_of(bot, address, clock)
            await client.run()

    asyncio.run(play())
    assert reasons == ["SIGTERM"]


def test_stopping_interrupts_a_bot_that_thinks(bot, clock, serving):
    """A bot that would think for ever stops all the same."""
    reasons = []
    clients = []

    def decide(self, seen):
        clients[0].stop("SIGTERM")
        raise AssertionError("goes on after it was stopped")

    async def script(line):
        await begin(line, 1)
        await line.say(say.asked(11, 1))
        reasons.append(await line.hear_goodbye())

    async def play():
        async with serving(script) as address:
            clients.append(client_of(bot, address, clock))
            await clients[0].run()

    bot.decide = decide
    asyncio.run(play())
    assert reasons == ["SIGTERM"]


def _answers(line):
    entries = [entry for message in line.messages for entry in message]
    return [entry.decision.request_id for entry in entries if entry.HasField("decision")]
