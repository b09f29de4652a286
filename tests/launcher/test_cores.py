"""Each bot has a core of its own, as far as there are enough."""

import os

import pytest
from conquian_server.launcher import Core, claims, cores, cores_for


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine of four cores, on which nothing runs but this test."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 5}, raising=False)
    monkeypatch.setattr(cores, "find_tool", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(cores, "claim", lambda name: claims.claim(f"test-{os.getpid()}-{name}"))


def numbers(found: tuple[Core | None, ...]) -> list[int]:
    """The numbers of cores, which must be there."""
    return [core.number for core in found if core is not None]


@pytest.mark.usefixtures("machine")
def test_tables_take_cores_that_are_free() -> None:
    """Two tables of two bots have four cores, and share none."""
    with cores_for(2) as first, cores_for(2) as second:
        assert numbers(first) == [0, 1]
        assert numbers(second) == [2, 5]
        assert not any(core is None or core.is_shared for core in (*first, *second))


@pytest.mark.usefixtures("machine")
def test_a_table_too_many_shares() -> None:
    """A third table plays on two different cores that others have, and it is told."""
    with cores_for(4), cores_for(2) as third:
        assert len(set(numbers(third))) == 2
        assert all(core is not None and core.is_shared for core in third)


@pytest.mark.usefixtures("machine")
def test_half_a_table_shares() -> None:
    """Only who has no core of his own is told that he shares."""
    with cores_for(3), cores_for(2) as second:
        assert [core is not None and core.is_shared for core in second] == [False, True]
        assert numbers(second)[0] == 5


@pytest.mark.usefixtures("machine")
def test_cores_are_given_back() -> None:
    """After a table the next one has the same cores."""
    with cores_for(4) as first:
        pass
    with cores_for(4) as second:
        assert first == second


@pytest.mark.usefixtures("machine")
def test_a_table_larger_than_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots on one core share it with each other."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)
    with cores_for(2) as found:
        assert found == (Core(3, True), Core(3, True))


def test_without_a_way_to_choose_there_is_no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no program can be kept to a core, none is claimed."""
    monkeypatch.setattr(cores, "find_tool", lambda _: None)
    with cores_for(3) as found:
        assert found == (None, None, None)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="Linux keeps programs to cores")
def test_a_name_is_claimed_once() -> None:
    """Who claims a name that is held gets none, until it is given back."""
    name = f"test-{os.getpid()}"
    held = claims.claim(name)
    assert held is not None
    assert claims.claim(name) is None
    held.close()
    again = claims.claim(name)
    assert again is not None
    again.close()
