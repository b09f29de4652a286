"""What a bot receives does not depend on cards that it can't see, and time is counted fairly."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest
from conquian.v1 import leg_pb2, referee_pb2
from conquian_server import rules
from conquian_server.match import Answered, ClockRules, FaultPolicy, Joined, LegPlan, Ready
from conquian_server.referee import Limits, Table
from conquian_server.referee.session import Session
from conquian_server.rules import Action, Asked, Origin, Position
from conquian_server.wire import LegNames

from tests.referee.raw import answer, hello, pass_always, ready
from tests.referee.room import plan, quick_faults, request_of, room
from tests.rules.deals import Deal, choose

Messages = list[bytes]


class Played(NamedTuple):
    """A deal that was played at a table, up to some moment.

    Attributes:
        positions: the position at each moment.
        actions: the action between each moment and the next.
        received: what each seat had received at each moment.
    """

    positions: list[Position]
    actions: list[Action]
    received: list[list[Messages]]


async def _play(first: Position, script: Sequence[Action] | Random, eagerness: float) -> Played:
    """Play a deal at a table, as a script says or by chance; it is left before its end."""
    setup = first.setup
    leg = LegPlan(setup.ruleset, setup.seats, 1, lambda _: setup.deck, ClockRules(), FaultPolicy())
    names = LegNames("leg", tuple("abcd"[: setup.seats]))
    table = Table(leg, names, bot_seed=lambda deal, seat: seat, on_deal=lambda _: None)
    received: list[Messages] = [[] for _ in range(setup.seats)]
    pumps = [_sit_down(table, seat, received[seat]) for seat in range(setup.seats)]
    await _settle()
    played = Played([first], [], [[list(messages) for messages in received]])
    requests = [0] * setup.seats
    while (action := _next(played, script, eagerness)) is not None:
        seat = played.positions[-1].seat
        requests[seat] += 1
        table.receive(Answered(seat, ((requests[seat], action),)))
        await _settle()
        played.positions.append(played.positions[-1].apply(action))
        played.actions.append(action)
        played.received.append([list(messages) for messages in received])
    table.call_off()
    await asyncio.gather(*pumps)
    assert not any(_rejects(message) for messages in received for message in messages)
    return played


def _rejects(message: bytes) -> bool:
    entries = referee_pb2.PlayResponse.FromString(message).entries
    return any(entry.HasField("decision_rejected") for entry in entries)


def _sit_down(table: Table, seat: int, received: Messages) -> "asyncio.Task[None]":
    session = Session(Limits(), wants_history=True)
    outbox = session.attach()

    async def write(message: bytes) -> None:
        received.append(message)

    table.join(seat, session, Joined(seat))
    table.receive(Ready(seat))
    return asyncio.create_task(outbox.pump(write))


async def _settle() -> None:
    """Let the pumps send what is queued; they give other tasks a few turns first."""
    for _ in range(10):
        await asyncio.sleep(0)


def _next(played: Played, script: Sequence[Action] | Random, eagerness: float) -> Action | None:
    position = played.positions[-1]
    if not isinstance(script, Random):
        return script[len(played.actions)] if len(played.actions) < len(script) else None
    action = choose(position, script, eagerness)
    return action if position.apply(action).result is None else None


def _hidden_changed(position: Position, viewer: int, random: Random) -> tuple[int, ...]:
    """The deck of the deal with the cards in other places that `viewer` can't know of."""
    deck = list(position.setup.deck)
    hidden = set(deck[len(deck) - position.stock_count :])
    for seat, hand in enumerate(position.hands):
        if seat != viewer:
            hidden |= set(rules.cards_in(hand))
    places = [place for place, card in enumerate(deck) if card in hidden]
    cards = [deck[place] for place in places]
    random.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    return tuple(deck)


def _deal(preset: str, seats: int, seed: int) -> Deal:
    deck = rules.deck_from_seed(str(seed), 0)
    return Deal({"base": preset}, deck, dealer=0, seats=seats, seed=0, eagerness=0.7)


