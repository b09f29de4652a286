"""`conquian run` with a bot that comes by itself, from elsewhere."""

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.leagues import PATIENCE, TRUSTED, League, complaints, wait_for

DECKS = 8
TEXT = f"""\
name = "open"
decks = {DECKS}
deals_at_once = 4
ledger = "LEDGER"
listen = "127.0.0.1:0"
wait_seconds = WAIT

[[entrants]]
remote = true
name = "guest"

[[entrants]]
bot = "./chance"
{TRUSTED}

[[entrants]]
bot = "./last"
{TRUSTED}
"""
DEALS = 3 * 2 * DECKS
SEATS = re.compile(r"remote bots dial (\S+); their tokens are\n  guest (\w+)\n")


class OpenRun:
    """A run that waits for a remote bot, and what it said where to come and with which token."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert self.process.stderr is not None
        first = self.process.stderr.readline()
        if not complaints(first):
            first = self.process.stderr.readline()
        said = first + self.process.stderr.readline()
        found = SEATS.fullmatch(said)
        assert found, said + self.process.stderr.read()
        self.address, self.token = found.groups()


@pytest.fixture
def open_run(started) -> Iterator[Callable[[League], OpenRun]]:
    """Start runs."""
    runs: list[OpenRun] = []

    def start(league: League) -> OpenRun:
        runs.append(OpenRun(started("run", league.file, stdout=subprocess.PIPE, text=True)))
        return runs[-1]

    yield start
    for run in runs:
        run.process.kill()
        run.process.communicate()


@pytest.fixture
def come(folder: Path) -> Iterator[Callable[[OpenRun], "subprocess.Popen[str]"]]:
    """Start the remote bot again and again, as its author does."""
    loops = []

    def start(run: OpenRun) -> "subprocess.Popen[str]":
        bot = f"{sys.executable} bot.py --address {run.address} --token {run.token}"
        loop = subprocess.Popen(
            ["sh", "-c", f"while {bot}; do :; done"],
            cwd=folder / "last",
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        loops.append(loop)
        return loop

    yield start
    for loop in loops:
        loop.kill()
        loop.communicate()


def _league(folder: Path, name: str, wait: float = PATIENCE) -> League:
    return League(folder, name, TEXT.replace("WAIT", str(wait)))


def _decks(league: League) -> Counter[int]:
    """How often each deck was played."""
    return Counter(
        body.get("deck", int(key.rpartition("/")[2])) for key, body in league.deals().items()
    )


def test_a_remote_bot_plays_its_matches(conquian, open_run, come, folder) -> None:
    """A bot that comes with its token plays all its legs, and is told when all is over.

    No deck is played twice, each deal counts by itself, and the ledger stands up to an audit.
    """
    league = _league(folder, "remote")
    run = open_run(league)
    loop = come(run)
    shown, complaint = run.process.communicate(timeout=PATIENCE)
    assert (run.process.returncode, complaints(complaint)) == (0, [])
    assert "Remote bots played: no deck was played twice" in shown
    assert len(league.deals()) == DEALS
    assert set(_decks(league).values()) == {1}
    assert not any("cause" in body for body in league.deals().values())
    assert "there is no more to play here" in loop.communicate(timeout=PATIENCE)[1]
    ratings = json.loads(conquian("ratings", league.file, "--json").stdout)
    units = {row["name"]: sum(row["units"].values()) for row in ratings["ratings"]}
    assert units == {"guest": 4 * DECKS, "chance": 4 * DECKS, "last": 4 * DECKS}
    audited = conquian("audit", league.ledger)
    assert audited.exit_code == 0, audited.stdout + audited.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_with_guests_goes_on(conquian, open_run, come, folder, number) -> None:
    """After a stop or a kill the same command goes on, with the same token and with fresh decks."""
    league = _league(folder, f"remote-{number.name}")
    run = open_run(league)
    come(run)
    wait_for("5 deals", lambda: len(league.deals()) >= 5 or run.process.poll() is not None)
    run.process.send_signal(number)
    run.process.communicate(timeout=PATIENCE)
    kept = league.deals()
    assert 5 <= len(kept) < DEALS
    again = open_run(league)
    assert again.token == run.token
    come(again)
    again.process.communicate(timeout=PATIENCE)
    assert again.process.returncode == 0
    assert kept.items() <= league.deals().items()
    assert len(league.deals()) == DEALS
    assert set(_decks(league).values()) == {1}
    assert conquian("audit", league.ledger).exit_code == 0


def test_a_no_show_is_set_aside(conquian, open_run, folder) -> None:
    """The matches of a bot that does not come in time are not played, and the rest is."""
    league = _league(folder, "no-show", 0.5)
    run = open_run(league)
    shown, complaint = run.process.communicate(timeout=PATIENCE)
    assert run.process.returncode == 0
    assert "is not played: guest did not come" in complaint
    assert "guest did not come" in shown
    assert len(league.deals()) == 2 * DECKS
    assert len(league.bodies("unplayable")) == 4
    assert conquian("audit", league.ledger).exit_code == 0


def test_an_address_of_strangers_wants_a_certificate(conquian, folder) -> None:
    """Without TLS a run listens on this machine alone, and says so."""
    league = League(folder, "no-tls", TEXT.replace("WAIT", "1").replace("127.0.0.1", "0.0.0.0"))
    refused = conquian("run", league.file)
    assert refused.exit_code == 2
    assert "can be reached from other machines; without a TLS certificate" in refused.stderr
