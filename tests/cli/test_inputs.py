"""Files that strangers wrote: every fault is one line that names the file and the line."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = json.dumps(
    {
        "ruleset": "classic",
        "deck": " ".join(rank + suit for suit in "SHDC" for rank in "A234567JQK"),
        "dealer": 0,
        "seats": 2,
        "actions": [],
    }
)
MEGABYTE = 2**20

UNREADABLE = {
    "empty": (b"", "FILE: is empty"),
    "only blanks": (b"\n \n", "FILE: is empty"),
    "not JSON": (b"{}\nknock\n", "FILE:2: is not JSON"),
    "cut off": (b'{}\n{"actions": ["pa', "FILE:2: is not JSON"),
    "two values": (b"{} {}\n", "FILE:1: is not JSON: more follows"),
    "not UTF-8": (b'{}\n{"id": "\xff"}\n', "FILE:2: is not UTF-8"),
    "NaN": (
        b'{"id": "NaN \\" NaN", "depth": [1, NaN]}',
        "FILE:1: is not JSON: NaN is not a number of JSON (column 35)\n",
    ),
    "a word in the middle": (b'{"id": knock, "a": 1}', "FILE:1: is not JSON: Expecting value (c"),
    "infinity": (b'{"id": -Infinity}\n', "FILE:1: is not JSON: -Infinity"),
    "too large": (b'{"id": 1e999}\n', "FILE:1: has a number that is too large"),
    "huge number": (b'{"id": ' + b"7" * 5000 + b"}\n", "FILE:1: has a number of 5000 digits"),
    "long number": (b'{"id": ' + b"7" * 200 + b"}\n", "FILE:1: has a number of 200 digits"),
    "deep": (b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n", "FILE:1: has lists"),
    "deep, not closed": (b'{"id": ' + b"[" * 100_000 + b"\n", "FILE:1: has lists"),
    "rather deep": (b'{"id": ' + b"[" * 60 + b"]" * 60 + b"}\n", "FILE:1: has lists"),
    "long line": (b"{}\n{" + b" " * MEGABYTE + b"}\n", "FILE:2: is longer than"),
}
UNREADABLE_LISTS = {
    "empty list": (b"[ ]", "FILE:1: is an empty list"),
    "deep list": (b"[" * 100_000, "FILE:1: has lists"),
    "no end": (f"[\n{GOOD},\n{GOOD}\n".encode(), "FILE:4: is not JSON: the list has no end"),
    "no comma": (f"[\n{GOOD}\n{GOOD}]".encode(), "FILE:3: is not JSON: the list has no end"),
    "not JSON": (f"[\n{GOOD},\nknock]".encode(), "FILE:3: is not JSON"),
    "more": (f"[{GOOD}]\n[]".encode(), "FILE:2: is not JSON: more follows"),
    "not UTF-8": (b'[\n"\xff"]', "FILE:2: is not UTF-8"),
    "not an object": (f"[{GOOD},\n7]".encode(), "FILE:2: position: 7 is not a JSON object"),
    "endless": (b"[\n" + b"0,\n" * 2_000_000, "FILE:1: is a list of more than"),
}


@pytest.fixture
def written(tmp_path: Path):
    """Write a file, and say what the start of its error is."""

    def write(content: bytes, error: str) -> tuple[Path, str]:
        path = tmp_path / "given.jsonl"
        path.write_bytes(content)
        return path, "error: " + error.replace("FILE", str(path), 1)

    return write


@pytest.mark.parametrize("case", UNREADABLE.values(), ids=list(UNREADABLE))
@pytest.mark.parametrize("command", ["verify", "show"])
def test_unreadable_records(conquian, written, command, case) -> None:
    """What can't be read is named by file and line, in one line, with status 2."""
    path, error = written(*case)
    where = error.removeprefix(f"error: {path}").split(":")[1]
    line = ["--line", where] if command == "show" and where.isdigit() else []
    result = conquian("rules", command, path, *line)
    assert result.exit_code == 2
    assert result.stderr.startswith(error)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "case",
    [(data.replace(b"{}\n", f"{GOOD}\n".encode()), error) for data, error in UNREADABLE.values()]
    + list(UNREADABLE_LISTS.values()),
    ids=[*UNREADABLE, *(f"list: {name}" for name in UNREADABLE_LISTS)],
)
def test_unreadable_positions(conquian, written, case) -> None:
    """The same holds for positions, and for those that are written as one list."""
    path, error = written(*case)
    result = conquian("rules", "legal", path)
    assert result.exit_code == 2
    assert result.stderr.startswith(error)
    assert result.stderr.count("\n") == 1


