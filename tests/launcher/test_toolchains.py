"""What is said of compilers is what the SDKs' own build files say."""

import re
from pathlib import Path

import pytest
from conquian_server.launcher.toolchains import NEWER, OLDEST, PACKAGES, advice, is_too_old

ROOT = Path(__file__).parents[2]
SDKS = ROOT / "client_sdk"
# Where an SDK says what it needs, and how.
SAID = {
    "cargo": ("rust/Cargo.toml", r'rust-version = "([\d.]+)"'),
    "cmake": ("cpp/CMakeLists.txt", r"cmake_minimum_required\(VERSION ([\d.]+)\)"),
    "go": ("go/go.mod", r"^go (\d+\.\d+)"),
    "javac": ("java/pom.xml", r"<maven\.compiler\.release>(\d+)<"),
    "node": ("typescript/package.json", r'"node": ">=(\d+)"'),
}


@pytest.mark.parametrize("program", SAID)
def test_what_an_sdk_needs_is_as_it_says(program: str) -> None:
    """The oldest version of a program is the one in the SDK's own build file."""
    file, pattern = SAID[program]
    found = re.search(pattern, (SDKS / file).read_text(encoding="utf-8"), re.M)
    assert found is not None
    assert OLDEST[program] == found[1]


@pytest.mark.parametrize(("program", "name"), [("go", "Go"), ("cargo", "cargo"), ("javac", "JDK")])
def test_the_guide_says_the_same(program: str, name: str) -> None:
    """docs/bots.md names the versions that are needed."""
    assert f"{name} ≥ {OLDEST[program]}" in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("version", "expected"),
    [("1.19.8", True), ("1.9", True), ("1.22", False), ("1.22.0-rc1", False), ("", False)],
)
def test_versions_are_compared_as_numbers(version: str, expected: bool) -> None:
    """1.9 is older than 1.22, and of a version that is not known nothing is said."""
    assert is_too_old("go", version) is expected
    assert not is_too_old("perl", version)


@pytest.mark.parametrize("program", OLDEST)
def test_who_lacks_a_program_learns_where_it_is(program: str) -> None:
    """A distribution may have one that is too old, so that its package alone does not help."""
    told = advice(program)
    assert f"apt install {PACKAGES[program]}" in told
    assert f"older than {OLDEST[program]}, take it from {NEWER[program]}" in told
