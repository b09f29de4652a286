"""Bots that attack, run as strangers' bots are: in the sandbox, by a launcher."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conquian_server.launcher import BotManifest, ExitReport, Launcher, no_sandbox

from tests.launcher.attacks.scripts import PRELUDE

Attack = Callable[..., ExitReport]


@pytest.fixture(autouse=True)
def _in_a_sandbox() -> None:
    """Without a sandbox there is nothing that these bots could try to get out of."""
    if reason := no_sandbox():
        pytest.skip(f"no sandbox: {reason}")


@pytest.fixture
def attacker(tmp_path: Path) -> Callable[[str], BotManifest]:
    """Give a function that makes a stranger's bot of a script."""

    def make(script: str) -> BotManifest:
        folder = tmp_path / "attacker"
        folder.mkdir(exist_ok=True)
        (folder / "bot.py").write_text(PRELUDE + script)
        return BotManifest("attacker", "1", "python", ("python", "bot.py"), folder)

    return make


def run_to_its_end(bot: BotManifest) -> ExitReport:
    """Run a bot that ends by itself, and return how it ended."""

    async def run() -> ExitReport:
        async with Launcher() as launcher:
            return await (await launcher.start(bot, "unix:/nowhere", "token")).wait()

    return asyncio.run(run())


@pytest.fixture
def attack(attacker: Callable[[str], BotManifest]) -> Attack:
    """Give a function that runs a script as a bot to its end, and returns how it ended."""
    return lambda script: run_to_its_end(attacker(script))


@pytest.fixture
def found(attack: Attack) -> Callable[[str], dict[str, Any]]:
    """Give a function that runs a script, and returns what it found out."""

    def run(script: str) -> dict[str, Any]:
        report = attack(script)
        assert report.exit_code == 0, report.stderr_tail
        told: dict[str, Any] = json.loads(report.stdout_tail)
        return told

    return run
