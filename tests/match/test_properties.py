"""What holds whatever happens to a leg: any events in any order, sensible or not."""

from conquian_server import rules
from conquian_server.match import (
    Answered,
    ByCards,
    ByOption,
    CallOff,
    ClockRules,
    DealBegun,
    DealCalledOff,
    DealOver,
    Drain,
    FaultPolicy,
    Garbled,
    Gone,
    Joined,
    LegEnd,
    LegOver,
    Lost,
    Ready,
    Rejected,
    Rejection,
    Request,
    Returned,
)
from conquian_server.rules import DEMAND, PASS, WAIVE, Reason, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.match.table import CLASSIC, HOYLE, NINE_CARD, Table, at_random, plan

# --- plans and events ---------------------------------------------------------------------------

TABLES = [(CLASSIC, 2), (HOYLE, 2), (NINE_CARD, 3), (NINE_CARD, 4)]
LIMITED = [
    ClockRules(limit=2.0),
    ClockRules(limit=0.25, warm_up=1.0),
    ClockRules(bank=3.0),
    ClockRules(bank=3.0, increment=0.5),
]


@st.composite
def plans(draw, clocks=LIMITED):
    """Legs of up to 60 deals, some of them played already, some to a target."""
    ruleset, seats = draw(st.sampled_from(TABLES))
    count = draw(st.integers(1, 60))
    target = draw(st.sampled_from([None, None, 1, 3]))
    drawn = Result(Reason.STOCK_EXHAUSTED, None, None, (0,) * seats)
    played = draw(st.sets(st.integers(0, count - 1), max_size=3))
    return plan(
        count,
        ruleset=ruleset,
        seats=seats,
        clocks=draw(st.sampled_from(clocks)),
        policy=draw(st.builds(FaultPolicy, st.integers(1, 5), *2 * [st.sampled_from([0.0, 5.0])])),
        deals_at_once=1 if target else draw(st.sampled_from([1, 3, 128])),
        target=target,
        played=dict.fromkeys(played, drawn),
    )


def choices():
    """What a bot may say: seldom sensible."""
    cards, discard = st.integers(0, 2**40 - 1), st.none() | st.integers(0, 39)
    layout = st.lists(st.integers(1, 2**40 - 1), max_size=3)
    return st.one_of(
        st.sampled_from([PASS, DEMAND, WAIVE]),
        st.builds(ByOption, st.integers(-1, 5), discard, st.booleans()),
        st.builds(ByCards, cards, discard, st.booleans()),
        st.builds(rules.meld, layout, discard),
        st.builds(rules.meld_and_pass, layout),
        st.builds(Garbled, st.text(max_size=5)),
    )


# What a bot may do besides answering, at the right time or not.
PRESENCE = [
    Joined,
    lambda seat: Joined(seat, 3, only_choices=True),
    lambda seat: Joined(seat, 128),
    Ready,
    Ready,
    Lost,
    Returned,
    lambda seat: Gone(seat, "gone"),
]


def steps():
    """Whatever may happen next, as a function of the table and a seat."""
    sensible = st.builds(sensible_answers, st.integers(0, 5), st.integers(1, 128))
    nonsense = st.lists(st.tuples(st.integers(-1, 40), choices()), max_size=6).map(
        lambda answers: lambda table, seat: Answered(seat, tuple(answers))
    )
    bots = st.sampled_from(PRESENCE).map(lambda kind: lambda table, seat: kind(seat))
    stop = st.sampled_from([Drain(), CallOff()]).map(lambda event: lambda table, seat: event)
    kinds = [*20 * [sensible], *6 * [nonsense], *10 * [bots], stop]
    return st.sampled_from(kinds).flatmap(lambda kind: kind)


def sensible_answers(start: int, count: int):
    """Legal answers to some of the seat's open requests, at random."""

    def answers(table: Table, seat: int) -> Answered:
        chosen = table.requests(seat)[start:][:count]
        return Answered(seat, tuple((each.request, at_random(each.position)) for each in chosen))

    return answers


