"""Running `conquian`: in this process where nothing else matters, as a process where it does."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conquian_tournaments.cli.app import app
from typer.testing import CliRunner, Result

from tests.cli.leagues import BOT, CHOICES, MANIFEST, League, wait_for
from tests.cli.small_leagues import running_league, whole_league

Conquian = Callable[..., Result]

COMMAND = [sys.executable, "-m", "conquian_tournaments.cli"]
VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture
def conquian() -> Conquian:
    """Run a command in this process; stdout and stderr apart."""

    def run(*arguments: object, stdin: bytes | str = b"") -> Result:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def started() -> Callable[..., "subprocess.Popen[bytes]"]:
    """Start a command as a process of its own."""

    def start(*arguments: object, **options: object) -> "subprocess.Popen[bytes]":
        command = [*COMMAND, *map(str, arguments)]
        return subprocess.Popen(command, stderr=subprocess.PIPE, **options)

    return start


@pytest.fixture
def vectors() -> Path:
    """The folder of the vectors."""
    return VECTORS


# --- tournaments that are only looked at, and that no process has played ----------------------


@pytest.fixture(scope="session")
def small_league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a small tournament that is over."""
    return whole_league(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def small_running_league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the same tournament when its second match has just begun."""
    return running_league(tmp_path_factory.mktemp("small"))


# --- tournaments ------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bots; no other test's processes are in it."""
    folder = tmp_path_factory.mktemp("run")
    for name, choice in CHOICES.items():
        (folder / name).mkdir()
        (folder / name / "bot.toml").write_text(MANIFEST.format(name=name))
        (folder / name / "bot.py").write_text(BOT.format(choice=choice))
    return folder


@pytest.fixture(scope="session")
def undisturbed(folder: Path) -> League:
    """The tournament as it is when nothing disturbs it."""
    league = League(folder, "undisturbed")
    subprocess.run([*COMMAND, "run", str(league.file)], check=True, stdout=subprocess.DEVNULL)
    return league


@pytest.fixture
def league(folder: Path, request: pytest.FixtureRequest) -> League:
    """The same tournament, not begun."""
    return League(folder, re.sub(r"\W+", "-", request.node.name))


@pytest.fixture
def running(started, folder: Path) -> Iterator[Callable[..., "subprocess.Popen[bytes]"]]:
    """Start `conquian run` and wait until so many deals stand in its ledger."""
    processes = []

    def start(league: League, deals: int, **options) -> "subprocess.Popen[bytes]":
        process = started("run", league.file, stdout=subprocess.PIPE, **options)
        processes.append(process)
        wait_for(
            f"{deals} deals",
            lambda: len(league.bodies("deal")) >= deals or process.poll() is not None,
        )
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()
