"""`conquian play`: real bots as processes, what is put out of them, and what ends a leg early."""

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Conquian

Started = Callable[..., "subprocess.Popen[bytes]"]

PASSING = """
import os, sys
import conquian

class Passing(conquian.Bot):
    def decide(self, observation):
        {before}
        if observation.kind is conquian.Kind.FORCE_QUESTION:
            return conquian.Waive()
        return conquian.Pass()

{first}
conquian.run(Passing)
"""


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., str]:
    """Give a function that writes a bot which passes where it may, and returns its command."""

    def write(name: str, *, before: str = "pass", first: str = "") -> str:
        path = tmp_path / f"{name}.py"
        path.write_text(PASSING.format(before=before, first=first))
        return f"python3 {shlex.quote(str(path))}"

    return write


def _objects(lines: str) -> Iterator[dict[str, object]]:
    return map(json.loads, lines.splitlines())


def _verified(conquian: Conquian, records: bytes | str) -> bool:
    return conquian("rules", "verify", "-", stdin=records).exit_code == 0


# --- a leg that goes well ---------------------------------------------------------------------


def test_table(conquian: Conquian) -> None:
    """A person gets a row for each seat and the seed that repeats the leg; the status is 0."""
    result = conquian("play", "random", "greedy", "--deals", 4)
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split() for line in result.stdout.splitlines()]
    seats = [row for row in rows if row[:1] in (["0"], ["1"])]
    assert [row[1] for row in seats] == ["random", "greedy"]
    for row in seats:
        assert sum(map(int, row[3:6])) == 4  # won, drawn and lost
    assert "4 deals of classic; play them again with --seed " in result.stdout


def test_json_is_records_and_their_sums(conquian: Conquian) -> None:
    """Each line is a valid record with its charges; the last sums them up."""
    arguments = ("--ruleset", "hoyle", "--deals", 12, "--at-once", 4, "--seed", "j", "--json")
    result = conquian("play", "greedy", "random", *arguments)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert _verified(conquian, "\n".join(lines[:-1]))
    *deals, last = _objects(result.stdout)
    assert [deal["number"] for deal in deals] == list(range(12))
    assert all(deal["cause"] is None for deal in deals)
    summary = last["summary"]
    assert (summary["seed"], summary["deals"], summary["end"]) == ("j", 12, "played")
    for seat, sums in enumerate(summary["seats"]):
        assert sums["points"] == sum(deal["result"]["points"][seat] for deal in deals)
        assert sums["decisions"] == sum(len(deal["charges"][seat]) for deal in deals)
        assert sums["won"] == sum(deal["result"]["winner"] == seat for deal in deals)
    for deal in deals:
        assert sum(map(len, deal["charges"])) == len(deal["actions"])


def test_same_seed_same_records(conquian: Conquian, tmp_path: Path) -> None:
    """The same seed gives the same bytes of records, however many deals are played at once."""
    once, many = tmp_path / "once.jsonl", tmp_path / "many.jsonl"
    leg = ("play", "random", "greedy", "--deals", 20, "--seed", "again")
    conquian(*leg, "--records", once)
    conquian(*leg, "--records", many, "--at-once", 8)
    assert once.read_bytes() == many.read_bytes()
    assert _verified(conquian, once.read_bytes())


def test_records_are_added_to_a_file(conquian: Conquian, tmp_path: Path) -> None:
    """Records are added at the end of a file, and another seed gives other deals."""
    path = tmp_path / "records.jsonl"
    for seed in ("a", "b"):
        conquian("play", "greedy", "greedy", "--deals", 2, "--seed", seed, "--records", path)
    records = list(_objects(path.read_text()))
    assert [record["number"] for record in records] == [0, 1, 0, 1]
    assert len({record["deck"] for record in records}) == 4


def test_show_tells_each_deal(conquian: Conquian, tmp_path: Path) -> None:
    """`--show` tells each deal as `conquian rules show` tells its record."""
    path = tmp_path / "records.jsonl"
    result = conquian("play", "greedy", "random", "--deals", 2, "--show", "--records", path)
    assert result.exit_code == 0
    for number in (0, 1):
        told = conquian("rules", "show", path, "--line", number + 1).stdout
        assert f"Deal {number}\n{told}" in result.stdout