PAUSES = st.sampled_from([0.0, 0.0, 0.0, 0.125, 0.25, 1.0, 2.0, 31.0])
SCRIPTS = st.lists(st.tuples(PAUSES, st.integers(0, 3), steps()), max_size=80)


# --- what must hold -----------------------------------------------------------------------------


class Watch:
    """Checks each effect of a leg as it comes."""

    def __init__(self, table: Table):
        self.table = table
        self.plan = table.plan
        self.ids = [0] * self.plan.seats
        self.running: set[int] = set()
        self.ended: dict[int, Result] = {}
        self.called_off: set[int] = set()
        self.open: dict[int, Request] = {}  # by deal
        self.charged = [0.0] * self.plan.seats
        self.rejected: Rejected | None = None
        self.unbegun = False

    def see(self, effects: list) -> None:
        """Check the effects of one call, and that nothing is left undone."""
        for effect in effects:
            assert not any(isinstance(each, LegOver) for each in self.table.log[:-1])
            getattr(self, f"see_{type(effect).__name__.lower()}")(effect)
        for seat in range(self.plan.seats):
            mine = [each for each in self.open.values() if each.seat == seat]
            opened = self.table.requests(seat)
            assert sorted(each.request for each in mine) == [each.request for each in opened]
            assert all(each in mine for each in opened)
        due = self.table.leg.next_deadline()
        assert due is None or due >= self.table.now
        assert set(self.open) == self.running or self.table.leg.over

    def see_dealbegun(self, begun: DealBegun) -> None:
        """A deal begins once, dealt as its number says."""
        number = begun.number
        assert 0 <= number < self.plan.deal_count
        assert number not in {*self.plan.played, *self.running, *self.ended}
        assert begun.position.setup.dealer == number % self.plan.seats
        assert begun.position.setup.deck == self.plan.deck_of(number)
        assert begun.position.history is None
        self.running.add(number)
        assert len(self.running) <= self.plan.deals_at_once

    def see_request(self, request: Request) -> None:
        """A deal in play has one request at most, of the seat that is asked; or it comes again."""
        assert request.deal in self.running
        if self.open.get(request.deal) is request:
            return
        assert request.seat == request.position.seat
        assert request.request == self.ids[request.seat] + 1
        assert request.sent_at == self.table.now
        assert (request.deadline is None) == (
            self.plan.clocks.limit is None and self.plan.clocks.bank is None
        )
        self.ids[request.seat] += 1
        self.open[request.deal] = request

    def see_rejected(self, rejected: Rejected) -> None:
        """A seat is told why in words, and only what is illegal is of an open request."""
        is_open = any(
            each.request == rejected.request and each.seat == rejected.seat
            for each in self.open.values()
        )
        assert rejected.reason or rejected.rejection is Rejection.ILLEGAL
        if rejected.rejection is Rejection.ILLEGAL:
            assert is_open
            self.rejected = rejected
        elif rejected.rejection is Rejection.UNKNOWN:
            assert not is_open or self.opened_now(rejected)
        else:
            assert 0 < rejected.request <= self.ids[rejected.seat]
            assert not is_open

    def opened_now(self, rejected: Rejected) -> bool:
        """Whether the rejected request was sent in this very call: its answer was a guess."""
        return any(
            each.request == rejected.request and each.sent_at == self.table.now
            for each in self.open.values()
        )

    def see_dealover(self, over: DealOver) -> None:
        """A deal ends once: by the rules, or by a fault with its cause."""
        result = over.position.result
        assert result is not None
        assert over.number not in {*self.plan.played, *self.ended, *self.called_off}
        request = self.open.pop(over.number, None)
        if over.number in self.running:
            self.running.remove(over.number)
        else:
            self.unbegun = True
            assert over.charges == ((),) * self.plan.seats
            assert result.reason is Reason.DISCONNECTED
        assert bool(over.cause) == (result.reason in rules.FAULTS)
        if result.reason is Reason.ILLEGAL_ACTION:
            assert self.rejected.request == request.request
            assert self.rejected.seat == request.seat == result.offender
        if result.reason is Reason.TIMEOUT:
            assert request.deadline <= self.table.now
            assert request.seat == result.offender
        self.check_charges(over)
        self.ended[over.number] = result

    def check_charges(self, over: DealOver) -> None:
        """Every decision is charged, and all of a seat's together no more than the time it had."""
        for seat, charges in enumerate(over.charges):
            actions = sum(taken.seat == seat for taken in over.position.actions)
            result = over.position.result
            illegal = result.reason is Reason.ILLEGAL_ACTION and result.offender == seat
            assert len(charges) == actions + illegal
            assert min(charges, default=0.0) >= 0.0
            self.charged[seat] += sum(charges)
            assert self.charged[seat] <= self.table.now + 1e-6

    def see_dealcalledoff(self, off: DealCalledOff) -> None:
        """A deal in play is handed back once."""
        self.running.remove(off.number)
        self.open.pop(off.number)
        self.called_off.add(off.number)

    def see_botwanted(self, wanted) -> None:
        """A bot is wanted only for a leg that goes on, with the cause in words."""
        assert wanted.cause

    def see_legover(self, over: LegOver) -> None:
        """Nothing is in play any more, and the settlements are those of the rules."""
        assert self.table.leg.over
        assert self.running == set()
        results = dict(self.plan.played) | self.ended
        settled = []
        while len(settled) in results:
            settled.append(results[len(settled)])
        expected = rules.settle(
            self.plan.ruleset, self.plan.seats, settled, target=self.plan.target
        )
        assert over.settlements == tuple(expected)
        totals = over.settlements[-1].totals if over.settlements else (0,)
        reached = self.plan.target is not None and max(totals) >= self.plan.target
        if over.end in {LegEnd.PLAYED, LegEnd.SET_ASIDE}:
            assert reached or len(results) == self.plan.deal_count
        assert reached or over.end is not LegEnd.TARGET_REACHED
        assert over.end is LegEnd.SET_ASIDE or not self.unbegun


