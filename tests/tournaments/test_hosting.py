"""A referee and its launcher on a private socket, and the random numbers that bots get."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from conquian_tournaments.hosting import bot_seed, hosting

from tests.cli.leagues import wait_for


async def _folder_while_hosting() -> tuple[Path, int, bool]:
    async with hosting() as (referee, _):
        socket = Path(referee.address.removeprefix("unix:"))
        return socket.parent, socket.parent.stat().st_mode, socket.is_socket()


def test_hosting_is_private_and_leaves_nothing() -> None:
    """The socket lies in a folder that only this user can enter, and both go with the referee."""
    folder, mode, listening = asyncio.run(_folder_while_hosting())
    assert listening
    assert stat.S_IMODE(mode) == 0o700
    assert not folder.exists()


HOSTING = """
import asyncio
from conquian_tournaments.hosting import hosting

async def host():
    async with hosting() as (referee, launcher):
        print(referee.address.removeprefix("unix:"), flush=True)
        await asyncio.Event().wait()

asyncio.run(host())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP, signal.SIGQUIT])
def test_a_killed_host_leaves_nothing(number) -> None:
    """Whatever ends the process, nothing of it is left in the folder of temporary files."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        process = subprocess.Popen(
            [sys.executable, "-c", HOSTING],
            env={**os.environ, "TMPDIR": folder},
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            assert Path(process.stdout.readline().strip()).is_socket()
            process.send_signal(number)
        assert process.returncode == -number
        wait_for("the socket's folder to go", lambda: not os.listdir(folder))


def test_hosting_under_a_long_temporary_folder(tmp_path: Path, monkeypatch) -> None:
    """A TMPDIR that is too long for a socket's path does not keep bots from playing."""
    long = tmp_path / ("x" * 120)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    _, _, listening = asyncio.run(_folder_while_hosting())
    assert listening


def test_bot_seed_is_the_hmac_of_its_place() -> None:
    """A bot's random number is the HMAC that any other program computes (here: openssl)."""
    assert bot_seed("example", "leg", 3, 1) == 0x871D7317CB5C6D37


@pytest.mark.parametrize("place", [("leg", 3, 0), ("leg", 2, 1), ("other", 3, 1)])
def test_bot_seed_differs_by_leg_deal_and_seat(place: tuple[str, int, int]) -> None:
    """Another leg, deal or seat gives another number, and so does another seed."""
    assert bot_seed("example", *place) != bot_seed("example", "leg", 3, 1)
    assert bot_seed("example", *place) != bot_seed("another", *place)
