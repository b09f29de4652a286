"""`conquian run` on a Dask cluster of two workers, on this machine."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest
from conquian_tournaments.crew import dask

from tests.cli.leagues import (
    DEALS,
    LEAGUE,
    PATIENCE,
    League,
    bots_in,
    complaints,
    leaders_in,
    parent_of,
    wait_for,
    wait_for_ends,
)

pytestmark = pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="no /proc to look into")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The scheduler of a cluster whose workers are processes, and are started again if killed."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def league(folder: Path, address: str, request: pytest.FixtureRequest) -> League:
    """The small tournament, on the cluster, both legs at a time."""
    name = f"dask-{request.node.name}"
    return League(folder, name, f'executor = "{address}"\nworkers = 2\n{LEAGUE}')


def test_a_killed_worker_costs_what_it_held(running, folder, league, undisturbed) -> None:
    """One of two workers is killed in the middle, and the deals are those of a quiet local run."""
    process = running(league, 3)
    wait_for("both legs", lambda: len(leaders_in(folder)) == 4)
    worker = parent_of(leaders_in(folder)[0])
    bots = [bot for bot in leaders_in(folder) if parent_of(bot) == worker]
    os.kill(worker, signal.SIGKILL)
    wait_for_ends(bots)
    kept = league.deals()
    _, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaints(complaint)) == (0, [])
    assert len(kept) >= 3
    assert kept.items() <= undisturbed.deals().items()
    assert league.deals() == undisturbed.deals()
    assert league.bodies("unplayable") == {}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_ends_leaves_no_bot(running, folder, league, undisturbed, number) -> None:
    """Stopped or killed, a run's legs end on the cluster too, and the same command goes on."""
    process = running(league, 5)
    process.send_signal(number)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == (130 if number is signal.SIGINT else -number)
    wait_for("the bots to end", lambda: not bots_in(folder))
    assert 5 <= len(league.deals()) < DEALS
    again = running(league, DEALS)
    _, complaint = again.communicate(timeout=PATIENCE)
    assert (again.returncode, complaints(complaint)) == (0, [])
    assert league.deals() == undisturbed.deals()


def test_no_cluster(conquian, folder, monkeypatch) -> None:
    """An address where no cluster is is refused by the field, and nothing is played."""
    monkeypatch.setattr(dask, "_CONNECT_SECONDS", 0.5)
    league = League(folder, "no-cluster")
    refused = conquian("run", league.file, "--executor", "tcp://127.0.0.1:1")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("error: executor: tcp://127.0.0.1:1: ")
    assert league.deals() == {}


def test_dask_is_not_installed(conquian, folder, monkeypatch) -> None:
    """Where Dask is missing the error says how to install it."""
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    league = League(folder, "no-dask")
    refused = conquian("run", league.file, "--executor", "tcp://127.0.0.1:1")
    assert refused.exit_code == 2
    assert "pip install 'conquian[dask]'" in refused.stderr
