"""Bots made for one test, and waiting for what must come without guessing how long it takes."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest, Trust

DEADLINE_SECONDS = 20.0

MakeBot = Callable[..., BotManifest]


@pytest.fixture
def make_bot(tmp_path: Path) -> MakeBot:
    """Give a function that writes a script into a folder and returns its bot."""

    def make(
        script: str,
        *,
        language: str = "python",
        build: tuple[str, ...] = (),
        trust: Trust = Trust.FULL,
    ) -> BotManifest:
        folder = tmp_path / "bot"
        folder.mkdir(exist_ok=True)
        (folder / "bot.script").write_text(script)
        program = "python3" if language == "python" else "sh"
        run = (program, "bot.script")
        return BotManifest("scripted", "1", language, run, folder, build=build, trust=trust)

    return make


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], None]:
    """Give a function that polls a condition and fails when it has not come true in time."""

    def wait(condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not condition():
            assert time.monotonic() < deadline, "the condition did not come true in time"
            time.sleep(0.005)

    return wait


@pytest.fixture
def runs() -> Callable[[int], bool]:
    """Give a function that says whether a process runs; a zombie that waits for init doesn't."""

    def check(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        stat = Path(f"/proc/{pid}/stat")
        try:
            return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False

    return check
