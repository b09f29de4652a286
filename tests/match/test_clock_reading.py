"""The rule for many deals at once against a plain second reading of it."""

import pytest
from conquian_server.match import Answered, ClockRules, FaultPolicy, Garbled, Request
from conquian_server.rules import PASS
from hypothesis import given
from hypothesis import strategies as st

from tests.match.table import Table, only, plan


class Reading:
    """The rule as it is written, for one seat, with everything kept and nothing clever."""

    def __init__(self, clocks: ClockRules):
        self.clocks = clocks
        self.banks: dict[int, float] = {}
        self.open: dict[int, tuple[float, float]] = {}  # request: sent at, allowance
        self.answered_at = 0.0
        self.charges: dict[int, list[float]] = {}

    def sent(self, request: Request, now: float) -> float:
        """The deadline: now, and the allowances of all open requests, its own included."""
        if self.clocks.bank is None:
            allowance = self.clocks.limit
        else:
            allowance = self.banks.setdefault(request.deal, self.clocks.bank)
        self.open[request.request] = (now, allowance)
        return now + sum(allowance for _, allowance in self.open.values())

    def answered(self, requests: list[Request], now: float) -> None:
        """Each costs the time since the later of its request and the answer before, shared."""
        for request in requests:
            sent_at, _ = self.open.pop(request.request)
            spent = (now - max(sent_at, self.answered_at)) / len(requests)
            self.charges.setdefault(request.deal, []).append(spent)
            if self.clocks.bank is not None:
                left = max(0.0, self.banks[request.deal] - spent)
                self.banks[request.deal] = left + self.clocks.increment
        self.answered_at = now


NEVER_SET_ASIDE = FaultPolicy(incidents=10**6)
CLOCKS = st.sampled_from([ClockRules(limit=1e6), ClockRules(bank=1e6, increment=0.75)])
# Who answers next, how long after, how many of its requests from which on, and how many are spoilt.
STEPS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.integers(0, 40).map(lambda quarters: quarters / 4),
        st.integers(0, 15),
        st.integers(1, 16),
        st.sampled_from([0, 0, 0, 1]),
    ),
    max_size=60,
)


@given(CLOCKS, st.integers(1, 16), STEPS)
def test_deadlines_and_charges_are_those_of_the_rule(clocks, at_once, steps):
    """However answers come, deadlines and charges are those of the rule word by word."""
    table = Table(plan(1000, clocks=clocks, policy=NEVER_SET_ASIDE, deals_at_once=at_once))
    readings = [Reading(clocks), Reading(clocks)]
    check_requests(table.seat_bots(at_once), readings, 0.0)
    for seat, pause, start, count, spoilt in steps:
        chosen = table.requests(seat)[start : start + count]
        answers = [(each.request, Garbled("spoilt")) for each in chosen[:spoilt]]
        answers += [(each.request, PASS) for each in chosen[spoilt:]]
        if chosen:
            readings[seat].answered(chosen, table.now + pause)
            effects = table.tell(Answered(seat, tuple(answers)), at=table.now + pause)
            check_requests(effects, readings, table.now)
    for over in table.overs():
        for seat, reading in enumerate(readings):
            assert over.charges[seat] == pytest.approx(reading.charges.get(over.number, []))


def check_requests(effects, readings, now):
    """Each new request has the deadline, the bank and the time of its sending."""
    for request in only(Request, effects):
        reading = readings[request.seat]
        assert request.deadline == pytest.approx(reading.sent(request, now))
        assert request.bank == pytest.approx(reading.banks.get(request.deal))
        assert request.sent_at == now
