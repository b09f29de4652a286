"""`conquian run` and `conquian ratings`: with real bots, killed, stopped and run again."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conquian_server.rules import FAULTS
from conquian_tournaments.ledger import Ledger, LedgerError, verify_chain
from hypothesis import settings

COMMAND = [sys.executable, "-m", "conquian_tournaments.cli"]
Body = dict[str, Any]

DECKS = 16
DEALS = 2 * DECKS
LEAGUE = f"""\
name = "league"
decks = {DECKS}
seed = "tests of conquian run"
deals_at_once = 4
ledger = "LEDGER"

[[entrants]]
bot = "./chance"

[[entrants]]
bot = "./last"
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
REASONS_OF_FAULTS = {reason.value for reason in FAULTS}

# A few in `make test`, thirty in a soak.
KILLS = max(3, settings().max_examples // 100)

pytestmark = pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="no /proc to look into")


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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bots; no other test's processes are in it."""
    folder = tmp_path_factory.mktemp("run")
    for name, choice in CHOICES.items():
        (folder / name).mkdir()
        (folder / name / "bot.toml").write_text(MANIFEST.format(name=name))
        (folder / name / "bot.py").write_text(BOT.format(choice=choice))
    return folder


@pytest.fixture(scope="module")
def undisturbed(folder: Path) -> League:
    """The tournament as it is when nothing disturbs it."""
    league = League(folder, "undisturbed")
    subprocess.run([*COMMAND, "run", str(league.file)], check=True, stdout=subprocess.DEVNULL)
    return league


@pytest.fixture
def league(folder: Path, request: pytest.FixtureRequest) -> League:
    """The same tournament, not begun."""
    return League(folder, re.sub(r"\W+", "-", request.node.name))


def _bots(folder: Path) -> list[int]:
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


def _wait(what: str, condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.005)


def _ratings(shown: Body) -> Body:
    """What `--json` shows, without what hangs on time."""
    for row in shown["ratings"]:
        del row["seconds"]
    del shown["head"]
    return shown


@pytest.fixture
def running(started, folder: Path) -> Iterator[Callable[..., "subprocess.Popen[bytes]"]]:
    """Start `conquian run` and wait until so many deals stand in its ledger."""
    processes = []

    def start(league: League, deals: int, **options) -> "subprocess.Popen[bytes]":
        process = started("run", league.file, stdout=subprocess.PIPE, **options)
        processes.append(process)
        _wait(
            f"{deals} deals",
            lambda: len(league.bodies("deal")) >= deals or process.poll() is not None,
        )
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


# --- killed and run again ---------------------------------------------------------------------


