"""A plan's values are checked, by name."""

from dataclasses import replace
from math import inf, nan

import pytest
from conquian_server.match import ClockRules, FaultPolicy
from conquian_server.rules import BadConfiguration, Reason, Result

from tests.match.table import NINE_CARD, plan

RESULT = Result(Reason.STOCK_EXHAUSTED, None, None, (0, 0))


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("limit", {"limit": 0.0}),
        ("limit", {"limit": -1.0}),
        ("limit", {"limit": nan}),
        ("limit", {"limit": inf}),
        ("bank", {"bank": 0.0}),
        ("bank", {"bank": inf}),
        ("bank", {"bank": 60.0, "limit": 1.0}),
        ("warm_up", {"warm_up": 0.0}),
        ("warm_up", {"warm_up": inf}),
        ("increment", {"bank": 60.0, "increment": -1.0}),
        ("increment", {"bank": 60.0, "increment": nan}),
        ("increment", {"limit": 1.0, "increment": 1.0}),
        ("increment", {"increment": 1.0}),
    ],
)
def test_clock_rules_are_checked(field, values):
    """A clock that can't run is refused with the field's name."""
    with pytest.raises(ValueError, match=f"^{field}: "):
        ClockRules(**values)


@pytest.mark.parametrize(
    ("field", "value"),
    [("incidents", 0), ("grace", -1.0), ("grace", nan), ("arrival", -0.5), ("arrival", inf)],
)
def test_a_fault_policy_is_checked(field, value):
    """A policy that can't be followed is refused with the field's name."""
    with pytest.raises(ValueError, match=f"^{field}: "):
        FaultPolicy(**{field: value})


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("deal_count", {"deal_count": 0}),
        ("deals_at_once", {"deals_at_once": 0}),
        ("target", {"target": 0}),
        ("target", {"target": 5, "deals_at_once": 2}),
        ("played", {"played": {3: RESULT}}),
        ("played", {"played": {-1: RESULT}}),
        ("played", {"played": {0: replace(RESULT, points=(0, 0, 0))}}),
    ],
)
def test_a_plan_is_checked(field, values):
    """A leg that can't be played is refused with the field's name."""
    with pytest.raises(ValueError, match=f"^{field}: "):
        plan(**({"deal_count": 3} | values))


def test_the_seats_are_those_of_the_ruleset():
    """A number of seats that the ruleset has not is refused."""
    with pytest.raises(BadConfiguration, match=r"^seats: is 5"):
        plan(3, ruleset=NINE_CARD, seats=5)
