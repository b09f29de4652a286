"""`conquian run` killed, stopped and out of room, and run again: nothing is lost."""

import json
import os
import resource
import signal
import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

from tests.cli.leagues import (
    DEALS,
    PATIENCE,
    Body,
    League,
    bots_in,
    complaints,
    still_running,
    wait_for,
    wait_for_ends,
    workers_of,
)

# A few in `make test`, thirty in a soak.
KILLS = max(3, settings().max_examples // 100)

pytestmark = pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="no /proc to look into")


def _ratings(shown: Body) -> Body:
    """What `--json` shows, without what hangs on time."""
    for row in shown["ratings"]:
        del row["seconds"]
    del shown["head"]
    return shown


def _goes_on(deals: int) -> str:
    """What a run that was stopped says."""
    return f"stopped after {deals} of {DEALS} deals; the same command goes on"


def test_kill_9_loses_nothing(conquian, running, folder, league, undisturbed) -> None:
    """Killed again and again at random, the same command ends with the deals of a quiet run.

    After each kill no bot and no worker is left, and all deals that stood in the ledger still do.
    """
    random = Random(league.file.name)
    kept: dict[str, Body] = {}
    for _ in range(KILLS):
        more = random.randint(0, 2 * DEALS // KILLS)
        process = running(league, min(len(kept) + more, DEALS))
        workers = workers_of(process.pid)
        process.kill()
        process.wait()
        wait_for("the bots to end", lambda: not bots_in(folder))
        wait_for_ends(workers)
        now = league.deals()
        assert kept.items() <= now.items()
        kept = now
    result = conquian("run", league.file, "--json")
    assert (result.exit_code, complaints(result.stderr)) == (0, [])
    assert league.deals() == undisturbed.deals()
    quiet = conquian("ratings", undisturbed.file, "--json")
    assert _ratings(json.loads(result.stdout)) == _ratings(json.loads(quiet.stdout))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_in_order(conquian, running, league, undisturbed, number) -> None:
    """Ctrl-C, and a system that shuts down, keep the finished deals and blame no bot for the end.

    The status is 130, nothing is left running, and the same command ends the tournament.
    """
    process = running(league, 5)
    for _ in range(3):  # the impatient press it again
        process.send_signal(number)
    _, complaint = process.communicate(timeout=PATIENCE)
    kept = league.deals()
    assert (process.returncode, complaints(complaint)) == (130, [_goes_on(len(kept))])
    assert bots_in(league.file.parent) == []
    assert 5 <= len(kept) < DEALS
    assert kept.items() <= undisturbed.deals().items()
    assert conquian("run", league.file).exit_code == 0
    assert league.deals() == undisturbed.deals()


@pytest.mark.parametrize(
    "sent", [(signal.SIGINT, 0), (signal.SIGINT, 5), (signal.SIGHUP, 0), (signal.SIGHUP, 5)]
)
def test_a_terminal_reaches_workers_too(conquian, running, league, undisturbed, sent) -> None:
    """What a terminal sends goes to the run and its workers; they stop when the run says so.

    It does so as well while a worker is only starting.
    """
    number, deals = sent
    process = running(league, deals, start_new_session=True)
    wait_for("a worker", lambda: workers_of(process.pid) or process.poll() is not None)
    workers = workers_of(process.pid)
    assert workers
    os.killpg(process.pid, number)
    _, complaint = process.communicate(timeout=PATIENCE)
    kept = league.deals()
    assert (process.returncode, complaints(complaint)) == (130, [_goes_on(len(kept))])
    assert bots_in(league.file.parent) == still_running(workers) == []
    assert deals <= len(kept) < DEALS
    assert conquian("run", league.file).exit_code == 0
    assert league.deals() == undisturbed.deals()


def test_nohup(running, league, undisturbed) -> None:
    """A run under `nohup` plays on when its terminal is closed."""
    process = running(league, 1, preexec_fn=_ignore_hangup)
    process.send_signal(signal.SIGHUP)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaints(complaint)) == (0, [])
    assert league.deals() == undisturbed.deals()


def _ignore_hangup() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def test_a_killed_worker_costs_what_it_held(running, folder, league, undisturbed) -> None:
    """A worker killed in the middle is replaced, and plays on after the deals it handed back.

    Its bots end with it, which is nobody's fault, and the deals are those of a quiet run.
    """
    process = running(league, 3)
    (worker,) = workers_of(process.pid)
    bots = bots_in(folder)
    os.kill(worker, signal.SIGKILL)
    wait_for_ends(bots)
    kept = league.deals()
    _, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaints(complaint)) == (0, [])
    assert len(kept) >= 3
    assert kept.items() <= undisturbed.deals().items()
    assert league.deals() == undisturbed.deals()
    assert league.bodies("unplayable") == {}


def test_a_killed_bot_costs_what_it_held(running, folder, undisturbed) -> None:
    """A bot killed in the middle forfeits the deals it held; all others are as they would be.

    The cause is with each deal, with the leg and on the screen, and the other bot gets its wins.
    """
    league = League(folder, "victim")
    process = running(league, 3)
    victim = next(pid for pid in bots_in(folder) if "last" in os.readlink(f"/proc/{pid}/cwd"))
    os.kill(victim, signal.SIGKILL)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert b": last was ended by SIGKILL" in complaint

    deals, quiet, records = league.deals(), undisturbed.deals(), league.records()
    changed = {key for key, body in deals.items() if body != quiet[key]}
    assert set(deals) == set(quiet)
    assert 1 <= len(changed) <= 4
    for key in changed:
        record = records[key]
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
    (told,) = complaints(complaint)
    assert told.startswith(f"error: {league.ledger}: ")
    assert told.endswith("; what was written before is safe, and the same command goes on")
    assert not league.bodies("seed")
    assert conquian("run", league.file).exit_code == 0
    assert league.deals() == undisturbed.deals()
