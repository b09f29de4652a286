"""Asking bots over a real stream."""

import asyncio
import gc
from dataclasses import replace
from functools import partial

import conquian
import pytest
from conquian_server.interview import (
    BadHello,
    BadMessage,
    BotLeft,
    BotSilent,
    Hearing,
    Patience,
    Reception,
    ask_bot,
    ask_started,
    questions,
    visit,
)
from conquian_server.launcher import Launcher, find_bot
from conquian_server.match import Standing

from tests.interview.conftest import SHORT, inside
from tests.interview.scenes import played, singles
from tests.referee.raw import RawBot, channel_to, goodbye, ready


class First(conquian.Bot):
    """Takes the first legal decision."""

    def decide(self, observation):
        """The first."""
        return observation.decisions()[0]


class Last(conquian.Bot):
    """Takes the last legal decision."""

    def decide(self, observation):
        """The last."""
        return observation.decisions()[-1]


def test_answers_come_in_the_order_of_the_questions(ask):
    """Whatever the bot decides is given for each question, as the rules write it."""
    hearings = singles(40)
    answers = ask(Last, hearings)
    for hearing, (answer,) in zip(hearings, answers, strict=True):
        position = hearing.questions[0].position
        assert answer.action in position.legal_actions()
        assert answer.text == str(answer.action)
        assert answer.seconds > 0


def test_a_whole_deal_is_asked_again(ask):
    """A bot that decides as was decided gives the same actions in the same order."""
    record = played(0)  # in which the first legal action was taken
    asked = tuple(questions(record, 1))
    (answers,) = ask(First, [Hearing(asked)])
    assert [answer.action for answer in answers] == [question.taken for question in asked]


def test_no_more_deals_at_once_than_the_bot_plays(ask):
    """At most as many deals are open as the hello says, and as many if there are enough."""
    most = []

    class Few(First):
        deals_at_once = 3
        open = set()  # noqa: RUF012 - what its objects share, on purpose

        async def decide(self, observation):
            Few.open.add(self)
            most.append(len(Few.open))
            await asyncio.sleep(0)
            return observation.decisions()[0]

        def ended(self, end):
            Few.open.discard(self)

    ask(Few, singles(20))
    assert max(most) == 3
    most.clear()
    ask(Few, singles(20), at_once=1)
    assert max(most) == 1


def test_the_bot_sees_what_the_seat_saw(ask):
    """Hand, names, seed, number, score and history are those that it is to be told."""
    seen = []

    class Watcher(First):
        wants_history = True

        def decide(self, observation):
            seen.append(observation)
            return observation.decisions()[0]

    record = played(1)
    asked = tuple(questions(record, 0))
    standing = Standing(2, (5, -5))
    hearing = Hearing(asked, ("ann", "ben"), 7, 8, bot_seed=2**64 - 1, standing=standing)
    ask(Watcher, [hearing])
    assert len(seen) == len(asked)
    assert seen[0].deal.leg.seat_names == ("ann", "ben")
    assert (seen[0].deal.number, seen[0].deal.seed, seen[0].seat) == (7, 2**64 - 1, 0)
    assert (seen[0].scores, seen[0].multiplier) == ((5, -5), 2)
    assert [text for _, text in seen[-1].history] == list(record.actions)[: len(seen[-1].history)]
    assert len(seen[-1].history) == asked[-1].position.action_count
    assert seen[0].time_left is not None


def test_there_is_no_history_for_who_wants_none(ask):
    """Unless its hello wants it, a bot is not sent the actions so far."""
    lengths = set()

    class Watcher(First):
        def decide(self, observation):
            lengths.add(len(observation.history))
            return observation.decisions()[0]

    ask(Watcher, [Hearing(tuple(questions(played(1), 0)))])
    assert lengths == {0}


def test_each_answer_is_told_as_it_comes(ask):
    """Who wants to hear of each answer hears of it with its deal and question."""
    told = []
    hearings = singles(5)
    answers = ask(First, hearings, tell=lambda *each: told.append(each))
    assert sorted(id(hearing) for hearing, _, _ in told) == sorted(map(id, hearings))
    assert {id(answer) for _, _, answer in told} == {id(answer) for (answer,) in answers}


def test_a_bot_that_fails_is_told_with_its_last_words(ask):
    """What a bot raised ends the interview, with what it said and how its process ended."""

    class Broken(conquian.Bot):
        def decide(self, observation):
            raise ZeroDivisionError("it can't")

    with pytest.raises(BotLeft, match=r"(?s)goodbye: ZeroDivisionError: it can't.*with status 1"):
        ask(Broken, singles(3))


