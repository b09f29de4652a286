"""Tools that start bots are never looked for where a bot lies."""

import os
from pathlib import Path

import pytest
from conquian_server.launcher.tools import find_tool, tool


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in the current folder that is called as a tool is."""
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "bwrap"
    program.touch(mode=0o755)
    return program


@pytest.mark.parametrize("entry", ["", ".", "./", "tools/.."])
def test_an_entry_that_is_no_fixed_folder_is_passed_over(
    planted: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    """An entry that means the folder where one is finds nothing, wherever it stands."""
    (planted.parent / "tools").mkdir()
    monkeypatch.setenv("PATH", os.pathsep.join([entry, "/nowhere", entry]))
    assert find_tool("bwrap") is None
    assert tool("bwrap") == "bwrap"


def test_a_fixed_folder_is_searched(planted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tools need not be the system's own: the full path of the first one counts."""
    monkeypatch.setenv("PATH", f".{os.pathsep}{planted.parent}")
    assert tool("bwrap") == str(planted)
