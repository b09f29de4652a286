"""The command line of a bot: where the referee is, what goes wrong, how it ends."""

import asyncio
import contextlib
import os
import re
import signal
import sys

import pytest
from conquian import command
from conquian.connection import Address

from tests.sdk import entries as say
from tests.sdk.bots import Passer

BOT = """
import conquian

class Chatter(conquian.Bot):
    def decide(self, observation):
        print("thinking of", observation.faced, flush=True)
        {what_it_does}
        return conquian.Pass()

conquian.run(Chatter())
"""


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    """No address, token or certificates from outside."""
    for variable in (command.ADDRESS, command.TOKEN, command.CA):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no address: a referee starts its bots with CONQUIAN_ADDRESS set"),
        ([], "run `conquian play ./mybot greedy`"),
        (["--address", "localhost"], "address 'localhost': give host:port or unix:/path"),
        (["--address", ":7000"], "address ':7000': give host:port or unix:/path"),
        (["--address", "here:seven"], "address 'here:seven': give host:port"),
        (["--address", "h:1", "--ca", "/nowhere"], "ca '/nowhere': No such file or directory"),
    ],
)
def test_bad_usage_says_what_to_do(capsys, arguments, words):
    """Whatever can't be used is named, with what would do, and the status is 2."""
    assert command.main(Passer, arguments) == command.BAD_USAGE
    assert words in capsys.readouterr().err


def test_what_is_no_bot_is_bad_usage(capsys):
    """A wrong argument of `run` is told like any other bad usage."""
    assert command.main(None, ["--address", "h:1"]) == command.BAD_USAGE
    assert "None is no bot: run a class of bots" in capsys.readouterr().err


def test_help_names_variables_and_statuses(capsys):
    """All that a bot's command line takes and gives is in its help."""
    with pytest.raises(SystemExit) as exit_:
        command.main(Passer, ["--help"])
    shown = capsys.readouterr().out
    assert exit_.value.code == 0
    for word in ("CONQUIAN_ADDRESS", "CONQUIAN_TOKEN", "CONQUIAN_CA", "exit status", "unix:/path"):
        assert word in shown


def test_no_token_is_no_metadata():
    """Without a token no authorization is sent."""
    assert Address("h:1").metadata == ()


