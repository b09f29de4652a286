"""The self-test says whether the sandbox holds, and why it does not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from conquian_server.launcher.sandbox import bots, jail, selftest
from conquian_server.launcher.sandbox.limits import Limits
from conquian_server.launcher.sandbox.selftest import Finding, self_test


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    """Each test has it done again, and leaves nothing to other tests."""
    self_test.cache_clear()
    yield
    self_test.cache_clear()


@pytest.fixture
def bwrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bubblewrap of the test's own, in front of the real one."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    program = tmp_path / "bwrap"
    program.touch(mode=0o755)
    return program


def needs_the_sandbox() -> None:
    """Skip where the real sandbox does not hold."""
    if reason := self_test().reason:
        pytest.skip(f"no sandbox: {reason}")
    self_test.cache_clear()


def test_it_holds_here() -> None:
    """Where bubblewrap is installed and may run, no way out is found."""
    needs_the_sandbox()
    assert self_test() == Finding("")
    assert self_test().holds


def test_it_holds_without_users_to_become(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary user's bots live in a world of his own, with a user of their own there."""
    needs_the_sandbox()
    monkeypatch.setattr(selftest, "can_become_others", lambda: False)
    assert self_test().reason == ""


def test_it_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second question starts no program."""
    first = self_test()
    monkeypatch.setenv("PATH", "/nowhere")
    assert self_test() is first


def test_missing_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The package is named."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert self_test().reason == "bubblewrap is not installed: apt install bubblewrap"


def test_a_bubblewrap_that_fails(bwrap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own words are the reason, where no setting of the system is known to be it."""
    bwrap.write_text("#!/bin/sh\necho 'bwrap: Creating new namespace failed' >&2\nexit 1\n")
    monkeypatch.setattr(selftest, "_SWITCHES", ())
    reason = self_test().reason
    assert reason == "a program can't be started in it: bwrap: Creating new namespace failed"


def test_forbidden_namespaces(bwrap: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The setting of the kernel that forbids them is named, with the command that allows them."""
    bwrap.write_text("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n")
    switch = tmp_path / "max_user_namespaces"
    switch.write_text("0\n")
    monkeypatch.setattr(selftest, "_SWITCHES", ((str(switch), "0", "sysctl the.thing=1"),))
    monkeypatch.setattr(selftest, "can_become_others", lambda: False)
    reason = self_test().reason
    assert (
        reason == "user namespaces are forbidden here (bwrap: No permissions): sysctl the.thing=1"
    )


def test_missing_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library that makes the filter of system calls no sandbox holds."""
    needs_the_sandbox()

    def missing() -> bytes:
        raise selftest.NoFilterError("libseccomp is missing: apt install libseccomp2")

    monkeypatch.setattr(bots, "bot_filter", missing)
    assert self_test().reason == "libseccomp is missing: apt install libseccomp2"


@pytest.mark.parametrize("hole", ["see a network", "use all of the machine"])
def test_a_sandbox_with_a_hole_is_found_out(hole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program inside could do, and should not be able to, is the reason."""
    needs_the_sandbox()
    if hole == "see a network":
        monkeypatch.setattr(jail.Jail, "_namespaces", lambda _: ["--unshare-pid"])
    else:
        monkeypatch.setattr(Limits, "words", lambda _: [])
    assert hole in self_test().reason