def test_target(conquian: Conquian) -> None:
    """A leg to a target ends with the first deal after which a seat has it."""
    arguments = ("--deals", 1000, "--target", 2, "--seed", "t", "--json")
    *deals, last = _objects(conquian("play", "greedy", "random", *arguments).stdout)
    totals = [sum(deal["result"]["points"][seat] for deal in deals) for seat in (0, 1)]
    before = [sum(deal["result"]["points"][seat] for deal in deals[:-1]) for seat in (0, 1)]
    assert max(before) < 2 <= max(totals)
    assert last["summary"]["end"] == "target_reached"


@pytest.mark.parametrize("seats", [3, 4])
def test_more_than_two_bots(conquian: Conquian, seats: int) -> None:
    """Three and four bots play nine-card; equal names are told apart in the table."""
    bots = ["greedy"] * (seats - 1) + ["random"]
    leg = ("play", *bots, "--ruleset", "nine-card", "--deals", seats)
    result = conquian(*leg, "--json")
    *deals, last = _objects(result.stdout)
    assert _verified(conquian, "\n".join(result.stdout.splitlines()[:-1]))
    assert [deal["dealer"] for deal in deals] == list(range(seats))
    assert [row["bot"] for row in last["summary"]["seats"]] == bots
    assert "greedy (seat 0)" in conquian(*leg).stdout


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_ruleset_of_a_file(conquian: Conquian, tmp_path: Path, suffix: str) -> None:
    """A file's ruleset is played, and stands in the records with all its fields."""
    texts = {"toml": 'base = "hoyle"\nhand_size = 8\n', "json": '{"base": "hoyle", "hand_size": 8}'}
    path = tmp_path / f"short.{suffix}"
    path.write_text(texts[suffix])
    result = conquian("play", "greedy", "random", "--ruleset", path, "--deals", 1, "--json")
    record = next(_objects(result.stdout))
    assert record["ruleset"]["hand_size"] == 8
    assert _verified(conquian, result.stdout.splitlines()[0])


