"""What holds for every command: help, statuses, and how it ends when it is cut off."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from conquian_tournaments.cli import commands
from conquian_tournaments.cli.app import app
from conquian_tournaments.cli.errors import BadInput
from typer.testing import CliRunner

from tests.cli.conftest import COMMAND

FULL = Path("/dev/full")
RECORDS = Path(__file__).parents[1] / "vectors" / "records-valid.jsonl"

Started = Callable[..., "subprocess.Popen[bytes]"]


def _paths(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from _paths(inner, (*path, name))


@pytest.mark.parametrize("path", list(_paths(typer.main.get_command(app))), ids=" ".join)
def test_every_help_has_an_example(conquian, path) -> None:
    """The help of a command and of a group ends with a command line that begins with it."""
    result = conquian(*path, "--help")
    assert result.exit_code == 0
    _, _, examples = result.stdout.partition("Example:\n")
    assert examples.split()[: len(path) + 1] == ["conquian", *path]


@pytest.mark.parametrize("path", [[], ["rules"], ["bots"], ["tournament"], ["ledger"]])
def test_no_description_of_a_command_is_cut_off(conquian, path) -> None:
    """In the list of commands each is described by a sentence that fits its line."""
    _, _, listed = conquian(*path, "--help").stdout.partition("Commands:\n")
    assert listed
    assert "..." not in listed


@pytest.mark.parametrize(
    "path",
    [[], ["rules", "show"], ["demo"], ["run"], ["deals"], ["export"], ["bots", "add"]],
    ids=" ".join,
)
def test_help_loads_nothing_heavy(path) -> None:
    """Help is quick, because rich, the rules and the server are not loaded for it."""
    program = (
        f"import sys; sys.argv = {['conquian', *path, '--help']}\n"
        "from conquian_tournaments.cli import main\n"
        "try: main()\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    loaded = {name.partition(".")[0] for name in run.stderr.split()}
    assert "typer" in loaded
    assert not loaded & {"rich", "conquian_server", "conquian", "grpc", "sqlalchemy", "trueskill"}


def test_version(conquian) -> None:
    """`--version` prints the program's name and its version."""
    name, version = conquian("--version").stdout.split()
    assert name == "conquian"
    assert version[0].isdigit()


@pytest.mark.parametrize(
    "arguments", [("knock",), ("rules", "legal"), ("rules", "deck", "--seed", "s", "--deal", "x")]
)
def test_wrong_usage(conquian, arguments) -> None:
    """Wrong usage is told on stderr, with status 2."""
    result = conquian(*arguments)
    assert result.exit_code == 2
    assert "Error" in result.stderr
    assert not result.stdout


def test_errors_for_people_and_for_us() -> None:
    """Bad input is one line and status 2; an error of the program's own is not hidden."""
    tools = commands.group("Tools.", example="conquian tools")

    @commands.command(tools, "refuse", example="conquian tools refuse")
    def refuse() -> None:
        raise BadInput("field: is wrong")

    @commands.command(tools, "break", example="conquian tools break")
    def break_down() -> None:
        raise ZeroDivisionError

    refused = CliRunner().invoke(tools, ["refuse"])
    assert (refused.exit_code, refused.stderr) == (2, "error: field: is wrong\n")
    assert isinstance(CliRunner().invoke(tools, ["break"]).exception, ZeroDivisionError)


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "verify", "-", "--json"),
        ("rules", "deck", "--seed", "s"),
        ("rules", "show", RECORDS),
    ],
)
def test_reader_gone(started: Started, arguments) -> None:
    """A command whose reader is gone ends silently, as programs in a shell's pipe do."""
    reader, writer = os.pipe()
    os.close(reader)
    process = started(*arguments, stdin=subprocess.PIPE, stdout=writer)
    os.close(writer)
    _, complaint = process.communicate(b"{}\n")
    assert (process.returncode, complaint) == (141, b"")


@pytest.mark.skipif(not FULL.exists(), reason="no full device to write to")
@pytest.mark.parametrize("arguments", [("rules", "show", RECORDS), ("--help",), ("--version",)])
def test_disk_full(started: Started, arguments) -> None:
    """Output that can't be written is an error in one line, with status 2."""
    with FULL.open("wb") as full:
        process = started(*arguments, stdout=full)
        _, complaint = process.communicate()
    assert process.returncode == 2
    assert complaint.startswith(b"error: the output can't be written: ")
    assert complaint.count(b"\n") == 1


@pytest.mark.skipif(not FULL.exists(), reason="no full device to write to")
@pytest.mark.parametrize("arguments", [("rules", "show", "none"), ("knock",), ("rules", "legal")])
def test_complaint_that_cannot_be_written(arguments) -> None:
    """Where the error can't be told, the status still tells it."""
    with FULL.open("wb") as full:
        process = subprocess.run([*COMMAND, *arguments], stderr=full, check=False)
    assert process.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--help",), 0),
        (("rules", "deck", "--seed", "s"), 0),
        (("rules", "show", RECORDS), 0),
        (("rules", "verify", RECORDS), 0),
        (("rules", "verify", RECORDS.with_name("records-invalid.jsonl")), 1),
        (("rules", "show", "none"), 2),
        (("play", "greedy", "random", "--deals", "1"), 0),
        (("demo", "--decks", "1"), 0),
    ],
)
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_outputs(arguments, status, closed) -> None:
    """A command whose outputs are closed says nothing, and its status is what it always is."""
    words = shlex.join(map(str, [*COMMAND, *arguments]))
    run = subprocess.run(["sh", "-c", f"{words} {closed}"], capture_output=True, check=False)
    assert run.returncode == status
    assert run.stdout == b""
    assert b"Traceback" not in run.stderr
    assert b"Exception" not in run.stderr


@pytest.mark.parametrize("arguments", ["run league.toml", "play greedy random", "demo"])
def test_no_working_folder(tmp_path: Path, arguments) -> None:
    """A working folder that was removed is named as what is wrong."""
    (tmp_path / "gone").mkdir()
    program = f"cd {tmp_path}/gone && rmdir ../gone && exec {shlex.join(COMMAND)} {arguments}"
    run = subprocess.run(["sh", "-c", program], capture_output=True, check=False)
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.startswith(b"error: the working folder has been removed")


def test_interrupted(started: Started) -> None:
    """Ctrl-C ends a command with status 130 and without a traceback."""
    pipe = subprocess.PIPE
    process = started("rules", "verify", "-", stdin=pipe, stdout=pipe)
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    assert process.stdout.readline()  # it is at work, and its output does not wait
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in complaint


def test_plain_terminal(started: Started) -> None:
    """An encoding without the suits' symbols ends no command."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    process = started("rules", "show", RECORDS, stdout=subprocess.PIPE, env=environment)
    output, complaint = process.communicate()
    assert (process.returncode, complaint) == (0, b"")
    assert b"\\u2660" in output
