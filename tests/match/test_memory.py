"""What a leg keeps of the deals that have ended."""

import gc
from collections import Counter

from conquian_server.match import (
    Answered,
    ClockRules,
    DealOver,
    FaultPolicy,
    Garbled,
    Joined,
    Leg,
    LegPlan,
    Ready,
    Request,
)
from conquian_server.rules import PASS

from tests.match.table import CLASSIC, deck_of

AT_ONCE = 8


class Bots:
    """Bots that pass once and then spoil the deal, and keep nothing of it."""

    def __init__(self, deal_count: int):
        plan = LegPlan(
            CLASSIC,
            2,
            deal_count,
            lambda number: deck_of(number % 8),
            clocks=ClockRules(limit=5.0),
            policy=FaultPolicy(incidents=deal_count + 1),
            deals_at_once=AT_ONCE,
        )
        self.leg = Leg(plan, 0.0)
        self.now = 0.0
        self.ended = 0
        for event in (Joined(0, AT_ONCE), Joined(1, AT_ONCE), Ready(0), Ready(1)):
            self.leg.receive(event, 0.0)

    def play(self, deal_count: int) -> None:
        """Until so many deals have ended."""
        while self.ended < deal_count:
            for seat in (0, 1):
                answers = tuple(map(answer, self.leg.open_requests(seat)))
                self.now += 0.125
                effects = self.leg.receive(Answered(seat, answers), self.now)
                self.ended += sum(isinstance(each, DealOver) for each in effects)


def answer(request: Request):
    """Pass first, then end the deal."""
    return request.request, Garbled("spoilt") if request.position.history else PASS


def alive() -> Counter[str]:
    """How many objects of the server there are of each kind."""
    gc.collect()
    kinds = (type(each) for each in gc.get_objects())
    return Counter(
        kind.__name__ for kind in kinds if str(kind.__module__).startswith("conquian_server")
    )


def test_an_ended_deal_leaves_its_settlement_and_nothing_else():
    """Ten thousand deals later a leg holds their settlements more, and no other object."""
    bots = Bots(20_000)
    bots.play(1000)
    before, ended = alive(), bots.ended
    bots.play(11_000)
    after = alive()
    grown = {kind: after[kind] - before[kind] for kind in after if after[kind] > before[kind]}
    assert abs(grown.pop("Settlement") - (bots.ended - ended)) <= AT_ONCE  # some wait for others
    assert sum(grown.values()) < AT_ONCE * 20
