"""A bot that can dial no unix socket dials loopback, and reaches the referee all the same."""

import asyncio
import dataclasses
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest, ExitReport, Launcher, Trust, no_sandbox

MakeBot = Callable[..., BotManifest]

DIALS = """
import os, socket, sys
host, port = os.environ["CONQUIAN_ADDRESS"].split(":")
for greeting in (b"one", b"x" * 300_000):
    with socket.create_connection((host, int(port))) as dialled:
        dialled.sendall(greeting)
        dialled.shutdown(socket.SHUT_WR)
        answer = b""
        while data := dialled.recv(65536):
            answer += data
    print(host, answer == greeting.upper(), flush=True)
sys.exit(7)
"""


@pytest.fixture
def echo(tmp_path: Path) -> Iterator[str]:
    """The address of a unix socket that answers in capitals."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        listener.listen()
        threading.Thread(target=_serve, args=(listener,), daemon=True).start()
        yield f"unix:{tmp_path / 's'}"
        listener.shutdown(socket.SHUT_RDWR)


def _serve(listener: socket.socket) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            while data := connection.recv(65536):
                connection.sendall(data.upper())


def play(bot: BotManifest, address: str) -> ExitReport:
    """Run a bot that ends by itself."""

    async def run() -> ExitReport:
        async with Launcher() as launcher:
            return await (await launcher.start(bot, address, "token")).wait()

    return asyncio.run(run())


@pytest.mark.parametrize("trust", [Trust.FULL, Trust.STRANGER])
def test_bytes_go_both_ways(make_bot: MakeBot, echo: str, trust: Trust) -> None:
    """Each connection to loopback is one to the socket, in the sandbox as outside of it."""
    if trust is Trust.STRANGER and (reason := no_sandbox()):
        pytest.skip(f"no sandbox: {reason}")
    bot = dataclasses.replace(make_bot(DIALS, trust=trust), transport="tcp")
    report = play(bot, echo)
    assert report.stdout_tail == "127.0.0.1 True\n127.0.0.1 True\n", report.stderr_tail
    assert report.exit_code == 7  # the bot's own


def test_the_bot_has_no_child_that_it_does_not_know(make_bot: MakeBot, echo: str) -> None:
    """A program that waits for its children does not wait for the forwarder."""
    script = "import os\ntry:\n    os.wait()\nexcept ChildProcessError:\n    print('none')"
    bot = dataclasses.replace(make_bot(script), transport="tcp")
    assert play(bot, echo).stdout_tail == "none\n"


def test_an_address_of_loopback_stays(make_bot: MakeBot) -> None:
    """Where the referee listens on loopback there is nothing to forward."""
    script = "import os; print(os.environ['CONQUIAN_ADDRESS'])"
    bot = dataclasses.replace(make_bot(script), transport="tcp")
    assert play(bot, "127.0.0.1:50051").stdout_tail == "127.0.0.1:50051\n"
