"""The state machine of a leg: deals, clocks and faults, without I/O.

    leg = Leg(plan, now)
    effects = leg.receive(Joined(seat=0), now)

Every effect is carried out by the caller; `now` comes from its clock.
"""

from conquian_server.match.decisions import ByCards, ByOption, Choice, Garbled
from conquian_server.match.effects import (
    BotWanted,
    DealBegun,
    DealCalledOff,
    DealOver,
    Effect,
    LegEnd,
    LegOver,
    Rejected,
    Rejection,
    Request,
    Standing,
)
from conquian_server.match.events import (
    Answered,
    CallOff,
    Drain,
    Event,
    Gone,
    Joined,
    Lost,
    Ready,
    Returned,
)
from conquian_server.match.leg import Leg
from conquian_server.match.plan import ClockRules, FaultPolicy, LegPlan

__all__ = [
    "Answered",
    "BotWanted",
    "ByCards",
    "ByOption",
    "CallOff",
    "Choice",
    "ClockRules",
    "DealBegun",
    "DealCalledOff",
    "DealOver",
    "Drain",
    "Effect",
    "Event",
    "FaultPolicy",
    "Garbled",
    "Gone",
    "Joined",
    "Leg",
    "LegEnd",
    "LegOver",
    "LegPlan",
    "Lost",
    "Ready",
    "Rejected",
    "Rejection",
    "Request",
    "Returned",
    "Standing",
]
