"""A stranger's bot is built where it sees compilers, its folder and a home, and nothing else."""

import asyncio
import dataclasses
import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conquian_server.launcher import (
    BotManifest,
    BuildError,
    Launcher,
    Trust,
    build,
    no_sandbox,
)

MakeBot = Callable[..., BotManifest]

PROBE = """
import json, os, socket, sys
found = json.loads(open("found.json").read()) if os.path.exists("found.json") else {}
def could(attempt):
    try:
        attempt()
    except OSError:
        return False
    return True
could(lambda: open(sys.argv[3] + ".written", "w"))  # in memory of its own, at most
found[sys.argv[1]] = dict(
    network=could(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[2])), 5)),
    secret=could(lambda: open(sys.argv[3]).read()),
    home=could(lambda: open(os.path.expanduser("~/kept"), "a").write("x")),
    token="TEST_TOKEN" in os.environ,
    root=os.getuid() == 0,
)
open("found.json", "w").write(json.dumps(found))
os.chmod("found.json", 0o600)
"""


@pytest.fixture(autouse=True)
def _in_a_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own; and without a sandbox there is nothing to test."""
    monkeypatch.setenv("CONQUIAN_CACHE", str(tmp_path / "cache"))
    if reason := no_sandbox():
        pytest.skip(f"no sandbox: {reason}")


@pytest.fixture
def port() -> Iterator[int]:
    """A port on which something listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_fetching_has_the_network_and_building_has_not(
    make_bot: MakeBot, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither sees a file of the user's, a secret of his environment, or is root."""
    monkeypatch.setenv("TEST_TOKEN", "open sesame")
    secret = tmp_path / "credentials"
    secret.write_text("open sesame")
    bot = dataclasses.replace(
        make_bot(PROBE, trust=Trust.STRANGER),
        fetch=("python3", "bot.script", "fetch", str(port), str(secret)),
        build=("python3", "bot.script", "build", str(port), str(secret)),
    )
    ready = asyncio.run(build(bot))
    found = json.loads((ready.folder / "found.json").read_text())
    contained = {"secret": False, "home": True, "token": False, "root": False}
    assert found["fetch"] == {"network": True, **contained}
    assert found["build"] == {"network": False, **contained}
    assert not secret.with_name("credentials.written").exists()


def test_what_was_built_runs_in_the_sandbox(make_bot: MakeBot) -> None:
    """The builder's files are the launcher's again, and the bot can read them all."""
    bot = dataclasses.replace(
        make_bot("", language="shell", trust=Trust.STRANGER),
        build=("sh", "-c", "mkdir -m 700 out; echo 'echo made' >out/run; chmod 700 out/run"),
        run=("sh", "out/run"),
    )

    async def run() -> str:
        ready = await build(bot)
        assert (ready.folder / "out" / "run").stat().st_uid == os.geteuid()
        async with Launcher() as launcher:
            process = await launcher.start(ready, "unix:/nowhere", "token")
            return (await process.wait()).stdout_tail

    assert asyncio.run(run()) == "made\n"


def test_a_link_out_of_the_folder_is_not_followed(make_bot: MakeBot, tmp_path: Path) -> None:
    """A build can't have the launcher change the owner or the mode of a file outside."""
    outside = tmp_path / "outside"
    outside.touch(mode=0o600)
    bot = dataclasses.replace(
        make_bot("", trust=Trust.STRANGER), build=("ln", "-s", str(outside), "link")
    )
    asyncio.run(build(bot))
    assert (outside.stat().st_mode & 0o777, outside.stat().st_uid) == (0o600, os.geteuid())


def test_a_build_has_limits(make_bot: MakeBot) -> None:
    """Not those of a bot, but a fork bomb or a hog in a build does not stop the machine."""
    show = "ulimit -u >limits; ulimit -d >>limits; ulimit -c >>limits"
    bot = dataclasses.replace(make_bot("", trust=Trust.STRANGER), build=("bash", "-c", show))
    ready = asyncio.run(build(bot))
    processes, kilobytes, core = map(int, (ready.folder / "limits").read_text().split())
    assert (processes, kilobytes, core) == (2048, 8 << 20, 0)


def test_a_failed_build_tells_its_log(make_bot: MakeBot) -> None:
    """The log of a build in the sandbox is shown as any other's."""
    bot = dataclasses.replace(
        make_bot("", trust=Trust.STRANGER), build=("sh", "-c", "echo no such header; exit 3")
    )
    with pytest.raises(BuildError, match=r"exited with status 3; .*\n.*no such header"):
        asyncio.run(build(bot))


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("g++", "printf 'int main(){}' >a.cpp && g++ -o a a.cpp && ./a"),
        ("go", "printf 'package main\\nfunc main(){}' >a.go && go build -o a a.go && ./a"),
        ("rustc", "printf 'fn main(){}' >a.rs && rustc -o a a.rs && ./a"),
        (
            "javac",
            "printf 'class A{public static void main(String[] a){}}' >A.java && javac A.java",
        ),
        ("node", "node -e 'process.exit(0)' && npm --version"),
    ],
)
def test_compilers_work(make_bot: MakeBot, program: str, code: str) -> None:
    """Wherever a compiler lies, in the system or in the user's home, it works."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    bot = dataclasses.replace(make_bot("", trust=Trust.STRANGER), build=("sh", "-c", code))
    asyncio.run(build(bot))
