"""A referee with one table, and bots driven by hand at it."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from conquian_server import match, rules
from conquian_server.match import BotWanted, ClockRules, DealOver, FaultPolicy, LegPlan
from conquian_server.referee import Keepalive, Limits, Options, Referee, Table
from conquian_server.wire import LegNames

from tests.referee.raw import RawBot, channel_to

LONG = 60.0  # seconds that never pass in a test


def plan(**fields: Any) -> LegPlan:
    """A leg of one deal of classic, with time enough, but for the fields given."""
    known: dict[str, Any] = {
        "ruleset": rules.PRESETS["classic"],
        "seats": 2,
        "deal_count": 1,
        "deck_of": lambda number: rules.deck_from_seed("room", number),
        "clocks": ClockRules(limit=LONG, warm_up=LONG),
        "policy": FaultPolicy(grace=LONG, arrival=LONG),
    }
    return LegPlan(**known | fields)


def quick_faults(**fields: Any) -> FaultPolicy:
    """A fault policy that waits for nobody, but for the fields given."""
    return FaultPolicy(**{"grace": 0.05, "arrival": LONG} | fields)


@dataclass
class Room:
    """One table at a referee.

    Attributes:
        referee: the referee.
        table: the table.
        tokens: the token of each seat.
        deals: the deals that have ended.
        wanted: the bots that were asked for.
    """

    referee: Referee
    bots: AsyncExitStack
    deals: list[DealOver] = field(default_factory=list)
    wanted: list[BotWanted] = field(default_factory=list)

    def open(self, leg: LegPlan, on_deal: Callable[[DealOver], None] | None = None) -> None:
        """Open the table."""
        self.table: Table
        self.table, self.tokens = self.referee.open_table(
            leg,
            LegNames("leg-1", tuple("abcd"[: leg.seats])),
            bot_seed=lambda deal, seat: 100 * deal + seat,
            on_deal=on_deal or self.deals.append,
            on_bot_wanted=self.wanted.append,
        )

    async def bot(self, seat: int, **options: int) -> RawBot:
        """A bot with the seat's token, on a connection of its own."""
        return await self.stranger(self.tokens[seat], **options)

    async def stranger(self, token: str | None, **options: int) -> RawBot:
        """A bot with any token or none."""
        channel = channel_to(self.referee.address, **options)
        await self.bots.enter_async_context(channel)
        return RawBot(channel, token)

    async def seated(self, **fields: Any) -> list[RawBot]:
        """A bot in each seat, ready, with these fields in its hello."""
        bots = [await self.bot(seat) for seat in range(self.table.plan.seats)]
        for bot in bots:
            await bot.sit_down(**fields)
        return bots

    async def over(self) -> match.LegOver:
        """How the leg ended."""
        return await self.table.over


@asynccontextmanager
async def room(
    leg: LegPlan | None = None,
    *,
    address: str = "",
    on_deal: Callable[[DealOver], None] | None = None,
    keepalive: Keepalive | None = None,
    **limits: Any,
) -> AsyncIterator[Room]:
    """A referee with one table; both are gone at the end."""
    with tempfile.TemporaryDirectory(prefix="room-") as folder:
        options = Options(
            address or f"unix:{folder}/s",
            limits=Limits(**limits),
            keepalive=keepalive or Keepalive(),
        )
        async with Referee(options) as referee, AsyncExitStack() as bots:
            made = Room(referee, bots)
            made.open(leg or plan(), on_deal)
            yield made


async def request_of(bots: list[RawBot]) -> tuple[int, Any]:
    """The seat that is asked first in a deal, and its request."""
    for bot in bots:
        started = await bot.until("deal_started")
    seat = (started.dealer + 1) % len(bots)
    return seat, await bots[seat].until("decision_requested")
