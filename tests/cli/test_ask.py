"""`conquian ask`: a deal that is over, put to bots again."""

import json
import os
import pty
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_server.rules import Reason, read_action, record_of, verify

from tests.cli.conftest import COMMAND, Conquian
from tests.cli.leagues import PATIENCE
from tests.interview.scenes import played
from tests.json_page import documented, printed

BOT = """
import conquian

class Bot(conquian.Bot):
    def decide(self, seen):
        {before}
        return seen.decisions()[{choice}]

conquian.run(Bot)
"""
MANIFEST = """
name = "{name}"
version = "1"
language = "python"
run = ["python", "bot.py"]
"""
DEAL = 0  # of which the first legal action was always taken


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., Path]:
    """Give a function that writes a bot's folder."""

    def write(name: str, *, choice: int = 0, before: str = "pass") -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "bot.toml").write_text(MANIFEST.format(name=name))
        (folder / "bot.py").write_text(BOT.format(choice=choice, before=before))
        return folder

    return write


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A file of two records: a deal that was played, and one that a fault ended."""
    deals = [played(DEAL), played(DEAL, reason=Reason.TIMEOUT, actions=5)]
    path = tmp_path / "deals.jsonl"
    lines = [json.dumps(_object(record)) for record in deals]
    path.write_text("\n".join(lines) + "\n")
    return path


def _object(record):
    return record_of(verify(record), record.names, multiplier=1)


def _asked(conquian: Conquian, *arguments: object) -> tuple[int, dict]:
    result = conquian("ask", *arguments, "--json")
    return result.exit_code, json.loads(result.stdout)


def test_the_same_decisions(conquian: Conquian, bot, records: Path) -> None:
    """A bot that decides as was decided is told the same everywhere, in all seats; status 0."""
    result = conquian("ask", records, bot("first"))
    assert result.exit_code == 0
    count = len(played(DEAL).actions)
    assert result.stdout.count("  same") == count
    assert f"{count} decisions: all the same." in result.stdout


def test_other_decisions(conquian: Conquian, bot, records: Path) -> None:
    """Where a bot decides otherwise both decisions are shown; the status is 1."""
    status, told = _asked(conquian, records, bot("last", choice=-1))
    assert status == 1
    other = [each for each in told["decisions"] if not each["same"]]
    assert 0 < len(other) == told["different"]
    assert all(each["then"] != each["now"] for each in other)
    actions = played(DEAL).actions
    assert [each["then"] for each in told["decisions"] if each["seat"] == 1] == [
        text for number, text in enumerate(actions) if _seat_of(number) == 1
    ]


def _seat_of(number: int) -> int:
    position = played(DEAL).start()
    for text in played(DEAL).actions[:number]:
        position = position.apply(read_action(text))
    return position.seat


def test_one_seat_and_one_decision(conquian: Conquian, bot, records: Path) -> None:
    """Only the seat and the decision that are named are asked, under their own numbers."""
    status, told = _asked(conquian, records, "--seat", 1, "--decision", 2, bot("first"))
    assert status == 0
    (only,) = told["decisions"]
    assert (only["seat"], only["decision"]) == (1, 2)


def test_its_own_seat(conquian: Conquian, bot, records: Path) -> None:
    """Unless a seat is named, a bot is asked in the seats that bear its name."""
    _, told = _asked(conquian, records, bot("ben"))
    assert {each["seat"] for each in told["decisions"]} == {1}


def test_the_decision_that_was_a_fault(conquian: Conquian, bot, records: Path) -> None:
    """Where a seat failed to decide, that is asked too, and counts as otherwise."""
    status, told = _asked(conquian, f"{records}:2", bot("first"))
    assert (status, told["different"]) == (1, 1)
    (failed,) = [each for each in told["decisions"] if not each["same"]]
    assert (failed["then"], failed["fault"]) == (None, None)
    assert failed["now"] is not None


def test_a_deal_that_the_opponent_forfeited(conquian: Conquian, tmp_path: Path) -> None:
    """Who was not asked before the other's fault is not accused: nothing was asked; status 2."""
    dealt = played(DEAL).start()
    assert dealt.seat is not None
    lost = dealt.forfeit(Reason.DISCONNECTED, 1 - dealt.seat)
    file = tmp_path / "lost.json"
    file.write_text(json.dumps(record_of(lost, ["ann", "ben"], multiplier=1)))
    for seat in ([], ["--seat", dealt.seat]):
        result = conquian("ask", file, *seat, "greedy")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "error: DEAL: nothing was asked there\n"


def test_a_ledgers_deal(conquian: Conquian, bot, small_league: Path) -> None:
    """A deal of a ledger is named as `conquian show` names it."""
    deal = (small_league, "r0-1v2-a/3")
    shown = json.loads(conquian("show", *deal, "--json").stdout)
    _, told = _asked(conquian, *deal, bot("first"))
    assert sorted(each["then"] for each in told["decisions"]) == sorted(shown["record"]["actions"])


def test_a_bot_of_chance_decides_the_same_again(conquian: Conquian, tmp_path: Path) -> None:
    """A random bot gets its random numbers of a ledger's deal again, and repeats its decisions."""
    file = tmp_path / "league.toml"
    file.write_text(
        'name = "league"\ndecks = 1\nseed = "s"\n'
        '[[entrants]]\nbot = "random"\n[[entrants]]\nbot = "greedy"\n'
    )
    assert conquian("run", file).exit_code == 0
    status, told = _asked(conquian, file, "r0-0v1-b/0", "random")
    assert (status, told["different"]) == (0, 0)
    assert {each["now"] for each in told["decisions"]} - {"pass"}


