"""`conquian bridge`, and shipped bots that are bridged."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from conquian.bridge import BridgedBot
from conquian.bridge.__main__ import main

from tests.cli.conftest import Conquian

BRIDGED = {"greedy-awk": "awk", "greedy-perl": "perl", "greedy-stdlib": sys.executable}

ALWAYS_FIRST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line).get("decisionRequested")
    if asked:
        print("waive" if asked["kind"].endswith("QUESTION") else "pass", flush=True)
"""


def played(result: Any) -> list[dict[str, Any]]:
    """The deals' records and the sums, of a leg in which no bot failed."""
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("ruleset", ["classic", "hoyle", "nine-card"])
@pytest.mark.parametrize("name", BRIDGED)
def test_bridged_greedy_plays_as_greedy_does(conquian: Conquian, name: str, ruleset: str) -> None:
    """Bots over the bridge make the same deals of the same decks as the one with the SDK."""
    if shutil.which(BRIDGED[name]) is None:
        pytest.skip(f"{BRIDGED[name]} is not installed")
    leg = ("--ruleset", ruleset, "--deals", 12, "--seed", "b", "--json")
    *ours, sums = played(conquian("play", name, "greedy", "--at-once", 8, *leg))
    *theirs, _ = played(conquian("play", "greedy", "greedy", *leg))
    assert [deal["actions"] for deal in ours] == [deal["actions"] for deal in theirs]
    assert [seat["faults"] for seat in sums["summary"]["seats"]] == [{}, {}]


def test_a_command_may_name_the_bridge(conquian: Conquian, tmp_path: Path) -> None:
    """`conquian bridge -- COMMAND` is a bot's command like any other."""
    script = tmp_path / "first.py"
    script.write_text(ALWAYS_FIRST)
    command = f"conquian bridge -- {sys.executable} {shlex.quote(str(script))}"
    *deals, _ = played(conquian("play", command, "random", "--deals", 2, "--json"))
    assert len(deals) == 2


def test_a_bridged_bots_fault_is_told(conquian: Conquian, tmp_path: Path) -> None:
    """A banner on standard output is in the report, with the line and what to do instead."""
    script = tmp_path / "banner.py"
    script.write_text("print('I am Bot', flush=True)\n" + ALWAYS_FIRST)
    command = f"conquian bridge -- {sys.executable} {shlex.quote(str(script))}"
    result = conquian("play", command, "random", "--deals", 1)
    assert result.exit_code == 1
    _, _, told = result.stdout.partition("line 1 of the bot's output, 'I am Bot', ")
    # A bot that starts slowly has a request open when it prints.
    assert told.startswith(("answers nothing: no request is open.", "is no answer; expected"))


# --- the command line -------------------------------------------------------------------------


def test_what_is_missing_is_told(conquian: Conquian, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a command or an address the status is 2."""
    monkeypatch.delenv("CONQUIAN_ADDRESS", raising=False)
    assert conquian("bridge").exit_code == 2
    assert conquian("bridge", "--", "cat").exit_code == 2


def test_both_command_lines_take_the_same(
    conquian: Conquian, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`conquian bridge` and `python -m conquian.bridge` make the same bot of the same words."""
    runs = []
    for module in ("conquian.bridge", "conquian.bridge.__main__"):
        monkeypatch.setattr(f"{module}.run", lambda *given: runs.append(given) or 0)
    hello = ("--name", "n", "--bot-version", "2", "--ruleset", "hoyle", "--deals-at-once", "4")
    flags = ("--history", "--ready", "--answer-only-choice")
    where = ("--address", "h:1", "--token", "t", "--ca", "c")
    for words in (("--", "perl", "-w", "bot.pl"), (*hello, *flags, *where, "--", "sh", "--", "x")):
        assert conquian("bridge", *words).exit_code == main(words) == 0
    plain, also_plain, full, also_full = runs
    assert plain == also_plain
    assert plain[0] == BridgedBot(command=("perl", "-w", "bot.pl"))
    assert full == also_full
    assert full[0].command == ("sh", "--", "x")
    assert full[0].waits_for_ready
