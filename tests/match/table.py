"""A leg with bots in the process, on simulated time: what the tests of the match drive."""

from collections.abc import Callable, Iterable
from random import Random

from conquian_server import rules
from conquian_server.match import (
    Answered,
    ByOption,
    Choice,
    DealBegun,
    DealOver,
    Effect,
    Event,
    Joined,
    Leg,
    LegOver,
    LegPlan,
    Ready,
    Rejected,
    Request,
)
from conquian_server.rules import Asked, Deck, Position

CLASSIC = rules.PRESETS["classic"]
HOYLE = rules.PRESETS["hoyle"]
NINE_CARD = rules.PRESETS["nine-card"]

Policy = Callable[[Position], Choice]


def deck_of(number: int) -> Deck:
    """The deck of a deal number in these tests."""
    return rules.deck_from_seed("tests of the match", number)


def plan(deal_count: int = 1, *, ruleset=CLASSIC, seats=2, deck_of=deck_of, **rest) -> LegPlan:
    """A leg's plan: classic with two seats unless told otherwise."""
    return LegPlan(ruleset, seats, deal_count, deck_of, **rest)


# --- policies: functions of the position alone ------------------------------------------------


def always_pass(position: Position) -> Choice:
    """Pass whatever is offered; so nothing is ever laid, and nothing can be forced."""
    assert position.asked is Asked.MELD_OR_PASS
    return rules.PASS


def first_option(position: Position) -> Choice:
    """Lay the first option and discard the lowest card; else pass, and demand."""
    if position.asked is Asked.DEMAND_OR_WAIVE:
        return rules.DEMAND
    if not position.options():
        return rules.PASS
    return by_option(position, 0, Random(0))


def at_random(position: Position) -> Choice:
    """Something legal, drawn by the position alone: most often a meld."""
    random = Random(f"{position.setup.deck} {len(position.actions)}")
    if position.asked is Asked.DEMAND_OR_WAIVE:
        return random.choice([rules.DEMAND, rules.WAIVE])
    options = position.options()
    may_pass = position.asked is Asked.MELD_OR_PASS
    if not options or (may_pass and random.random() < 0.3):
        return rules.PASS
    return by_option(position, random.randrange(len(options)), random)


def by_option(position: Position, index: int, random: Random) -> ByOption:
    """The option of that number with a discard drawn from `random`, if one is due."""
    option = position.options()[index]
    left = list(rules.cards_in(position.hands[position.seat] & ~option.laid))
    discard = random.choice(left) if option.needs_discard else None
    return ByOption(index, discard, passes=not option.uses_faced)


# --- the table ---------------------------------------------------------------------------------


class Table:
    """A leg, its time, and all the effects it has had."""

    def __init__(self, leg_plan: LegPlan, now: float = 0.0):
        self.plan = leg_plan
        self.leg = Leg(leg_plan, now)
        self.now = now
        self.log: list[Effect] = []

    def tell(self, *events: Event, at: float | None = None) -> list[Effect]:
        """Tell the leg events at a time, else at the time it is, and return their effects."""
        self.now = self.now if at is None else at
        effects = [effect for event in events for effect in self.leg.receive(event, self.now)]
        self.log += effects
        return effects

    def tick(self, at: float) -> list[Effect]:
        """Let it be `at` and fire the timers."""
        self.now = at
        effects = self.leg.handle_timer(at)
        self.log += effects
        return effects

    def run_out(self, limit: int = 10_000) -> list[Effect]:
        """Fire the timers, each when it is due, until nothing is due any more."""
        effects = []
        for _ in range(limit):
            due = self.leg.next_deadline()
            if due is None:
                return effects
            effects += self.tick(max(due, self.now))
        raise AssertionError("the leg's timers never end")

    def seat_bots(self, deals_at_once: int = 1, **rest) -> list[Effect]:
        """A bot joins each seat and is ready at once."""
        seats = range(self.plan.seats)
        joined = self.tell(*(Joined(seat, deals_at_once, **rest) for seat in seats))
        return joined + self.tell(*map(Ready, seats))

    def requests(self, seat: int) -> list[Request]:
        """What the seat is asked."""
        return self.leg.open_requests(seat)

    def asked(self) -> Request:
        """The one open request of the table."""
        (request,) = [open_ for seat in range(self.plan.seats) for open_ in self.requests(seat)]
        return request

    def answer(self, *requests: Request, policy: Policy = always_pass, at=None) -> list[Effect]:
        """One seat answers some of its open requests together."""
        answers = tuple((each.request, policy(each.position)) for each in requests)
        return self.tell(Answered(requests[0].seat, answers), at=at)

    def play(self, policy: Policy = always_pass, step: float = 0.0) -> None:
        """The seats in turn answer all that is open, each `step` seconds after the other."""
        while not self.leg.over:
            for seat in range(self.plan.seats):
                if requests := self.requests(seat):
                    self.answer(*requests, policy=policy, at=self.now + step)

    def play_until(self, wanted: Callable[[Request], bool], policy: Policy) -> Request | None:
        """One deal at once is played until a wanted request; None if the leg ends before it."""
        while not self.leg.over:
            request = self.asked()
            if wanted(request):
                return request
            self.answer(request, policy=policy)
        return None

    # --- what has happened ---

    def begun(self) -> list[DealBegun]:
        """Every deal's beginning so far."""
        return only(DealBegun, self.log)

    def overs(self) -> list[DealOver]:
        """Every deal's end so far."""
        return only(DealOver, self.log)

    def results(self) -> list[rules.Result]:
        """The results by deal number."""
        return [over.position.result for over in sorted(self.overs(), key=lambda o: o.number)]

    def end(self) -> LegOver:
        """The leg's end, its last effect."""
        assert isinstance(self.log[-1], LegOver)
        return self.log[-1]


def only(kind: type, effects: Iterable[Effect]) -> list:
    """The effects of one kind."""
    return [effect for effect in effects if isinstance(effect, kind)]


def rejections(effects: Iterable[Effect]) -> list:
    """What was rejected, as request id and why."""
    return [(each.request, each.rejection) for each in only(Rejected, effects)]


def ends(effects: Iterable[Effect]) -> list:
    """The deals that have ended, as number, reason and offender."""
    return [
        (each.number, each.position.result.reason, each.position.result.offender)
        for each in only(DealOver, effects)
    ]