def test_a_bot_that_fails(conquian: Conquian, bot, records: Path) -> None:
    """What was asked before a bot fails is shown, and its last words are told; status 1."""
    broken = bot("broken", before="assert seen.action_count < 4")
    result = conquian("ask", records, "--seat", 0, broken, "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["complete"]) == (1, False)
    assert told["decisions"]
    assert all(each["same"] for each in told["decisions"])
    assert "broken: the bot said goodbye: AssertionError" in result.stderr
    assert "exited with status 1" in result.stderr


def test_a_bot_that_fails_at_once(conquian: Conquian, bot, records: Path) -> None:
    """Of a bot that decided nothing it is not said that all was the same."""
    result = conquian("ask", records, bot("broken", before="raise ZeroDivisionError"))
    assert result.exit_code == 1
    assert "0 decisions before the bot failed." in result.stdout
    assert "same" not in result.stdout


def test_the_page_has_every_field_and_no_other(conquian: Conquian, bot, records: Path) -> None:
    """docs/json.md names each field that the command prints, with each type that it can have."""
    first = bot("first")
    objects = [_asked(conquian, f"{records}:{line}", first)[1] for line in (1, 2)]
    never_here = {("decisions[].now", "null"), ("decisions[].fault", "string")}
    assert printed(objects) | never_here == documented("`conquian ask")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--seat", "2"], "--seat: there is no seat 2; seats are 0 to 1"),
        (["--seat", "0", "--decision", "99"], "--decision: there is no 99; decisions are 0 to"),
    ],
)
def test_what_was_not_asked(conquian: Conquian, records: Path, arguments, why: str) -> None:
    """A seat or decision that the deal does not have is one line; status 2."""
    result = conquian("ask", records, *arguments, "greedy")
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr
    assert result.stderr.count("\n") == 1


def test_no_deal(conquian: Conquian, records: Path, small_league: Path) -> None:
    """What names no deal, or one that can't be played again, is told with its place; status 2."""
    with records.open("a") as file:
        file.write('{"format":"conquian/1"}\n')
    broken = {**_object(played(DEAL)), "actions": ["demand"]}
    with records.open("a") as file:
        file.write(json.dumps(broken) + "\n")
    for words, why in (
        ([f"{records}:7"], f"{records}: has no line 7"),
        ([f"{records}:3"], f"{records}:3: "),
        ([f"{records}:4"], f"{records}:4: "),
        ([small_league, "r9-0v1-a/0"], "there is no deal 'r9-0v1-a/0'"),
        ([records, "two", "three"], "DEAL: give a file and a deal's id"),
        (["no-such-file"], "no-such-file: No such file"),
    ):
        result = conquian("ask", *words, "greedy")
        assert (result.exit_code, result.stdout) == (2, "")
        assert why in result.stderr


def test_a_tournament_without_a_deal(conquian: Conquian, small_league: Path) -> None:
    """Who names a tournament's file or ledger alone is asked for a deal's id; status 2."""
    for file in (small_league, small_league.with_suffix(".ledger")):
        result = conquian("ask", file, "greedy")
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"DEAL: add a deal's id after {file}" in result.stderr
        assert result.stderr.count("\n") == 1


def test_a_debugger_can_stop_the_bot(bot, records: Path) -> None:
    """With --debug a breakpoint opens pdb on the terminal, and the bot is waited for."""
    stopping = bot("stopping", before="breakpoint()")
    words = [str(records), "--seat", "0", "--decision", "0", str(stopping), "--debug"]
    with Terminal([*COMMAND, "ask", *words]) as terminal:
        terminal.until("(Pdb)")
        terminal.type("p seen.action_count, 6 * 7")
        terminal.until("42)")
        terminal.type("continue")
        terminal.until("1 decision: all the same.")
        assert terminal.status() == 0


def test_a_strangers_bot_is_not_let_out(
    conquian: Conquian, bot, records: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A registered bot does not leave its sandbox for a debugger, unless that is asked for."""
    monkeypatch.setenv("CONQUIAN_HOME", str(tmp_path / "home"))
    assert conquian("bots", "add", bot("theirs")).exit_code == 0
    result = conquian("ask", records, "theirs", "--debug")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "theirs would run outside the sandbox" in result.stderr
    again = conquian("ask", records, "theirs", "--debug", "--unsafe-no-sandbox")
    assert again.exit_code == 0


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, command: list[str]) -> None:
        self._end, inner = pty.openpty()
        self._process = subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner)
        os.close(inner)
        self._told = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._end)

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._end, line.encode() + b"\n")

    def until(self, words: str) -> None:
        """Read until the words have come; what comes before them is passed over."""
        end = time.monotonic() + PATIENCE
        while words not in self._told:
            ready, _, _ = select.select([self._end], [], [], end - time.monotonic())
            assert ready, f"no {words!r} in {self._told!r}"
            self._told += os.read(self._end, 4096).decode()
        self._told = self._told.partition(words)[2]

    def status(self) -> int:
        """The command's exit status."""
        return self._process.wait(PATIENCE)
