"""Try a bot's decisions without a referee.

>>> import conquian
>>> from conquian import testing
>>> class Quiet(conquian.Bot):
...     def decide(self, observation):
...         return conquian.Pass()
>>> testing.decide(Quiet(), testing.observation(hand="5S 5H KC", faced="7C"))
pass
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Iterable, Sequence

from conquian.bot import Bot
from conquian.cards import Card, Layout, read_cards, read_layout
from conquian.checks import checked
from conquian.deals import Deal, Leg, Ruleset
from conquian.decisions import Decision
from conquian.observation import Kind, Observation, Origin
from conquian.v1 import cards_pb2, decision_pb2, observation_pb2

CLASSIC = Ruleset(
    name="classic",
    seats_min=2,
    seats_max=2,
    hand_size=10,
    goal=11,
    ace="low",
    max_sequence=8,
    initial_upcard=False,
    hand_melds="never",
    force_scope="not_turned",
    forced_play="any",
    payment="stake",
    draw_carry="double",
)


def observation(
    *,
    hand: str,
    faced: str,
    kind: Kind = Kind.OFFER,
    options: Iterable[str] = (),
    tables: Sequence[str] = ("", ""),
    dead: str = "",
    seat: int = 0,
    dealer: int = 1,
    origin: Origin = Origin.STOCK,
    faced_by: int | None = 0,
    passed_seats: Sequence[int] = (),
    stock_count: int = 20,
    ruleset: Ruleset = CLASSIC,
    seed: int = 0,
) -> Observation:
    """An observation made by hand, in the texts of rules section 11.

    Nothing checks that it can come up in a deal: give each option that the bot is to have.

    Args:
        hand: the bot's cards, as in `5S 5H KC`.
        faced: the faced card.
        kind: what is asked.
        options: each whole layout that may be laid, as in `5S5H5D/6S7SJS`.
        tables: what each seat has laid, written as a layout.
        dead: the dead cards in order.
        seat: the bot's own seat.
        dealer: the seat that dealt.
        origin: where the faced card came from.
        faced_by: the seat that turned or discarded it.
        passed_seats: the seats that have passed on it.
        stock_count: how many cards are left to turn.
        ruleset: the ruleset.
        seed: the seed of the bot's random numbers.

    Raises:
        ValueError: a card is unreadable.
    """
    leg = Leg("example", ruleset, seat, len(tables), (), 1, None)
    deal = Deal(0, dealer, seat, read_cards(hand), seed, leg)
    request = decision_pb2.DecisionRequested(request_id=1, deal_id=1, kind=kind.value)
    seen = request.observation
    seen.ruleset, seen.seat, seen.dealer, seen.asked_seat = ruleset.name, seat, dealer, seat
    seen.faced, seen.faced_origin = Card(faced).number, origin.value
    if faced_by is not None:
        seen.faced_by = faced_by
    seen.hand.extend(_numbers(sorted(deal.hand)))
    seen.dead.extend(_numbers(read_cards(dead)))
    seen.passed_seats.extend(passed_seats)
    seen.stock_count = stock_count
    _add_tables(seen, tables, ruleset.hand_size)
    for text in options:
        _add_option(request, read_layout(text), ruleset.goal)
    return Observation(request, deal, time.monotonic())


def decide(bot: Bot, observation: Observation) -> Decision:
    """What the bot decides, checked as it is before it is sent.

    Raises:
        DecisionError: the decision can't answer the request.
        Exception: whatever the bot raises.
    """
    bot.deal = observation.deal
    decision = bot.decide(observation)
    if inspect.isawaitable(decision):
        decision = asyncio.run(_awaited(decision))
    checked(decision, observation)
    return decision


async def _awaited(decision: Awaitable[Decision]) -> Decision:
    return await decision


def _add_tables(seen: observation_pb2.Observation, tables: Sequence[str], hand_size: int) -> None:
    for seat, text in enumerate(tables):
        melds = read_layout(text)
        seen.tables.add(melds=_melds(melds))
        laid_count = sum(map(len, melds))
        seen.hand_counts.append(len(seen.hand) if seat == seen.seat else hand_size - laid_count)


def _add_option(request: decision_pb2.DecisionRequested, melds: Layout, goal: int) -> None:
    laid = [card.number for meld in melds for card in meld]
    hand = request.observation.hand
    request.options.add(
        layout=_melds(melds),
        hand_cards=sorted([number for number in laid if number in hand]),
        goes_out=len(laid) == goal,
        uses_faced=request.observation.faced in laid,
    )


def _melds(melds: Layout) -> list[cards_pb2.Meld]:
    return [cards_pb2.Meld(cards=_numbers(meld)) for meld in melds]


def _numbers(some: Iterable[Card]) -> list[cards_pb2.Card.ValueType]:
    return [card.number for card in some]