def test_kill_9_loses_nothing(conquian, running, folder, league, undisturbed) -> None:
    """Killed again and again at random, the same command ends with the deals of a quiet run.

    After each kill no bot is left, and every deal that stood in the ledger still stands.
    """
    random = Random(league.file.name)
    kept: dict[str, Body] = {}
    for _ in range(KILLS):
        more = random.randint(0, 2 * DEALS // KILLS)
        process = running(league, min(len(kept) + more, DEALS))
        process.kill()
        process.wait()
        _wait("the bots to end", lambda: not _bots(folder))
        now = league.deals()
        assert kept.items() <= now.items()
        kept = now
    result = conquian("run", league.file, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert league.deals() == undisturbed.deals()
    quiet = conquian("ratings", undisturbed.file, "--json")
    assert _ratings(json.loads(result.stdout)) == _ratings(json.loads(quiet.stdout))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_in_order(conquian, running, league, undisturbed, number) -> None:
    """Ctrl-C, and a system that shuts down, keep the finished deals and blame no bot for the end.

    The status is 130, nothing is left running, and the same command ends the tournament.
    """
    process = running(league, 5)
    for _ in range(3):  # the impatient press it again
        process.send_signal(number)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaint) == (130, b"")
    assert _bots(league.file.parent) == []
    kept = league.deals()
    assert 5 <= len(kept) < DEALS
    assert kept.items() <= undisturbed.deals().items()
    assert conquian("run", league.file).exit_code == 0
    assert league.deals() == undisturbed.deals()


def test_a_killed_bot_costs_what_it_held(running, folder, undisturbed) -> None:
    """A bot killed in the middle forfeits the deals it held; all others are as they would be.

    The cause is with each deal, with the leg and on the screen, and the other bot gets its wins.
    """
    league = League(folder, "victim")
    process = running(league, 3)
    victim = next(pid for pid in _bots(folder) if "last" in os.readlink(f"/proc/{pid}/cwd"))
    os.kill(victim, signal.SIGKILL)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert b": last was ended by SIGKILL" in complaint

    deals, quiet = league.deals(), undisturbed.deals()
    changed = {key for key, body in deals.items() if body != quiet[key]}
    assert set(deals) == set(quiet)
    assert 1 <= len(changed) <= 4
    for key in changed:
        record = deals[key]["record"]
        result, last = record["result"], record["seats"].index("last")
        assert (result["reason"], result["offender"]) == ("disconnected", last)
        assert result["points"][1 - last] > 0
        assert deals[key]["cause"] == "the bot's process was ended by SIGKILL"
    exits = [each for body in league.bodies("leg").values() for each in body["exits"]]
    assert [each["cause"] for each in exits] == ["was ended by SIGKILL"]


def test_a_full_disk_keeps_what_was_written(conquian, started, league, undisturbed) -> None:
    """When the ledger can't grow the run ends with one error, and goes on when it can."""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    process = started("run", league.file, stdout=subprocess.PIPE, preexec_fn=small_files)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert complaint.decode().startswith(f"error: {league.ledger}: ")
    assert complaint.endswith(b"; what was written before is safe, and the same command goes on\n")
    assert complaint.count(b"\n") == 1
    assert not league.bodies("seed")
    assert conquian("run", league.file).exit_code == 0
    assert league.deals() == undisturbed.deals()


# --- as it should be --------------------------------------------------------------------------


def test_no_bot_is_at_fault_in_a_quiet_run(undisturbed: League) -> None:
    """Bots that play by the rules play a whole tournament without a fault."""
    deals = undisturbed.deals()
    assert len(deals) == DEALS
    reasons = {body["record"]["result"]["reason"] for body in deals.values()}
    assert not reasons & REASONS_OF_FAULTS


def test_a_finished_run_shows_its_tables(conquian, undisturbed: League) -> None:
    """After the end the same command shows the same tables and changes nothing."""
    before = undisturbed.ledger.read_bytes()
    shown = [conquian("run", undisturbed.file), conquian("ratings", undisturbed.file)]
    shown.append(conquian("ratings", undisturbed.ledger))
    assert {(result.exit_code, result.stderr) for result in shown} == {(0, "")}
    assert len({result.stdout for result in shown}) == 1
    assert "league: ratings (classic)\n" in shown[0].stdout
    assert undisturbed.ledger.read_bytes() == before


def test_ratings_while_a_run_goes_on(conquian, running, league) -> None:
    """The tables can be looked at during a run, which a second run can't disturb."""
    process = running(league, 2)
    shown = json.loads(conquian("ratings", league.file, "--json").stdout)
    assert 2 <= shown["deals"] < DEALS
    assert (shown["seed"], shown["seed_given"]) == (None, True)
    second = conquian("run", league.file)
    assert second.exit_code == 2
    assert "another run is writing to it" in second.stderr
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert json.loads(conquian("ratings", league.file, "--json").stdout)["deals"] == DEALS


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["run", "ratings"])
def test_no_file(conquian, tmp_path: Path, command: str) -> None:
    """A file that is not there is one line with its name, and status 2."""
    result = conquian(command, tmp_path / "none.toml")
    assert result.exit_code == 2
    assert result.stderr == f"error: {tmp_path / 'none.toml'}: No such file or directory\n"


def test_not_begun(conquian, league: League) -> None:
    """The ratings of a tournament that has not begun are refused, and nothing is made."""
    result = conquian("ratings", league.file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {league.ledger}: there is no ledger here\n"
    assert not league.ledger.exists()


def test_a_wrong_field(conquian, folder: Path) -> None:
    """A tournament's file that is wrong is told by file and field, and nothing is made."""
    league = League(folder, "wrong", LEAGUE.replace(f"decks = {DECKS}", "decks = 0"))
    result = conquian("run", league.file)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {league.file}: decks: must be a whole number")
    assert not league.ledger.exists()


def test_a_changed_file(conquian, undisturbed: League) -> None:
    """A file that was changed since the tournament began is refused by the field."""
    text = undisturbed.file.read_text()
    undisturbed.file.write_text(text.replace(f"decks = {DECKS}", "decks = 13"))
    try:
        result = conquian("run", undisturbed.file)
    finally:
        undisturbed.file.write_text(text)
    assert result.exit_code == 2
    assert f"decks was {DECKS} and is 13" in result.stderr


def test_a_bot_that_cannot_be_built(conquian, folder: Path) -> None:
    """A bot whose build fails ends the run before the first deal, with the build's words."""
    bot = folder / "unbuilt"
    bot.mkdir()
    (bot / "bot.toml").write_text(
        'name = "unbuilt"\nversion = "1"\nlanguage = "any"\nrun = ["sh", "run.sh"]\n'
        'build = ["sh", "-c", "echo no compiler here; exit 3"]\n'
    )
    league = League(folder, "unbuilt", LEAGUE.replace("./last", "./unbuilt"))
    result = conquian("run", league.file)
    assert result.exit_code == 2
    assert "exited with status 3" in result.stderr
    assert "no compiler here" in result.stderr
    assert league.deals() == {}
