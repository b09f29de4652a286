"""The README's bot and tournament, word for word."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"


def block(language: str, place: int) -> str:
    """A code block of the README, by its language and its place among those, from 0."""
    blocks = re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return blocks[place]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the README's bot in it."""
    bot = tmp_path / "mybot"
    bot.mkdir()
    (bot / "bot.py").write_text(block("python", 0), encoding="utf-8")
    (bot / "bot.toml").write_text(block("toml", 0), encoding="utf-8")
    return tmp_path


def conquian(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder."""
    command = [sys.executable, "-m", "conquian_tournaments.cli", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


def test_bot_has_thirty_lines():
    """The bot in thirty lines has no more than thirty."""
    assert len(block("python", 0).splitlines()) <= 30


@pytest.mark.parametrize("ruleset", ["classic", "hoyle", "nine-card"])
def test_bot_plays(folder, ruleset):
    """The README's bot plays every ruleset without a fault."""
    done = conquian(folder, "play", "./mybot", "greedy", "--deals", "5", "--ruleset", ruleset)
    assert done.returncode == 0, done.stdout + done.stderr


def test_tournament_runs(folder):
    """The README's tournament ends in a table that names its entrants."""
    text = block("toml", 1).replace("decks = 200", "decks = 3")
    (folder / "league.toml").write_text(text, encoding="utf-8")
    done = conquian(folder, "run", "league.toml")
    assert done.returncode == 0, done.stderr
    assert "mybot" in done.stdout
    assert "greedy" in done.stdout
