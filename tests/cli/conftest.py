"""Running `conquian`: in this process where nothing else matters, as a process where it does."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_tournaments.cli.app import app
from typer.testing import CliRunner, Result

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