def test_builds_before_it_plays(
    conquian: Conquian, tmp_path: Path, bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's build command runs first, and is told on stderr."""
    monkeypatch.setenv("CONQUIAN_CACHE", str(tmp_path / "cache"))
    bot("source")
    _manifest(tmp_path, build='["cp", "source.py", "made.py"]', run='["python3", "made.py"]')
    result = conquian("play", tmp_path, "greedy", "--deals", 1)
    assert result.exit_code == 0
    assert result.stderr.endswith("mine: build: cp source.py made.py\n")


def _manifest(folder: Path, **fields: str) -> None:
    given = {"name": '"mine"', "version": '"1"', "language": '"python"', **fields}
    text = "\n".join(f"{name} = {value}" for name, value in given.items())
    (folder / "bot.toml").write_text(text)


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["greedy"], "error: BOT: name 2 bots (classic is played by 2)\n"),
        (["greedy"] * 3, "(classic is played by 2), or add --ruleset nine-card for 3\n"),
        (["greedy", "nobody"], "error: no bot 'nobody': "),
        (["greedy", "greedy", "--deals", "0"], "'--deals'"),
        (["greedy", "greedy", "--deals", "many"], "'--deals'"),
        (["greedy", "greedy", "--at-once", "129"], "'--at-once'"),
        (["greedy", "greedy", "--ruleset", "rummy"], "error: --ruleset: 'rummy' is not one of "),
        (["greedy", "greedy", "--ruleset", "no.toml"], "error: --ruleset: no.toml: No such file"),
        (["greedy", "greedy", "--limit", "-1"], "error: --limit: must be more than 0 seconds"),
        (["greedy", "greedy", "--limit", "1", "--bank", "9"], "error: --bank: "),
        (["greedy", "greedy", "--increment", "1"], "error: --increment: "),
        (["greedy", "greedy", "--warm-up", "0"], "error: --warm-up: "),
        (["greedy", "greedy", "--no-clock", "--limit", "1"], "error: --no-clock: "),
        (["greedy", "greedy", "--target", "9", "--at-once", "2"], "error: --target: "),
        (["greedy", "greedy", "--show", "--json"], "error: --show: "),
        (["greedy", "greedy", "--records", "/no/where"], "error: --records: /no/where: No such"),
        (["greedy", "greedy", "--seed", "\udcff"], "error: seed: "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_options(conquian: Conquian, arguments: list[str], words: str) -> None:
    """What can't be used is named on stderr, with status 2, before any bot starts."""
    result = conquian("play", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("r.toml", b'base = "classic"\nhand_size = 99', "r.toml: hand_size: 99 is not a number"),
        ("r.toml", b'base = "classic"\nhands = 9', "r.toml: hands: is not a field"),
        ("r.toml", b"base = ", "r.toml: is not TOML: "),
        ("r.json", b'{"base": "classic"', "r.json:1: is not JSON: "),
        ("r.json", b"[" * 9999, "r.json:1: has lists or objects more than 50 deep"),
        ("r.toml", b"a = " + b"[" * 9999, "r.toml: "),
        ("r.json", b'"\xff"', "r.json: is not UTF-8"),
        ("r.json", b" " * 2**20 + b" ", "r.json: is longer than 1048576 bytes"),
        ("r.json", b"7", "r.json: ruleset: 7 is not one of"),
    ],
)
def test_bad_ruleset_files(
    conquian: Conquian, tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    """What is wrong in a ruleset's file is told with the file and the field or line."""
    (tmp_path / name).write_bytes(content)
    result = conquian("play", "greedy", "greedy", "--ruleset", tmp_path / name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{tmp_path}/{words}" in result.stderr


@pytest.mark.parametrize("device", ["/dev/zero", "fifo"])
def test_ruleset_without_an_end(conquian: Conquian, tmp_path: Path, device: str) -> None:
    """A ruleset's file that is a pipe or a device is refused, not waited for."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "r.toml").symlink_to(tmp_path / device)
    result = conquian("play", "greedy", "greedy", "--ruleset", tmp_path / "r.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: --ruleset: {tmp_path}/r.toml: is no regular file\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device to write to")
def test_records_that_cannot_be_written(conquian: Conquian) -> None:
    """Records that can't be written end the leg with the name of their file."""
    result = conquian("play", "greedy", "random", "--deals", 3, "--records", "/dev/full")
    assert result.exit_code == 2
    assert result.stderr == "error: --records: /dev/full: No space left on device\n"


def test_bot_that_does_not_play_the_ruleset(conquian: Conquian, tmp_path: Path) -> None:
    """A bot whose bot.toml leaves the ruleset out is refused by name."""
    _manifest(tmp_path, run='["python3", "bot.py"]', rulesets='["classic"]')
    result = conquian("play", "greedy", tmp_path, "--ruleset", "hoyle")
    assert result.exit_code == 2
    assert result.stderr == "error: mine does not play hoyle, only classic\n"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"build": '["false"]'}, "error: mine: the build command 'false' exited with status 1"),
        ({"language": '"any"', "run": '["./gone"]'}, "error: mine: there is no executable file "),
        ({"deals_at_once": "0"}, "bot.toml: deals_at_once: "),
    ],
)
def test_bot_that_can_not_run(
    conquian: Conquian, tmp_path: Path, fields: dict[str, str], words: str
) -> None:
    """A bot that can't be built or has no program is bad input, named before any deal."""
    _manifest(tmp_path, **{"run": '["python3", "bot.py"]', **fields})
    result = conquian("play", "greedy", tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


# --- bots that fail ---------------------------------------------------------------------------


def test_bot_that_ends_at_its_start(conquian: Conquian, bot) -> None:
    """A person reads which bot failed, why, its exit status and the end of its stderr."""
    dying = bot("dying", first="print('no \\x1b[31mmodel', file=sys.stderr); sys.exit(3)")
    result = conquian("play", dying, "greedy", "--deals", 5)
    assert result.exit_code == 1
    assert "5 forfeited (set aside)" in result.stdout
    assert "disconnected" not in result.stdout
    told = result.stdout[result.stdout.index("\ndying failed:\n") :].splitlines()
    assert told[2] == (
        "  deals 0 to 4: forfeited (set aside after 3 incidents, the last: "
        "the bot's process exited with status 3)"
    )
    assert told[3:] == [
        "  3 of its processes ended, the last exited with status 3; the end of its stderr:",
        r"    no \x1b[31mmodel",
    ]


def test_bot_that_never_plays(conquian: Conquian, bot) -> None:
    """Of a bot that ends well before it has said a word a person reads what it has left out."""
    result = conquian("play", bot("still", first="sys.exit()"), "greedy", "--deals", 1)
    assert (
        "the last exited with status 0; it wrote nothing to stderr;"
        " did it dial the referee, as conquian.run(...) does?\n" in result.stdout
    )


def test_bot_that_raises(conquian: Conquian, bot) -> None:
    """An exception in a bot's decision is shown with the deal that it cost, also by --show."""
    raising = bot("raising", before="raise LookupError('no such meld')")
    result = conquian("play", "greedy", raising, "--deals", 1, "--show")
    assert result.exit_code == 1
    assert "raising forfeits the deal: disconnected\n" in result.stdout
    assert "\ncause: " in result.stdout
    assert "\nraising failed:\n  deal 0: " in result.stdout
    assert "    LookupError: no such meld\n" in result.stdout


def test_faults_for_programs(conquian: Conquian, bot) -> None:
    """In JSON a fault has its cause with its deal, and the summary how the processes ended."""
    dying = bot("dying", first="print('gone', file=sys.stderr); os.abort()")
    result = conquian("play", dying, "greedy", "--deals", 2, "--json")
    assert result.exit_code == 1
    *deals, last = _objects(result.stdout)
    assert _verified(conquian, "\n".join(result.stdout.splitlines()[:-1]))
    assert all("was ended by SIGABRT" in deal["cause"] for deal in deals)
    row, unharmed = last["summary"]["seats"]
    assert row["faults"] == {"disconnected": 2}
    assert [(end["signal"], end["stderr"]) for end in row["exits"]] == [(6, ["gone"])] * 3
    assert (unharmed["won"], unharmed["faults"], unharmed["exits"]) == (2, {}, [])


# --- a leg that is stopped --------------------------------------------------------------------


@pytest.fixture
def stalling(bot, tmp_path: Path) -> str:
    """The command of a bot that plays two deals and then waits."""
    before = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    wait = "import threading; self.deal.number >= 2 and threading.Event().wait()"
    return bot("stalling", before=f"{before}; {wait}")


def _has_ended(pid_file: Path) -> bool:
    try:
        os.kill(int(pid_file.read_text()), 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped(started: Started, stalling: str, tmp_path: Path, number: signal.Signals) -> None:
    """A signal stops in order: no bot is left, the deals that have ended are summed up."""
    process = started("play", stalling, "greedy", "--json", "--no-clock", stdout=subprocess.PIPE)
    for _ in range(2):
        assert json.loads(process.stdout.readline())["actions"]
    process.send_signal(number)
    output, complaint = process.communicate()
    assert (process.returncode, complaint) == (128 + number, b"")
    summary = json.loads(output)["summary"]
    assert (summary["deals"], summary["signal"]) == (2, number.name)
    assert _has_ended(tmp_path / "pid")


def test_stopped_for_people(started: Started, stalling: str, tmp_path: Path) -> None:
    """A person who stops a leg reads how many deals were played, and no traceback."""
    records = tmp_path / "records.jsonl"
    arguments = ("--show", "--no-clock", "--records", records)
    process = started("play", stalling, "greedy", *arguments, stdout=subprocess.PIPE)
    for ended in range(2):
        while not process.stdout.readline().startswith(b"points: "):
            assert process.poll() is None, ended
    process.send_signal(signal.SIGINT)
    output, complaint = process.communicate()
    assert (process.returncode, complaint) == (130, b"")
    assert b"stopped by SIGINT after 2 of 10 deals of classic" in output
    assert len(records.read_text().splitlines()) == 2


def test_reader_gone(started: Started, bot, tmp_path: Path) -> None:
    """A reader who has seen enough ends the leg silently, and its bots with it."""
    note = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    leg = ("play", bot("noting", before=note), "greedy", "--deals", 1_000_000, "--json")
    process = started(*leg, stdout=subprocess.PIPE)
    assert process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 141
    assert _has_ended(tmp_path / "pid")


def test_what_a_build_prints_does_not_steer_the_terminal(
    conquian: Conquian, tmp_path: Path
) -> None:
    """The end of a failed build's log is shown with its control codes as escapes."""
    (tmp_path / "build.sh").write_text("printf '\\033[2Jgone\\n'; exit 1")
    _manifest(tmp_path, build='["sh", "build.sh"]', run='["python3", "bot.py"]')
    result = conquian("play", tmp_path, "greedy")
    assert result.exit_code == 2
    assert "\\x1b[2Jgone" in result.stderr
    assert "\x1b" not in result.stderr
