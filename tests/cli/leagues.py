"""A small tournament of real, deterministic bots, and what stands in its ledger."""

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from conquian_server.launcher.tier import no_sandbox
from conquian_tournaments.deal_records import Records
from conquian_tournaments.ledger import Ledger, LedgerError, verify_chain

Body = dict[str, Any]

DECKS = 16
DEALS = 2 * DECKS
TRUSTED = "trusted = true" if no_sandbox() else ""
"""What bots' folders need in a tournament's file where no sandbox can hold them."""

LEAGUE = f"""\
name = "league"
decks = {DECKS}
seed = "tests of conquian run"
deals_at_once = 4
ledger = "LEDGER"

[[entrants]]
bot = "./chance"
{TRUSTED}

[[entrants]]
bot = "./last"
{TRUSTED}
"""
MANIFEST = """\
name = "{name}"
version = "1"
language = "python"
run = ["python", "bot.py"]
deals_at_once = 32
"""
# They take their time, so that what happens to a run happens in the middle of a leg.
BOT = """\
import time

import conquian


class Bot(conquian.Bot):
    def decide(self, seen):
        time.sleep(0.004)
        return {choice}


conquian.run(Bot)
"""
CHOICES = {
    "chance": "self.random.choice(seen.decisions())",
    "last": "seen.decisions()[-1]",
}
PATIENCE = 60.0  # seconds, on a machine that is busy with other things


class League:
    """A small tournament of deterministic bots, and what its ledger says.

    Attributes:
        file: its TOML file.
    """

    def __init__(self, folder: Path, name: str, text: str = LEAGUE) -> None:
        self.file = folder / f"{name}.toml"
        self.ledger = folder / f"{name}.ledger"
        self.file.write_text(text.replace("LEDGER", self.ledger.name))

    def bodies(self, kind: str) -> dict[str, Body]:
        """The entries of a kind by key; none while there is no ledger."""
        try:
            with Ledger.open(self.ledger) as ledger, ledger.view() as view:
                verify_chain(view)
                return {entry.key: dict(entry.body) for entry in view.entries(kind)}
        except LedgerError:
            return {}

    def deals(self) -> dict[str, Body]:
        """The deals by key, without the time that was charged, which no two runs share."""
        return {
            key: {field: value for field, value in body.items() if field != "charges"}
            for key, body in self.bodies("deal").items()
        }

    def records(self) -> dict[str, Body]:
        """The deals' records by key."""
        with Ledger.open(self.ledger) as ledger, ledger.view() as view:
            records = Records(view)
            return {entry.key: records.of(entry) for entry in view.entries("deal")}


def bots_in(folder: Path) -> list[int]:
    """The processes that run in the bots' folders."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            cwd = (process / "cwd").readlink()
        except OSError:  # it has ended
            continue
        if cwd.parent == folder:
            found.append(int(process.name))
    return found


def complaints(stderr: str | bytes) -> list[str]:
    """What stands on stderr, but for what is said of bots where there is no sandbox."""
    text = stderr if isinstance(stderr, str) else stderr.decode()
    said = ("bots that no sandbox holds: ", "no sandbox holds ")
    return [line for line in text.splitlines() if not line.startswith(said)]


def leaders_in(folder: Path) -> list[int]:
    """Those of them that lead their bots' process groups: a sandbox has more than one process."""
    found = []
    for process in bots_in(folder):
        with contextlib.suppress(ProcessLookupError):
            if os.getpgid(process) == process:
                found.append(process)
    return found


def workers_of(run: int) -> list[int]:
    """The worker processes of a run that is alive."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        if b"spawn_main" in command and parent_of(int(process.name)) == run:
            found.append(int(process.name))
    return found


def parent_of(process: int) -> int:
    """The process that has started a process, 0 where it has ended."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


def still_running(processes: Sequence[int]) -> list[int]:
    """Those processes that have not ended."""
    return [process for process in processes if Path(f"/proc/{process}/cwd").exists()]


def wait_for_ends(processes: Sequence[int]) -> None:
    """Wait until all the processes have ended."""
    wait_for("the processes to end", lambda: not still_running(processes))


def wait_for(what: str, condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.005)
