"""Faults (docs/rules.md section 8)."""

import pytest
from conquian_server import rules
from conquian_server.rules import PRESETS, BadConfiguration, Reason

from tests.rules.scenes import legal, play, scene

FAULTS = [Reason.ILLEGAL_ACTION, Reason.TIMEOUT, Reason.DISCONNECTED]


@pytest.fixture
def position():
    """A moment of a deal of three seats: seat 2 is asked."""
    return play(scene(PRESETS["nine-card"], {}, dealer=0, seats=3), "pass")


def test_the_faults_are_three():
    """An illegal action, a late answer and a lost bot are faults (section 8)."""
    assert set(FAULTS) == rules.FAULTS


@pytest.mark.parametrize("reason", FAULTS)
def test_a_fault_ends_the_deal_there(position, reason):
    """A fault ends the deal with its reason, and nothing else of the deal changes (section 8)."""
    ended = position.forfeit(reason, 2)
    assert (ended.result.reason, ended.result.offender, ended.result.winner) == (reason, 2, None)
    assert (ended.seat, ended.asked, ended.faced, legal(ended)) == (None, None, None, [])
    for name in ("hands", "tables", "dead", "stock_count", "actions"):
        assert getattr(ended, name) == getattr(position, name)
    assert position.result is None


@pytest.mark.parametrize("reason", [Reason.ILLEGAL_ACTION, Reason.TIMEOUT])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_offender_is_the_asked_seat(position, reason, seat):
    """Only the seat whose answer is wanted can be late or act illegally (section 8)."""
    with pytest.raises(BadConfiguration) as caught:
        position.forfeit(reason, seat)
    assert caught.value.field == "offender"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_may_be_lost(position, seat):
    """For `disconnected` the offender may be any seat (section 8)."""
    assert position.forfeit(Reason.DISCONNECTED, seat).result.offender == seat


@pytest.mark.parametrize("seat", [-1, 3, pytest.param(10**5000, id="huge")])
def test_no_such_offender(position, seat):
    """A seat that is not in the deal can't be the offender (section 8)."""
    for reason in FAULTS:
        with pytest.raises(BadConfiguration, match="seat") as caught:
            position.forfeit(reason, seat)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("reason", [Reason.WENT_OUT, Reason.STOCK_EXHAUSTED])
def test_an_end_by_the_rules_is_no_fault(position, reason):
    """A deal can't be forfeited for an end that the rules make (section 8)."""
    with pytest.raises(BadConfiguration) as caught:
        position.forfeit(reason, 2)
    assert caught.value.field == "reason"


def test_a_deal_ends_once(position):
    """A deal that has ended has no faults (section 8)."""
    ended = position.forfeit(Reason.TIMEOUT, 2)
    with pytest.raises(BadConfiguration) as caught:
        ended.forfeit(Reason.DISCONNECTED, 0)
    assert caught.value.field == "reason"
