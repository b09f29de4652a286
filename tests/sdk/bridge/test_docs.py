"""What docs/bridge.md shows is what the bridge writes and reads."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conquian.bridge import child, session

from tests.sdk import entries as say
from tests.sdk.bridge import example
from tests.sdk.bridge.conftest import Wire

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "bridge.md").read_text(encoding="utf-8")

INTERPRETERS = {
    "python": (sys.executable, "-S"),
    "perl": ("perl",),
    "awk": ("awk", "-W", "interactive", "-f"),
    "bash": ("bash",),
}


def blocks(language):
    """The code blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def answers_to(program, *lines):
    """What a program of the page prints for lines, all of which it may read at once."""
    run = subprocess.run(program, input=b"".join(lines), capture_output=True, check=True)
    assert not run.stderr
    return run.stdout.decode().splitlines()


@pytest.fixture
def program(request, tmp_path):
    """The command of the page's program in a language."""
    interpreter = INTERPRETERS[request.param]
    if shutil.which(interpreter[0]) is None:
        pytest.skip(f"{interpreter[0]} is not installed")
    (text,) = blocks(request.param)
    (tmp_path / "bot").write_text(text)
    return (*interpreter, str(tmp_path / "bot"))


def test_each_line_is_as_shown(wire):
    """The page shows one line of each kind, and the bridge writes just these."""
    wire.hear(*example.entries())
    written = [json.loads(line) for line in wire.told]
    shown = [json.loads(block) for block in blocks("json")]
    for one, other in zip(shown, written, strict=True):
        assert one == other
    listed = re.findall(r"^\| `(\w+)` \| ", PAGE.partition("| line | says |")[2], re.MULTILINE)
    assert listed[: len(shown)] == [next(iter(line)) for line in shown]


def test_each_answer_is_the_same():
    """All forms of an answer that the page shows are taken, and say the same."""
    (shown,) = blocks("text")
    sent = []
    for line in shown.splitlines():
        wire = Wire()
        wire.session.connected()
        wire.hear(*list(example.entries())[:4])
        wire.sent()
        wire.session.take_line(line.encode())
        sent += wire.sent()
    assert len(sent) == 4
    assert all(entry == sent[0] for entry in sent)
    assert (sent[0].decision.request_id, sent[0].decision.option_index) == (example.REQUEST, 0)


@pytest.mark.parametrize("program", INTERPRETERS, indirect=True)
def test_each_program_answers_what_is_asked(program, wire):
    """The first bots of the page answer each kind of request, and nothing that is no request."""
    wire.hear(*example.entries())
    wire.hear(say.leg_started(), say.deal_started(50), say.asked(50, 50, faced="7C"))
    assert answers_to(program, *wire.told) == ["meld 7SJSQS/4H5H6H/AC2C3C x 3D", "pass"]


@pytest.mark.parametrize("program", INTERPRETERS, indirect=True)
def test_each_program_knows_the_other_requests(program, wire):
    """A force question, a meld that goes out and one from the hand are answered as they must be."""
    for deal, entry in enumerate((say.asked(1, 0), say.asked(2, 1), say.asked(3, 2))):
        request = entry.decision_requested
        if deal == 0:
            request.kind = 3
            del request.options[:]
        elif deal == 1:
            request.options[0].goes_out = True
        else:
            request.options[0].uses_faced = False
        wire.hear(say.deal_started(deal), entry)
    expected = ["waive", "meld 5S5H5D", "meld 5S5H5D pass"]
    assert answers_to(program, *wire.told) == expected


def test_the_manifests_run_is_as_tested():
    """The commands that the page gives for its programs are those that are tested here."""
    commands = re.findall(r'`?run = (\["(?!conquian).*?\])', PAGE)
    words = {tuple(json.loads(command))[:-1] for command in commands}
    tested = {("python3",), *(INTERPRETERS[name] for name in ("perl", "awk", "bash"))}
    assert words == tested


def test_the_limits_are_as_said():
    """The numbers of the page are those of the code."""
    assert session.LONGEST_LINE == 65_536
    assert "more than 65,536 bytes" in PAGE
    assert child.MOST_UNREAD == 16 << 20
    assert "leaves 16 MB of lines unread, or 1,024 requests unanswered" in PAGE
    assert session.MOST_UNANSWERED == 1024
    assert child.END_GRACE == 0.5
    assert "half a second later the bot is killed" in PAGE
