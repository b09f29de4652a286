"""What a ledger and a screen tell of the machine that a leg was played on."""

from conquian_server.launcher import Core, Tier
from conquian_server.referee import Share
from conquian_tournaments.machine import machine_lines, machine_object

OWN = Share(Tier.SANDBOX, Core(3, is_shared=False), 1.25)
SHARED = Share(Tier.PROCESS, Core(0, is_shared=True), 0.5)
REMOTE = Share(Tier.REMOTE)
NEVER_STARTED = Share()


def test_each_seat_tells_its_tier_core_and_time() -> None:
    """CPU time is in microseconds, as charges are; of a remote bot nothing is known."""
    assert machine_object([(OWN, SHARED, REMOTE, NEVER_STARTED)]) == [
        {"tier": "bwrap", "core": 3, "cpu": 1_250_000},
        {"tier": "subprocess", "core": 0, "shared": True, "cpu": 500_000},
        {"tier": "remote"},
        {"cpu": 0},
    ]


def test_parts_of_a_leg_are_one() -> None:
    """A leg that was played in parts sums the time, and tells of sharing in any of them."""
    crowded = Share(Tier.SANDBOX, Core(3, is_shared=True), 2.0)
    assert machine_object([(crowded,), (OWN,)]) == [
        {"tier": "bwrap", "core": 3, "shared": True, "cpu": 3_250_000}
    ]


def test_a_leg_without_parts_tells_nothing() -> None:
    """A leg whose deals an earlier run has played, and not told of, has no machine."""
    assert machine_object([]) == []
    assert machine_object([()]) == []


def test_lines_for_people() -> None:
    """Where each bot ran, and that there were too few cores."""
    assert list(machine_lines(["ann", "bob"], [OWN, REMOTE])) == [
        "where they ran: ann bwrap (1.25 s of CPU), bob remote"
    ]
    told = list(machine_lines(["ann", "bob"], [OWN, SHARED]))
    assert told[1:] == ["there are too few cores for one a bot: they shared some"]
    assert list(machine_lines(["ann"], [NEVER_STARTED])) == []
