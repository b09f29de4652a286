"""`conquian doctor` tells what of the machine matters to bots, whatever is missing."""

import json
from pathlib import Path

import pytest
from conquian_server.launcher import examination
from conquian_server.launcher.sandbox.selftest import Finding

from tests.cli.conftest import Conquian


def test_as_json(conquian: Conquian) -> None:
    """Every program is listed with where it is, or with the package that has it."""
    result = conquian("doctor", "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    programs = {program["program"]: program for program in told["toolchains"]}
    assert {"go", "cargo", "java", "mvn", "node", "npm", "g++", "cmake", "perl"} < programs.keys()
    for program in programs.values():
        assert program["path"] or program["package"]
    assert told["cores"]["count"] >= 1
    assert (told["sandbox"]["tier"] is None) == bool(told["sandbox"]["reason"])


def test_what_is_there_is_told_with_its_version(conquian: Conquian, tmp_path: Path) -> None:
    """Whatever a program says around its version, and to whichever output."""
    program = tmp_path / "go"
    program.write_text("#!/bin/sh\necho 'go version go9.8.7 linux/any' >&2\n")
    program.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        told = json.loads(conquian("doctor", "--json").stdout)
    (found,) = [each for each in told["toolchains"] if each["program"] == "go"]
    assert (found["path"], found["version"]) == (str(program), "9.8.7")


def test_what_is_missing_is_told_with_its_package(
    conquian: Conquian, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for people says how to get it."""
    monkeypatch.setenv("PATH", "/nowhere")
    result = conquian("doctor")
    assert result.exit_code == 0
    assert "missing: apt install golang-go" in result.stdout
    assert "bots are kept to none (taskset is missing)" in result.stdout


def test_why_no_sandbox_holds(conquian: Conquian, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason is told, and what follows from it; it is no failure of the command."""
    monkeypatch.setattr(examination, "self_test", lambda: Finding("the moon is full"))
    result = conquian("doctor")
    assert result.exit_code == 0
    assert "sandbox: none holds here: the moon is full" in result.stdout
    assert "refused" in result.stdout
