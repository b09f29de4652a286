"""`conquian check`: what a bot can and can't do, told to its author."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_server.conformance import CHECKS, deals

from tests.cli.conftest import Conquian
from tests.json_page import documented, printed

BOT = """
import conquian
import conquian.client

conquian.client.RESUME_WINDOW = 0.5
count = 0

class Bot(conquian.Bot):
    def decide(self, seen):
        global count
        count += 1
        {before}
        return seen.decisions()[0]

conquian.run(Bot)
"""
MANIFEST = """
name = "{name}"
version = "1"
language = "python"
run = ["python", "bot.py"]
rulesets = ["hoyle"]
"""
LAST_GOOD = 400  # of the decisions of one process; only whole legs have more


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer deals."""
    monkeypatch.setattr(deals, "DEALS", 40)


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., Path]:
    """Give a function that writes a bot's folder."""

    def write(name: str, *, before: str = "pass", more: str = "") -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "bot.toml").write_text(MANIFEST.format(name=name) + more)
        (folder / "bot.py").write_text(BOT.format(before=before))
        return folder

    return write


def test_a_good_bot_passes(conquian: Conquian, bot) -> None:
    """Each check stands in the table with its number, and the status is 0."""
    result = conquian("check", bot("good"))
    assert result.exit_code == 0
    for number, check in enumerate(CHECKS, 1):
        assert any(
            line.split()[:1] == [str(number)] and check.what[:40] in line and "passed" in line
            for line in result.stdout.splitlines()
        )
    assert max(map(len, result.stdout.splitlines())) <= 110
    assert f"{len(CHECKS)} checks: all passed." in result.stdout


def test_the_fault_is_told_with_its_deal(conquian: Conquian, bot, tmp_path: Path) -> None:
    """A bot that breaks down in a deal is told with its last words and the deal's record."""
    broken = bot("broken", before=f"assert count < {LAST_GOOD}, 'I am tired'")
    result = conquian("check", broken, "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["failed"], told["skipped"]) == (1, 1, 1)
    (failed,) = [check for check in told["checks"] if check["result"] == "failed"]
    assert failed["check"] == "deals"
    assert "disconnected" in failed["reason"]
    assert "AssertionError: I am tired" in failed["reason"]
    assert failed["remedy"]
    records = tmp_path / "record.jsonl"
    records.write_text(json.dumps(failed["record"]))
    assert conquian("rules", "verify", records).exit_code == 0


def test_a_missing_toolchain_is_told_with_its_package(
    conquian: Conquian, bot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without the program that builds it, its Debian package is named, and no more is tried."""
    monkeypatch.setenv("PATH", str(tmp_path))
    result = conquian("check", bot("goes", more='build = ["go", "build", "."]\n'))
    assert result.exit_code == 1
    assert "'go' was not found" in result.stdout
    assert "golang-go" in result.stdout
    assert f"{len(CHECKS)} checks: 1 failed, {len(CHECKS) - 1} skipped." in result.stdout


def test_a_failing_build_is_told_with_its_log(conquian: Conquian, bot) -> None:
    """The end of a failing build's log is the reason."""
    more = 'build = ["sh", "-c", "echo line 3: no such word; exit 1"]\n'
    result = conquian("check", bot("fails", more=more))
    assert result.exit_code == 1
    assert "line 3: no such word" in result.stdout


def test_the_page_has_every_field_and_no_other(conquian: Conquian, bot) -> None:
    """docs/json.md names each field that the command prints, with each type that it can have."""
    result = conquian("check", bot("unbuilt", more='build = ["false"]\n'), "--json")
    assert {check["record"] for check in json.loads(result.stdout)["checks"]} == {None}
    with_record = {("checks[].record", "object")}
    assert printed([json.loads(result.stdout)]) | with_record == documented("`conquian check")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [(["nobody"], "no bot 'nobody'"), (["greedy", "--limit", "0"], "--limit")],
)
def test_bad_usage(conquian: Conquian, arguments: list[str], why: str) -> None:
    """What can't be checked is told, with status 2."""
    result = conquian("check", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


@pytest.mark.parametrize("name", ["random", "greedy-stdlib"])
def test_shipped_bots_pass(conquian: Conquian, name: str) -> None:
    """A bot on the Python SDK and one behind the bridge pass everything, in all rulesets."""
    told = json.loads(conquian("check", name, "--json").stdout)
    reasons = [check["reason"] for check in told["checks"] if check["result"] != "passed"]
    assert not reasons
