"""Checks of a bot's stream: what is stale, unknown, cut off or gone."""

import asyncio
import signal

import grpc
from conquian.v1 import decision_pb2

from conquian_server.conformance.bench import Bench
from conquian_server.conformance.failed import Failed
from conquian_server.conformance.scenes import OFFER, first_two, openings, scenes
from conquian_server.interview import BotLeft, BotSilent, Hearing, Talk, Visit, last_words
from conquian_server.interview.entries import say_deal_started, say_leg_started
from conquian_server.interview.talk import OpenDeal

_LEG, _DEAL = "checked", 900
_END_SECONDS = 10.0
_GONE_SECONDS = 30.0
_TOLD_SECONDS = 2.0

# Field 1000 with a number, and field 1001 with four bytes, neither of which there is.
_UNKNOWN_FIELDS = bytes.fromhex("c03e2a") + bytes.fromhex("ca3e0408011001")
_UNKNOWN_KIND = 99
_KIND_FIELD = 1 << 3


async def survives_stale(bench: Bench) -> str:
    """A request that is stale when it comes, or whose answer is, does no harm."""
    first, second, third = openings(bench.seatings[0], 3)
    async with bench.talked() as talk:
        async with talk.deal(first) as deal:
            request = talk.request(deal, first.questions[0])
            talk.line.say().decision_requested.CopyFrom(request)
        # Its deal ends in the same message; and then comes another request of it.
        late = talk.request(deal, first.questions[0])
        talk.line.say().decision_requested.CopyFrom(late)
        _reject(talk, request.request_id)
        await _ask(talk, second)
        _reject(talk, late.request_id)
        await _ask(talk, third)
    return "requests of a deal that has ended, and answers rejected as stale"


async def ignores_unknown(bench: Bench) -> str:
    """Entries and fields of a later version are passed over."""
    hearing = scenes(OFFER, bench.seatings[0])[0]
    async with bench.talked() as talk:
        talk.line.say().MergeFromString(_UNKNOWN_FIELDS)
        talk.line.say()  # an entry in which nothing is known
        notice = talk.line.say().notice
        notice.MergeFromString(bytes([_KIND_FIELD, _UNKNOWN_KIND]))
        notice.sentence = "a notice of a kind that comes with a later version"
        deal = _begin_strangely(talk, hearing)
        request = talk.request(deal, hearing.questions[0])
        for part in (request, request.observation, *request.options):
            part.MergeFromString(_UNKNOWN_FIELDS)
        await talk.put(request)
        await _ask(talk, hearing)
    return "unknown entries, kinds and fields"


async def resumes(bench: Bench) -> str:
    """A bot whose connection is cut comes back with its resume token, and goes on."""
    hearing = first_two(bench.seatings[0])
    deal = OpenDeal(hearing, _DEAL)
    answered, open_question = hearing.questions
    async with bench.visited() as (guest, _):
        async with await guest.received() as talk:
            _begin(talk, hearing)
            await talk.put(talk.request(deal, answered))
            request = talk.request(deal, open_question)
            talk.line.cut(grpc.StatusCode.UNAVAILABLE, "the connection is cut to see what follows")
        async with await _back(guest, talk.resume_token) as again:
            _begin(again, hearing)
            await again.put(request)
            again.end()
    return "back with its resume token, and answered what was open"


async def ends_by_itself(bench: Bench) -> str:
    """A bot whose session is over, or whose referee is gone, ends its process."""
    return "; ".join(await asyncio.gather(_end_after_session(bench), _end_after_loss(bench)))


async def ends_when_told(bench: Bench) -> str:
    """A bot that gets a SIGTERM in the middle of a deal says goodbye and ends in order."""
    async with bench.visited() as (guest, _):
        async with await guest.received() as talk:
            _begin(talk, openings(bench.seatings[0], 1)[0])
            report = await guest.process.stop(_TOLD_SECONDS)
            goodbye = await talk.goodbye(_TOLD_SECONDS)
        if report.signal == signal.SIGKILL:
            raise Failed(f"its process still ran {_TOLD_SECONDS:g} s after SIGTERM")
        if report.exit_code != 0:
            raise Failed(f"after SIGTERM {last_words(report)}")
        if not goodbye:
            raise Failed("after SIGTERM it said no goodbye")
    return goodbye


async def _end_after_session(bench: Bench) -> str:
    async with bench.visited() as (guest, _):
        async with await guest.received() as talk:
            await _ask(talk, openings(bench.seatings[0], 1)[0])
            talk.end()
        return await _ended(guest, _END_SECONDS, "the session's end")


async def _end_after_loss(bench: Bench) -> str:
    async with bench.visited() as (guest, reception):
        async with await guest.received() as talk:
            _begin(talk, openings(bench.seatings[0], 1)[0])
            await reception.stop()
        return await _ended(guest, _GONE_SECONDS, "the loss of its referee")


async def _ended(guest: Visit, within: float, what: str) -> str:
    loop = asyncio.get_running_loop()
    since = loop.time()
    await asyncio.wait({guest.process.ended}, timeout=within)
    if not guest.process.ended.done():
        raise Failed(f"its process still runs {within:g} s after {what}")
    cause = guest.process.ended.result().cause
    return f"{cause} {loop.time() - since:.1f} s after {what}"


async def _back(guest: Visit, resume_token: str) -> Talk:
    """The bot that has come back.

    Raises:
        Failed: it doesn't, or not as the one that it was.
    """
    try:
        line = await guest.line()
        hello = await guest.hello(line)
    except BotLeft as error:
        raise Failed(f"it did not come back after its connection was cut: {error}") from None
    except BotSilent as error:
        raise Failed(f"it did not come back after its connection was cut: {error}") from None
    if hello.resume_token != resume_token:
        shown = "another" if hello.resume_token else "no"
        raise Failed(f"it came back with {shown} resume token, as a stranger")
    return guest.talk(line, hello)


def _begin(talk: Talk, hearing: Hearing) -> OpenDeal:
    say_leg_started(talk.line.say(), hearing, _LEG)
    say_deal_started(talk.line.say(), hearing, _LEG, _DEAL)
    return OpenDeal(hearing, _DEAL)


def _begin_strangely(talk: Talk, hearing: Hearing) -> OpenDeal:
    """Begin a deal with fields that no version knows yet."""
    leg, deal = talk.line.say(), talk.line.say()
    say_leg_started(leg, hearing, _LEG)
    say_deal_started(deal, hearing, _LEG, _DEAL)
    for part in (leg, leg.leg_started, leg.leg_started.ruleset, deal, deal.deal_started):
        part.MergeFromString(_UNKNOWN_FIELDS)
    return OpenDeal(hearing, _DEAL)


def _reject(talk: Talk, request_id: int) -> None:
    rejected = talk.line.say().decision_rejected
    rejected.request_id = request_id
    rejected.code = decision_pb2.REJECTION_CODE_STALE
    rejected.sentence = "the deal of this request has ended"


async def _ask(talk: Talk, hearing: Hearing) -> None:
    """Have a question answered, well or badly: other checks look at that."""
    async with talk.deal(hearing) as deal:
        await talk.ask(deal, hearing.questions[0])
