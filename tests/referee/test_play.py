"""A leg over the stream: what bots are asked and told, and how answers count."""

import asyncio
import json

import pytest
from conquian.v1 import decision_pb2, leg_pb2
from conquian_server import rules
from conquian_server.match import ClockRules, LegEnd
from conquian_server.wire import LegNames

from tests.referee.raw import answer, names, pass_always, simple_choice
from tests.referee.room import plan, quick_faults, request_of, room

MELD = decision_pb2.ACTION_KIND_MELD


async def test_a_leg_is_played_to_its_end():
    """Each deal begins and ends once for each seat, in order; the leg's end closes the stream."""
    async with room(plan(deal_count=3)) as here:
        bots = await here.seated()
        await asyncio.gather(*(bot.play() for bot in bots))
        over = await here.over()
        assert (over.end, len(over.settlements)) == (LegEnd.PLAYED, 3)
        assert [deal.number for deal in here.deals] == [0, 1, 2]
        for bot in bots:
            frame = [name for name in names(bot.heard) if name != "decision_requested"]
            assert frame == [
                *("welcome", "leg_started"),
                *("deal_started", "deal_ended") * 3,
                "leg_ended",
            ]


async def test_both_seats_are_told_the_whole_end_of_a_deal():
    """The end of a deal shows the deck, the hands, the points and the record to every seat."""
    async with room() as here:
        bots = await here.seated()
        await asyncio.gather(*(bot.play() for bot in bots))
        ends = [_last(bot, "deal_ended") for bot in bots]
        position = here.deals[0].position
        for seat, end in enumerate(ends):
            assert [card - 1 for card in end.deck] == list(position.setup.deck)
            assert json.loads(end.record) == rules.record_of(position, ("a", "b"))
            assert list(end.points) == list(position.result.points)
            assert len(end.hands) == 2
            charged = [charge.ToTimedelta().total_seconds() for charge in end.charges]
            assert charged == pytest.approx(here.deals[0].charges[seat], abs=1e-6)
        for end in ends:
            end.ClearField("charges")
        assert ends[0] == ends[1]


async def test_the_settlement_of_a_leg_is_told():
    """The leg's end gives each deal's points with their multiplier, and the totals."""
    async with room(plan(deal_count=4)) as here:
        bots = await here.seated()
        await asyncio.gather(*(bot.play() for bot in bots))
        over = await here.over()
        ended = _last(bots[0], "leg_ended")
        assert ended.reason == leg_pb2.LEG_END_REASON_ALL_DEALS
        told = [(deal.number, deal.multiplier, tuple(deal.points)) for deal in ended.deals]
        assert told == [
            (number, settled.multiplier, settled.points)
            for number, settled in enumerate(over.settlements)
        ]
        assert tuple(ended.totals) == over.settlements[-1].totals


@pytest.mark.parametrize("form", ["option_index", "layout", "hand_cards"])
async def test_a_meld_may_be_said_in_three_ways(form):
    """An option's number, the whole layout and the cards laid mean the same meld."""

    def choose(request):
        reply = simple_choice(request)
        if reply.decision.action == MELD:
            option = request.options[0]
            given = {
                "option_index": {"option_index": 0},
                "layout": {"layout": decision_pb2.Layout(melds=option.layout)},
                "hand_cards": {"hand_cards": decision_pb2.HandCards(cards=option.hand_cards)},
            }[form]
            discard = reply.decision.discard
            reply = answer(request.request_id, action=MELD, discard=discard, **given)
        return reply

    async with room(plan(deal_count=4)) as here:
        bots = await here.seated()
        await asyncio.gather(*(bot.play(choose) for bot in bots))
        actions = [str(taken.action) for deal in here.deals for taken in deal.position.actions]
        assert any(text.startswith("meld") for text in actions)
        assert not [deal.cause for deal in here.deals if deal.cause]


async def test_many_deals_run_in_one_stream():
    """As many deals are open as all bots and the referee grant, in one message at the start."""
    async with room(plan(deal_count=20, deals_at_once=8)) as here:
        bots = [await here.bot(seat) for seat in (0, 1)]
        await bots[0].sit_down(deals_at_once=100)
        await bots[1].sit_down(deals_at_once=6)
        await asyncio.gather(*(bot.play() for bot in bots))
        assert sorted(deal.number for deal in here.deals) == list(range(20))
        assert names(bots[0].heard)[:14].count("deal_started") == 6


@pytest.mark.parametrize(("wants", "texts"), [(True, ["pass"]), (False, [])])
async def test_the_actions_so_far_are_sent_to_those_who_want_them(wants, texts):
    """A request carries the history if the hello wanted it, and not otherwise."""
    async with room() as here:
        bots = await here.seated(wants_history=wants)
        seat, request = await request_of(bots)
        await bots[seat].send(pass_always(request))
        later = await bots[1 - seat].until("decision_requested")
        assert [taken.text for taken in later.history] == texts
        assert later.observation.action_count == 1


async def test_only_choices_are_answered_for_a_bot_that_asked_for_it():
    """A bot that wants only real decisions is never asked where it could only pass."""
    async with room(plan(deal_count=2)) as here:
        bots = await here.seated(answer_only_choice=True)
        await asyncio.gather(*(bot.play() for bot in bots))
        requests = [
            entry.decision_requested
            for bot in bots
            for entry in bot.heard
            if entry.HasField("decision_requested")
        ]
        assert requests
        assert all(
            request.options or request.kind == decision_pb2.REQUEST_KIND_FORCE_QUESTION
            for request in requests
        )


