"""`conquian new` writes a bot that plays, and says what comes next."""

import json
import re
from pathlib import Path

from tests.cli.conftest import Conquian
from tests.json_page import documented, printed


def test_a_new_bot_plays_its_first_deals(conquian: Conquian, tmp_path: Path) -> None:
    """The command that it names next works as it stands."""
    folder = tmp_path / "my-bot"
    result = conquian("new", "python", folder)
    assert result.exit_code == 0
    assert f"next: conquian play {folder} greedy\n" in result.stdout
    guide = re.search(r"^guide: (.*/python\.md)$", result.stdout, re.M)
    assert guide is not None
    assert Path(guide[1]).is_file()
    played = conquian("play", folder, "greedy", "--deals", 2)
    assert played.exit_code == 0
    assert "my-bot v1" in played.stdout


def test_json_says_where_it_is(conquian: Conquian, tmp_path: Path) -> None:
    """A program learns the name, the language and the folder."""
    result = conquian("new", "python", tmp_path / "fox", "--json")
    wanted = {"name": "fox", "language": "python", "folder": str(tmp_path / "fox")}
    assert json.loads(result.stdout) == wanted
    assert printed([wanted]) == documented("`conquian new")


def test_unknown_language(conquian: Conquian, tmp_path: Path) -> None:
    """It is bad input, and nothing is written."""
    result = conquian("new", "cobol", tmp_path / "x")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: no starter for 'cobol'; there are python, ")
    assert not list(tmp_path.iterdir())


def test_a_missing_toolchain_is_named(conquian: Conquian, tmp_path: Path, monkeypatch) -> None:
    """The project is written all the same, with a word on what to install."""
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    result = conquian("new", "go", tmp_path / "fox")
    assert result.exit_code == 0
    assert result.stderr == (
        "warning: the program 'go' was not found on the PATH; on Debian or Ubuntu it is in the"
        " package golang-go (apt install golang-go); where that is older than 1.22, take it from"
        " go.dev/dl\n"
    )


def test_what_a_shell_calls_is_named_too(conquian: Conquian, tmp_path: Path, monkeypatch) -> None:
    """A build through a shell needs more than the shell: each program is told with its package."""
    (tmp_path / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(tmp_path))
    told = conquian("new", "cpp", tmp_path / "fox").stderr
    for program, package in (("g++", "g++"), ("cmake", "cmake"), ("protoc", "protobuf-compiler")):
        assert f"the program '{program}' was not found on the PATH" in told
        assert f"(apt install {package})" in told
    played = conquian("play", tmp_path / "fox", "greedy")
    assert played.exit_code == 2
    assert "the program 'g++' was not found on the PATH" in played.stderr