UNDER = [("classic", 2), ("hoyle", 2), ("nine-card", 3), ("nine-card", 4)]
SEEDS = range(4)


@pytest.mark.parametrize(("preset", "seats"), UNDER)
async def test_bytes_do_not_depend_on_hidden_cards(preset, seats):
    """At any moment of a deal, whatever the cards that a seat can't see, its bytes are the same.

    The messages' bounds are compared too, so that their sizes and their times tell nothing.
    """
    others_differ = 0
    for seed in SEEDS:
        deal, random = _deal(preset, seats, seed), Random(seed)
        played = await _play(deal.start(), random, deal.eagerness)
        for viewer in range(seats):
            for moment in random.sample(range(len(played.positions)), 5):
                position = played.positions[moment]
                deck = _hidden_changed(position, viewer, random)
                first = deal._replace(deck=deck).start()
                again = await _play(first, played.actions[:moment], 0)
                assert again.received[moment][viewer] == played.received[moment][viewer]
                others_differ += again.received[moment] != played.received[moment]
    assert others_differ > len(SEEDS) * seats


async def test_the_moments_compared_are_of_every_kind():
    """The deals compared above have offers of each origin, force questions and forced melds."""
    moments = set()
    for preset, seats in UNDER:
        for seed in SEEDS:
            deal = _deal(preset, seats, seed)
            played = await _play(deal.start(), Random(seed), deal.eagerness)
            moments |= {(position.asked, position.origin) for position in played.positions}
    assert {asked for asked, _ in moments} == set(Asked)
    assert {origin for _, origin in moments} == set(Origin)


# --- time ----------------------------------------------------------------------------------


async def test_only_an_answer_stops_the_clock():
    """Whatever else a bot sends while it is asked, its deadline stands."""
    leg = plan(clocks=ClockRules(limit=0.3), policy=quick_faults(incidents=1))
    async with room(leg) as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        loop = asyncio.get_running_loop()
        asked = loop.time()
        while not here.table.over.done():
            await bots[seat].send(ready(), hello(), answer(request.request_id + 1))
            await asyncio.sleep(0.01)
        assert loop.time() - asked < 2.0
        assert here.deals[0].cause == "no answer within 0.300 s"
        assert here.deals[0].position.result.reason is rules.Reason.TIMEOUT


async def test_what_was_charged_is_reported():
    """A seat is told what each of its decisions was charged, and not what another's were."""
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await asyncio.sleep(0.05)
        await bots[seat].send(pass_always(request))
        await asyncio.gather(*(bot.play(pass_always) for bot in bots))
        for each, bot in enumerate(bots):
            told = _end(bot).charges
            charged = here.deals[0].charges[each]
            assert [charge.ToNanoseconds() for charge in told] == pytest.approx(
                [seconds * 1e9 for seconds in charged], abs=1
            )
        assert here.deals[0].charges[seat][0] >= 0.05


async def test_answers_sent_together_share_their_time():
    """Answers in one message are charged in equal parts."""
    async with room(plan(deal_count=4, deals_at_once=4)) as here:
        bots = await here.seated(deals_at_once=4)
        await asyncio.gather(*(bot.until("deal_started") for bot in bots))
        requests = [await bots[1].until("decision_requested") for _ in range(2)]
        await bots[1].send(*map(pass_always, requests))
        await asyncio.gather(*(bot.play(pass_always) for bot in bots))
        ends = [e.deal_ended for e in bots[1].heard if e.HasField("deal_ended")]
        asked = {request.deal_id for request in requests}
        first = [end.charges[0].ToNanoseconds() for end in ends if end.deal_id in asked]
        assert len(first) == 2
        assert first[0] == first[1] > 0


def _end(bot) -> leg_pb2.DealEnded:
    return next(entry.deal_ended for entry in bot.heard if entry.HasField("deal_ended"))