async def test_an_illegal_action_ends_its_deal_and_no_other():
    """An illegal action is told at once, forfeits that deal, and the others go on."""
    async with room(plan(deal_count=3, deals_at_once=3)) as here:
        bots = await here.seated(deals_at_once=3)
        seat, request = await request_of(bots)
        wrong = answer(request.request_id, action=MELD, option_index=9_999)
        await bots[seat].send(wrong)
        rejected = await bots[seat].until("decision_rejected")
        assert rejected.code == decision_pb2.REJECTION_CODE_ILLEGAL
        assert "there is no option 9999" in rejected.sentence
        ended = await bots[1 - seat].until("deal_ended")
        assert (ended.reason, ended.offender) == (leg_pb2.DEAL_END_REASON_ILLEGAL_ACTION, seat)
        assert "illegal action" in here.deals[0].cause


UNREADABLE = {
    "no action": {"action": 0},
    "an action of a newer version": {"action": 77},
    "a meld that lays nothing": {"action": MELD},
    "a card that is none": {"action": MELD, "option_index": 0, "discard": 41},
    "a negative card": {"action": MELD, "option_index": 0, "discard": -5},
    "the same card twice": {
        "action": MELD,
        "hand_cards": decision_pb2.HandCards(cards=[3, 3]),
    },
    "a meld without cards": {"action": MELD, "layout": decision_pb2.Layout(melds=[{}])},
    "a discard with lay and pass": {
        "action": decision_pb2.ACTION_KIND_LAY_AND_PASS,
        "option_index": 0,
        "discard": 3,
    },
    "a demand": {"action": decision_pb2.ACTION_KIND_DEMAND},
}


@pytest.mark.parametrize("fields", UNREADABLE.values(), ids=UNREADABLE.keys())
async def test_an_answer_that_means_nothing_is_illegal(fields):
    """An answer that can't be read ends its deal as an illegal action, with words."""
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await bots[seat].send(answer(request.request_id, **fields))
        rejected = await bots[seat].until("decision_rejected")
        assert rejected.code == decision_pb2.REJECTION_CODE_ILLEGAL
        assert rejected.sentence
        await bots[seat].until("leg_ended")
        assert here.deals[0].cause.startswith("illegal action: ")


async def test_answers_to_no_open_request_are_told_so_at_once():
    """Unknown ids, second answers and answers after the end get a typed answer, and no more."""
    async with room(plan(deal_count=2)) as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await bots[seat].send(answer(request.request_id + 1_000))
        assert await _code(bots[seat]) == "UNKNOWN"
        await bots[seat].send(pass_always(request), pass_always(request))
        assert await _code(bots[seat]) == "STALE"
        await bots[seat].send(answer(0), answer(2**64 - 1))
        assert [await _code(bots[seat]) for _ in range(2)] == ["UNKNOWN", "UNKNOWN"]
        await asyncio.gather(*(bot.play(pass_always) for bot in bots))
        assert [deal.cause for deal in here.deals] == ["", ""]


async def test_a_late_answer_is_told_so():
    """An answer after the deadline is told to be late, and the deal is forfeited."""
    leg = plan(deal_count=2, clocks=ClockRules(limit=0.05), policy=quick_faults(incidents=2))
    async with room(leg) as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await bots[seat].until("deal_ended")
        await bots[seat].send(pass_always(request))
        assert await _code(bots[seat]) == "LATE"
        assert here.deals[0].cause.startswith("no answer within 0.050")
        assert here.deals[0].position.result.offender == seat


async def test_names_are_hidden_where_the_leg_hides_them():
    """A leg that hides its names tells the seats' numbers in records and no names elsewhere."""
    async with room() as here:
        leg, told = plan(), []
        table, here.tokens = here.referee.open_table(
            leg,
            LegNames("leg-2", ("secret", "hidden"), shown=False),
            bot_seed=lambda *_: 0,
            on_deal=told.append,
        )
        here.table = table
        bots = await here.seated()
        await asyncio.gather(*(bot.play() for bot in bots))
        everything = b"".join(message for bot in bots for message in bot.messages)
        assert b"secret" not in everything
        assert b"hidden" not in everything
        assert json.loads(_last(bots[0], "deal_ended").record)["seats"] == ["0", "1"]


async def test_seeds_of_bots_are_told_with_each_deal():
    """Each seat gets the random number that the leg's owner gives for deal and seat."""
    async with room(plan(deal_count=2)) as here:
        bots = await here.seated()
        await asyncio.gather(*(bot.play() for bot in bots))
        seeds = [
            [e.deal_started.bot_seed for e in bot.heard if e.HasField("deal_started")]
            for bot in bots
        ]
        assert seeds == [[0, 100], [1, 101]]


async def _code(bot):
    rejected = await bot.until("decision_rejected")
    return decision_pb2.RejectionCode.Name(rejected.code).removeprefix("REJECTION_CODE_")


def _last(bot, name):
    return [getattr(entry, name) for entry in bot.heard if entry.HasField(name)][-1]
