"""`conquian doctor` tells what of the machine matters to bots, whatever is missing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conquian_server.launcher import examination
from conquian_server.launcher.sandbox.selftest import Finding

from tests.cli.conftest import Conquian
from tests.json_page import documented, printed

# Answers as a compiler does that finds the library's header.
COMPILER = """#!/bin/sh
case $* in
*-E*) printf '# 1 "/opt/include/grpcpp/version_info.h" 1 3 4\\n# 2 "<stdin>" 2\\n"1.2.3"\\n' ;;
esac
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Puts a program of that name and text on the PATH, which else has the system's alone."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    def put(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    return put


def toolchain(conquian: Conquian, name: str) -> dict[str, Any]:
    """What is told of a program."""
    told = json.loads(conquian("doctor", "--json").stdout)
    (found,) = [each for each in told["toolchains"] if each["program"] == name]
    return found


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
    assert (Path(told["docs"]) / "bots.md").is_file()


def test_what_is_there_is_told_with_its_version(
    conquian: Conquian, program: Callable[[str, str], Path]
) -> None:
    """Whatever a program says around its version, and to whichever output."""
    path = program("go", "#!/bin/sh\necho 'go version go9.8.7 linux/any' >&2\n")
    found = toolchain(conquian, "go")
    assert (found["path"], found["version"]) == (str(path), "9.8.7")


@pytest.mark.parametrize(
    ("version", "too_old"), [("1.19.8", True), ("1.22", False), ("2.0", False)]
)
def test_what_is_too_old_is_told(
    conquian: Conquian, program: Callable[[str, str], Path], version: str, too_old: bool
) -> None:
    """A program that the SDK does not do with is told with where there is a newer one."""
    program("go", f"#!/bin/sh\necho go version go{version}\n")
    assert toolchain(conquian, "go")["too_old"] == too_old
    (line,) = [line for line in conquian("doctor").stdout.splitlines() if line.startswith(" go ")]
    assert ("too old; newer: go.dev/dl" in line) == too_old


def test_the_library_of_cpp_bots_is_looked_for(
    conquian: Conquian, program: Callable[[str, str], Path]
) -> None:
    """It is where the compiler finds it, and missing where the compiler does not."""
    program("g++", COMPILER)
    found = toolchain(conquian, "libgrpc++")
    assert (found["path"], found["version"]) == ("/opt/include", "1.2.3")
    program("g++", "#!/bin/sh\necho 'fatal error: grpcpp/version_info.h: none' >&2\nexit 1\n")
    found = toolchain(conquian, "libgrpc++")
    assert (found["path"], found["package"]) == (None, "libgrpc++-dev")


def test_what_is_missing_is_told_with_its_package(
    conquian: Conquian, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for people says how to get it."""
    monkeypatch.setenv("PATH", "/nowhere")
    result = conquian("doctor")
    assert result.exit_code == 0
    assert "missing: apt install golang-go, or newer: go.dev/dl" in result.stdout
    assert "bots are kept to none (taskset is missing)" in result.stdout


def test_why_no_sandbox_holds(conquian: Conquian, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason is told, and what follows from it; it is no failure of the command."""
    monkeypatch.setattr(examination, "self_test", lambda: Finding("the moon is full"))
    result = conquian("doctor")
    assert result.exit_code == 0
    assert "sandbox: none holds here: the moon is full" in result.stdout
    assert "refused" in result.stdout
    assert "each bot gets" not in result.stdout  # nobody gets it, then


def test_no_line_is_wide(conquian: Conquian, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says below its table fits a terminal of 80 columns."""
    monkeypatch.setattr(examination, "self_test", Finding)
    monkeypatch.setattr(examination, "our_parent", lambda: None)  # else it is a path
    notes = conquian("doctor").stdout.partition("sandbox:")[2].splitlines()
    assert "each bot gets:" in notes
    assert max(map(len, notes[:-1])) <= 80  # the last one is a folder's path


def test_json_page(conquian: Conquian, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/json.md has all that it prints, and nothing else."""
    found = [json.loads(conquian("doctor", "--json").stdout)]
    monkeypatch.setattr(examination, "self_test", lambda: Finding("the moon is full"))
    monkeypatch.setenv("PATH", "/nowhere")
    found.append(json.loads(conquian("doctor", "--json").stdout))
    both = {("sandbox.tier", "string")}  # where one holds
    assert printed(found) | both == documented("`conquian doctor")
