"""What a bot can learn of the machine that it runs on, and of who else is on it: nothing."""

import dataclasses
import os
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conquian_server.launcher import BotManifest

from tests.launcher.attacks.conftest import run_to_its_end

Found = Callable[[str], dict[str, Any]]


def test_a_bot_sees_no_file_of_the_host(found: Found, tmp_path: Path) -> None:
    """Neither a ledger beside its folder, nor the home, nor passwords, by whatever path."""
    secret = tmp_path / "league.ledger"
    secret.write_text("the seed")
    paths = [str(secret), "/etc/shadow", "/etc/hostname", str(Path.home() / ".bashrc")]
    roots = ["", "/proc/1/root", "/proc/self/root", "/proc/self/cwd/../../../../../.."]
    told = found(f"""
paths = [root + path for root in {roots!r} for path in {paths!r}]
tell(
    read=[path for path in paths if could(lambda: open(path).read())],
    beside=os.listdir(".."),
)
""")
    assert told == {"read": [], "beside": ["attacker"]}


def test_a_bot_sees_no_other_bots_files(found: Found, tmp_path: Path) -> None:
    """Neither another bot's folder nor the launcher's own are there."""
    other = tmp_path / "other-bot"
    other.mkdir()
    (other / "bot.py").write_text("secret = 1")
    told = found(f"""
tell(other=os.path.exists({str(other)!r}), temporary=os.listdir({tempfile.gettempdir()!r}))
""")
    assert told["other"] is False
    assert not any(name.startswith("conquian-") for name in told["temporary"])


@pytest.mark.parametrize("way", ["by its path", "by a link"])
def test_a_bot_does_not_choose_what_it_sees(
    attacker: Callable[[str], BotManifest], tmp_path: Path, way: str
) -> None:
    """A program that a bot.toml names outside of the bot's folder is not shown for that."""
    tool = tmp_path / "ledgers" / "bin" / "tool"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/bin/sh\ncat ../ledgers/secret\n")
    tool.chmod(0o755)
    (tmp_path / "ledgers" / "secret").write_text("the seed")
    bot = attacker("")
    (bot.folder / "tool").symlink_to(tool)
    bot = dataclasses.replace(bot, run=(str(tool) if way == "by its path" else "./tool",))
    report = run_to_its_end(bot)
    assert "No such file" in report.stderr_tail
    assert "the seed" not in report.stdout_tail


def test_a_bot_gets_nothing_of_the_environment(
    found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A secret in the launcher's environment shows neither in the bot's nor in any process's."""
    monkeypatch.setenv("CONQUIAN_TEST_SECRET", "open sesame")
    told = found("""
seen = [json.dumps(dict(os.environ))]
for name in os.listdir("/proc"):
    if could(lambda: open(f"/proc/{name}/environ").read()):
        seen.append(open(f"/proc/{name}/environ").read())
tell(secret="sesame" in "".join(seen), looked=len(seen))
""")
    assert told["secret"] is False
    assert told["looked"] > 1  # at its own, at least


def test_a_bot_sees_no_other_process(found: Found) -> None:
    """Of all processes it sees itself, and the first one as an empty folder."""
    told = found("""
pids = sorted(int(name) for name in os.listdir("/proc") if name.isdigit())
tell(others=[pid for pid in pids if pid not in (1, os.getpid())], first=os.listdir("/proc/1"))
""")
    assert told == {"others": [], "first": []}


def test_a_bot_reaches_no_network(found: Found) -> None:
    """Neither a server on the host's loopback, nor one by a name of the kernel, nor an address."""
    with (
        socket.create_server(("127.0.0.1", 0)) as by_port,
        socket.socket(socket.AF_UNIX) as by_name,
    ):
        name = f"\0conquian-test-{os.getpid()}"
        by_name.bind(name)
        by_name.listen()
        told = found(f"""
def connect(family, address):
    with socket.socket(family) as tried:
        tried.settimeout(5)
        tried.connect(address)

tell(
    port=could(lambda: connect(socket.AF_INET, ("127.0.0.1", {by_port.getsockname()[1]}))),
    name=could(lambda: connect(socket.AF_UNIX, {name!r})),
    address=could(lambda: connect(socket.AF_INET, ("192.0.2.1", 80))),
    netlink=could(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)),
    packets=could(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)),
)
""")
    assert not any(told.values())