def test_a_file_that_breaks_off(conquian, written) -> None:
    """Only of a file that breaks off it is asked whether it was cut."""
    cases = {b'{"a": ["pa': True, b'{"a": [': True, b'{"a": x, "b": 1}': False}
    for content, asked in cases.items():
        path, _ = written(content, "")
        assert ("is the file cut off?" in conquian("rules", "verify", path).stderr) is asked


@pytest.mark.parametrize("text", [GOOD, f"[{GOOD}]", f"\n{GOOD}"])
def test_a_mark_before_the_text(conquian, text) -> None:
    """The mark that some editors put before the text of a file changes nothing."""
    plain = conquian("rules", "legal", "-", stdin=text)
    marked = conquian("rules", "legal", "-", stdin=text.encode("utf-8-sig"))
    assert (marked.exit_code, marked.stdout) == (0, plain.stdout)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that can't be read")
def test_a_file_that_cannot_be_read(conquian) -> None:
    """An error of reading names the file."""
    result = conquian("rules", "verify", "/proc/self/mem")
    assert (result.exit_code, result.stderr) == (2, "error: /proc/self/mem: Input/output error\n")


@pytest.mark.parametrize("command", ["legal", "count", "verify", "show"])
def test_no_file(conquian, tmp_path: Path, command) -> None:
    """A missing file and a folder are named, with status 2."""
    for path, reason in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        result = conquian("rules", command, path)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"error: {path}: {reason}")


def test_stdin_has_a_name(conquian) -> None:
    """Errors in what is piped in name <stdin>."""
    result = conquian("rules", "verify", "-", stdin=b"knock\n")
    assert (result.exit_code, result.stderr[:19]) == (2, "error: <stdin>:1: i")


def test_list_however_written(conquian) -> None:
    """A list reads the same with an entry a line, on one line, or spread over many."""
    values = [json.loads(GOOD) | {"id": number} for number in range(3)]
    spread = json.dumps(values, indent=2)
    entries = "[\n" + ",\n".join(map(json.dumps, values)) + "\n]\n"
    lines = "\n\n".join(map(json.dumps, values))
    outputs = {
        conquian("rules", "legal", "-", stdin=text).stdout
        for text in (json.dumps(values), spread, entries, lines)
    }
    (output,) = outputs
    assert [json.loads(line)["id"] for line in output.splitlines()] == [0, 1, 2]


def test_lines_in_a_spread_list(conquian) -> None:
    """The error of an entry names the line on which the entry begins."""
    values = [json.loads(GOOD), {"ruleset": "whist"}]
    result = conquian("rules", "legal", "-", stdin=json.dumps(values, indent=1))
    line = json.dumps(values, indent=1).split('"whist"')[0].count("\n")
    assert result.stderr.startswith(f"error: <stdin>:{line}: ")


def test_id_comes_back_as_it_was(conquian) -> None:
    """An id may be any JSON value: lone surrogates, escapes and lists too."""
    for given in ('"\\ud800"', '"\\u001b[31m♠"', "[1, null]", "0", '""'):
        stdin = GOOD.replace("{", f'{{"id": {given}, ', 1)
        for command in ("legal", "count"):
            stdin = stdin.replace("{", '{"depth": 1, ', 1)
            (line,) = conquian("rules", command, "-", stdin=stdin).stdout.splitlines()
            assert json.loads(line)["id"] == json.loads(given)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read there")
@pytest.mark.parametrize("command", ["legal", "count", "verify", "show"])
@pytest.mark.parametrize("start", [b'{"id": "', b"[\n", b"["])
def test_endless_line(command, start) -> None:
    """A line of 100 MB is refused after its first part, in little memory."""
    program = (
        f"import sys; sys.argv = ['conquian', 'rules', '{command}', '-']\n"
        "from conquian_tournaments.cli import main\n"
        "try: main()\n"
        "finally: print(open('/proc/self/status').read())"
    )
    pipe = subprocess.PIPE
    child = subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe, stderr=pipe)
    with contextlib.suppress(BrokenPipeError):  # the rest need not be sent
        child.stdin.write(start)
        for _ in range(100):
            child.stdin.write(b"7" * MEGABYTE)
            child.stdin.flush()
    output, complaint = child.communicate()
    assert child.returncode == 2
    assert complaint.startswith(b"error: <stdin>:")
    assert complaint.count(b"\n") == 1
    peak = next(line for line in output.splitlines() if line.startswith(b"VmHWM"))
    assert int(peak.split()[1]) < 150 * 1024