ARRIVAL = [lambda table, seat: Joined(seat, 128), lambda table, seat: Ready(seat)]


def watched(leg_plan, script) -> tuple[Table, Watch]:
    """A leg to which the script has happened, every call of it watched."""
    table = Table(leg_plan)
    watch = Watch(table)
    for pause, number, step in script:
        event = step(table, number % leg_plan.seats)
        watch.see(table.tell(event, at=table.now + pause))
    return table, watch


@given(plans(), SCRIPTS, st.booleans())
def test_whatever_happens(leg_plan, script, with_bots):
    """Any events leave the leg in order, and its timers alone bring it to an end."""
    bots = [(0.0, seat, arrive) for arrive in ARRIVAL for seat in range(leg_plan.seats)]
    table, watch = watched(leg_plan, bots * with_bots + script)
    for _ in range(1000):
        due = table.leg.next_deadline()
        if due is None:
            break
        watch.see(table.tick(max(due, table.now)))
    assert table.leg.over
    assert isinstance(table.log[-1], LegOver)


@given(plans(clocks=[ClockRules()]), SCRIPTS)
def test_whatever_happens_without_a_limit(leg_plan, script):
    """Without a clock a leg waits for its bots as long as they are there, and no longer."""
    table, watch = watched(leg_plan, script)
    for _ in range(1000):
        due = table.leg.next_deadline()
        if due is not None:
            watch.see(table.tick(max(due, table.now)))
        elif not table.leg.over:
            asked = next(seat for seat in range(leg_plan.seats) if table.requests(seat))
            watch.see(table.tell(Gone(asked, "gone")))
    assert table.leg.over


@given(plans(), SCRIPTS)
@settings(max_examples=20)
def test_the_same_happens_again(leg_plan, script):
    """The same events at the same times have the same effects."""
    first, _ = watched(leg_plan, script)
    second, _ = watched(leg_plan, script)
    assert list(map(told, first.log)) == list(map(told, second.log))


def told(effect) -> str:
    """An effect without its position, which is compared by what led to it."""
    position = getattr(effect, "position", None)
    actions = [] if position is None else position.actions
    values = {
        name: getattr(effect, name) for name in effect.__dataclass_fields__ if name != "position"
    }
    return f"{type(effect).__name__} {values} {actions}"