def test_a_silent_bot_is_told(tmp_path):
    """A bot that does not answer in its time is told as silent."""

    class Silent(conquian.Bot):
        async def decide(self, observation):
            await asyncio.Event().wait()

    async def talk():
        async with Reception(f"unix:{tmp_path}/s") as reception:
            patience = replace(SHORT, decision=0.05)
            await ask_started(inside(Silent), reception, singles(1), patience)

    with pytest.raises(BotSilent, match=r"no answer to request 1 came within 0\.05 s"):
        asyncio.run(talk())


def test_time_is_that_of_all_open_requests(ask):
    """A bot with several requests has the time of all of them for each, as at a referee."""
    left = []

    class Counting(conquian.Bot):
        deals_at_once = 4

        async def decide(self, observation):
            left.append(observation.time_left)
            await asyncio.sleep(0)
            return observation.decisions()[0]

    ask(Counting, singles(4))
    assert SHORT.decision is not None
    assert sorted(round(each / SHORT.decision) for each in left) == [1, 2, 3, 4]


def test_a_goodbye_instead_of_a_ready_is_told(ask):
    """A bot that breaks down while it warms up is told with what it raised."""

    class Cold(First):
        def warm_up(self):
            raise ZeroDivisionError("too cold")

    with pytest.raises(BotLeft, match="said goodbye: ZeroDivisionError: too cold"):
        ask(Cold, singles(1))


def test_a_shipped_bot_is_asked_in_a_process_of_its_own():
    """A bot is started by a launcher, asked, and ended."""

    async def talk():
        async with Launcher() as launcher:
            return await ask_bot(launcher, find_bot("greedy"), singles(30))

    assert all(answer.action is not None for (answer,) in asyncio.run(talk()))


def test_a_process_that_ends_at_once_is_told(tmp_path):
    """A process that never dials is told with its status and the end of its stderr."""
    program = tmp_path / "bot.sh"
    program.write_text("#!/bin/sh\necho no luck >&2\nexit 7\n")
    program.chmod(0o755)

    async def talk():
        async with Launcher() as launcher:
            await ask_bot(launcher, find_bot(str(program)), singles(1))

    with pytest.raises(BotLeft, match=r"(?s)exited with status 7.no luck"):
        asyncio.run(talk())


def test_a_stranger_is_turned_away(tmp_path):
    """A bot without a room's token is refused, and the room stays empty."""

    async def talk():
        async with Reception(f"unix:{tmp_path}/s") as reception:
            patience = Patience(arrival=5.0)

            async def start(address, token):
                return await inside(First)(address, "another")

            async with visit(start, reception, patience) as guest:
                await guest.line()

    with pytest.raises(BotLeft, match=r"(?s)before it said anything.*access token"):
        asyncio.run(talk())


def test_a_hello_that_a_referee_refuses_is_refused(tmp_path):
    """A hello with a name that is too long is bad, in the referee's words."""

    class Long(First):
        name = "long" * 100

    async def talk():
        async with Reception(f"unix:{tmp_path}/s") as reception:
            await ask_started(inside(Long), reception, singles(1), SHORT)

    with pytest.raises(BadHello, match="bot_name: longer than 200"):
        asyncio.run(talk())


def test_a_port_is_told(tmp_path):
    """A reception on port 0 tells the port that it has taken, and bots reach it there."""

    async def talk():
        async with Reception("127.0.0.1:0") as reception:
            assert not reception.address.endswith(":0")
            start = partial(_started, inside(First))
            return await ask_started(start, reception, singles(2), SHORT)

    assert len(asyncio.run(talk())) == 2


async def _started(start, address, token):
    return await start(address, token)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([goodbye("x" * 300_000)], "a message is at most 262144 bytes long"),
        ([ready()] * 1025, "a message holds at most 1024 entries"),
    ],
)
def test_messages_are_held_to_a_referees_limits(tmp_path, entries, words):
    """A message that no referee would take ends the stream here, too; both are told why."""

    async def talk():
        async with Reception(f"unix:{tmp_path}/s") as reception:
            token, lines = reception.open_room()
            async with channel_to(reception.address) as channel:
                bot = RawBot(channel, token)
                await bot.send(*entries)
                assert (await bot.failure()).message == words
                with pytest.raises(BadMessage, match=f"broke the protocol: {words}"):
                    await (await lines.get()).hear()

    asyncio.run(talk())


def test_an_interrupted_start_of_a_reception_is_quiet(tmp_path, caplog):
    """Who is interrupted while a reception starts leaves no server behind, and no failed task."""

    async def listen():
        async with Reception(f"unix:{tmp_path}/s"):
            raise AssertionError("it was to be interrupted before")

    async def interrupted():
        starting = asyncio.create_task(listen())
        await asyncio.sleep(0)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        del starting
        gc.collect()  # grpc stops a server that was left, and a failed task is told of
        await asyncio.sleep(0.05)
        gc.collect()

    asyncio.run(interrupted())
    assert not caplog.records