async def start(tmp_path, address, what_it_does):
    """A bot as a process, with the referee's address in its environment."""
    path = tmp_path / "bot.py"
    path.write_text(BOT.format(what_it_does=what_it_does))
    return await asyncio.create_subprocess_exec(
        sys.executable,
        str(path),
        env={**os.environ, command.ADDRESS: address.target},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def play(tmp_path, serving, script, what_it_does="pass", streams=1):
    """A bot's process with a referee that follows the script: its status, stdout and stderr."""

    async def both():
        async with serving(*[lambda line: script(line, processes[0])] * streams) as address:
            processes.append(await start(tmp_path, address, what_it_does))
            with contextlib.ExitStack() as ending:
                ending.callback(_kill, processes[0])
                await processes[0].wait()
            # Only now, so that a script may read a line itself; the little there is fits the pipes.
            out, err = await processes[0].communicate()
        return processes[0].returncode, out.decode(), err.decode()

    processes = []
    return asyncio.run(both())


def _kill(process):
    if process.returncode is None:
        process.kill()


async def ask(line):
    """Greet the bot and ask it for a decision."""
    await line.hear()
    await line.say(say.welcome(), say.leg_started(), say.deal_started(1), say.asked(11, 1))


def test_a_bots_printing_does_no_harm(tmp_path, serving):
    """What a bot prints goes to its stdout and to nothing else; the end in order is status 0."""

    async def script(line, process):
        await ask(line)
        assert await line.hear_answers(1) == [11]
        await line.say(say.deal_ended(1), say.leg_ended(), say.stopping())

    status, out, err = play(tmp_path, serving, script)
    assert (status, out) == (command.DONE, "thinking of 5D\n")
    assert "in session s1 as Chatter" in err


def failing(tmp_path, serving, what_it_does):
    """What a bot that fails has said in its goodbye, and on stderr, where its status is 1."""

    async def script(line, process):
        await ask(line)
        goodbyes.append(await line.hear_goodbye())

    goodbyes = []
    status, _, err = play(tmp_path, serving, script, what_it_does)
    assert status == command.BOT_FAILED
    return goodbyes[0], err


def frames(err):
    """The functions that the traceback names, each in the bot's own file."""
    files = re.findall(r'File "(.+?)", line \d+, in (\w+)', err)
    assert {os.path.basename(file) for file, _ in files} == {"bot.py"}
    return [function for _, function in files]


def test_an_exception_is_printed_from_the_bots_own_code_on(tmp_path, serving):
    """A bot's author sees where it went wrong and nothing of what called it."""
    what = "(lambda card: card.colour)(observation.faced)"
    goodbye, err = failing(tmp_path, serving, what)
    assert goodbye.startswith("AttributeError: 'Card' object has no attribute 'colour'")
    assert "Traceback" in err
    assert what in err
    assert re.findall(r"in (decide|<lambda>)", err) == ["decide", "<lambda>"]
    assert set(frames(err)) == {"decide"}


def test_what_the_sdk_raises_in_a_bots_call_keeps_its_frames(tmp_path, serving):
    """Where the bot's code called something, the traceback goes on from there."""
    _, err = failing(tmp_path, serving, 'conquian.Card("8H")')
    assert re.findall(r"in (decide|__new__)", err) == ["decide", "__new__"]
    assert "asyncio" not in err


def test_a_wrong_decision_is_told_with_the_place_of_decide(tmp_path, serving):
    """A decision that can't be sent is told with what would do, and with the bot's own line."""
    goodbye, err = failing(tmp_path, serving, "return conquian.Demand()")
    assert "DecisionError: demand is no answer here" in goodbye
    assert "demand is no answer here; a card is offered: return conquian.Pass()" in err
    assert frames(err) == ["decide"]
    assert "    def decide(self, observation):" in err


def test_a_stream_that_ends_while_the_bot_thinks(tmp_path, serving):
    """A bot that answers when its stream has ended is told just that, and hears what it missed."""
    over = tmp_path / "over"
    lines = []

    async def script(line, process):
        lines.append(line)
        if len(lines) == 1:
            line.when_over(over.touch)
            await ask(line)
        else:
            await line.hear()
            await line.say(say.welcome(resumed=True), say.deal_ended(1), say.stopping())

    waiting = f"import os, time\n        while not os.path.exists({str(over)!r}): time.sleep(0.001)"
    status, _, err = play(tmp_path, serving, script, waiting, streams=2)
    assert (status, len(lines)) == (command.DONE, 2), err
    # Where it answers sooner than the end arrives, it hears the end itself.
    assert re.search(r"no stream to the referee .*\((the referee ended|the stream ended)", err)
    assert "INTERNAL" not in err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("what_it_does", ["pass", "\n        while True: pass"])
def test_a_signal_ends_it_in_order(tmp_path, serving, number, what_it_does):
    """A bot that waits and one that thinks for ever both say goodbye, with status 0."""

    async def script(line, process):
        await ask(line)
        assert await process.stdout.readline() == b"thinking of 5D\n"
        process.send_signal(number)
        assert await line.hear_goodbye() == number.name

    status, _, err = play(tmp_path, serving, script, what_it_does)
    assert status == command.DONE, err


def test_a_refused_bot_tells_why(tmp_path, serving):
    """The referee's words reach whoever started the bot, and the status is 4."""

    async def script(line, process):
        await line.hear()
        await line.say(say.refusal("all sessions are taken; try again"))

    status, _, err = play(tmp_path, serving, script)
    assert status == command.REFUSED
    assert "all sessions are taken; try again" in err
