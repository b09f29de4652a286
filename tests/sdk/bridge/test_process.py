"""A bridged bot as a process: it plays, and whatever it does instead ends it with its reason."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys

import pytest
from conquian import command
from conquian.bridge import BridgeError, child
from conquian.bridge.__main__ import main
from conquian_server import rules

from tests.sdk import entries as say

ANSWERING = """
echo "$$" > pid
while read -r line; do
    case $line in '{"decisionRequested"'*) echo "thinking" >&2; {answer} ;; esac
done
echo over > over
"""
IDLE = "cat > /dev/null"


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    """No address, token or certificates from outside."""
    for variable in (command.ADDRESS, command.TOKEN, command.CA):
        monkeypatch.delenv(variable, raising=False)


async def start(folder, address, script, *options):
    """A bridge with a bot that is a shell script, started in a folder."""
    (folder / "bot.sh").write_text(script)
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "conquian.bridge", *options, "--", "sh", "bot.sh"),
        cwd=folder,
        env={**os.environ, command.ADDRESS: address.target, command.TOKEN: "secret"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def play(folder, serving, script, bot, *options):
    """A bridge with a referee that follows the script: its status, stdout and stderr."""

    async def both():
        async with serving(lambda line: script(line, processes[0])) as address:
            processes.append(await start(folder, address, bot, *options))
            with contextlib.ExitStack() as ending:
                ending.callback(_kill, processes[0])
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


async def until(condition):
    """Wait for what a process is about to do."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.005)


def runs(pid):
    """Whether a process runs; a zombie doesn't."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"
    return False


# --- a bot that plays -------------------------------------------------------------------------


def test_a_session_from_hello_to_end(tmp_path, serving):
    """The bot is asked and answers, its standard error is the bridge's, its end is in order."""

    async def script(line, process):
        (hello,) = await line.hear()
        hellos.append(hello.hello)
        await line.say(say.welcome(), say.leg_started(), say.deal_started(1), say.asked(11, 1))
        assert await line.hear_answers(1) == [11]
        await line.say(say.deal_ended(1), say.leg_ended(), say.stopping())

    hellos = []
    bot = ANSWERING.replace("{answer}", "echo pass")
    options = ("--name", "shell", "--bot-version", "3", "--ruleset=classic", "--ruleset=hoyle")
    at_once = ("--deals-at-once", "4", "--history", "--answer-only-choice")
    status, out, err = play(tmp_path, serving, script, bot, *options, *at_once)
    assert (status, out) == (command.DONE, ""), err
    assert "thinking\n" in err
    assert (tmp_path / "over").exists()
    (hello,) = hellos
    assert (hello.bot_name, hello.bot_version, hello.deals_at_once) == ("shell", "3", 4)
    assert list(hello.rulesets) == ["classic", "hoyle"]
    assert hello.wants_history
    assert hello.answer_only_choice


def test_a_ruleset_that_there_is_not_is_bad_usage(capsys):
    """No referee is dialled for a preset that none has; all those of the rules are known."""
    words = ["--address", "h:1", "--ruleset", "classic", "--ruleset", "foo", "--", "true"]
    assert main(words) == command.BAD_USAGE
    told = capsys.readouterr().err
    assert told == f"ruleset 'foo': there are {', '.join(rules.PRESETS)}\n"


def test_a_bot_that_warms_up_is_waited_for(tmp_path, serving):
    """With --ready the referee hears that the bot is ready when the bot has said so."""

    async def script(line, process):
        await line.hear()
        await line.say(say.welcome())
        (entry,) = await line.hear()
        assert entry.HasField("ready")
        assert (tmp_path / "warm").exists()

    bot = f"echo > warm; echo ready; {IDLE}"
    status, _, err = play(tmp_path, serving, script, bot, "--ready")
    assert status == command.DONE, err


def test_the_bot_does_not_know_the_token(tmp_path, serving):
    """What the bridge dials with is not in the bot's environment."""

    async def script(line, process):
        await line.hear()
        await line.say(say.welcome())
        await until((tmp_path / "done").exists)

    bot = f"env > environment; echo > done; {IDLE}"
    assert play(tmp_path, serving, script, bot)[0] == command.DONE
    environment = (tmp_path / "environment").read_text()
    assert "PATH=" in environment
    assert "CONQUIAN_ADDRESS" not in environment
    assert "secret" not in environment


@pytest.mark.parametrize("status", [0, 3])
def test_a_bot_may_leave_after_its_leg(tmp_path, serving, status):
    """A bot that ends in order when its leg has ended has not failed."""

    async def script(line, process):
        await line.hear()
        await line.say(say.welcome(), say.leg_started(), say.leg_ended())
        goodbyes.append(await line.hear_goodbye())

    goodbyes = []
    bot = f"while read -r line; do case $line in '{{\"legEnded\"'*) exit {status} ;; esac; done"
    assert play(tmp_path, serving, script, bot)[0] == (command.BOT_FAILED if status else 0)
    assert ("the bot has left after its leg" in goodbyes) is not bool(status)


# --- a bot that fails -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (f"echo Hello, I am Bot 1.0; {IDLE}", "'Hello, I am Bot 1.0', answers nothing"),
        (ANSWERING.replace("{answer}", "echo fold"), "line 1 of the bot's output, 'fold', is no"),
        (ANSWERING.replace("{answer}", "printf 'pa\\377s\\n'"), r"'pa\\xffs', is not UTF-8"),
        (ANSWERING.replace("{answer}", "echo demand"), "is illegal; legal here: `pass`, `meld 5S"),
        (
            f"read -r line; head -c 10000000 /dev/zero | tr '\\0' x; echo; {IDLE}",
            f"'{'x' * 80}'…, is longer than 65536 bytes; expected an action",
        ),
        ("read -r line; exit 0", "the bot has ended (exit status 0) while the session goes on"),
        ("echo dying >&2; exit 3", "the bot has ended (exit status 3) while the session goes on"),
        ("kill -9 $$", "the bot was ended by SIGKILL while the session goes on"),
        (f"exec >&-; {IDLE}", "the bot has closed its standard output while the session goes"),
        ("exec <&-; exec sleep 60", "the bot has closed its standard input while the session goes"),
    ],
)
def test_whatever_it_does_wrong_is_its_goodbye(tmp_path, serving, bot, words):
    """The referee hears the reason, standard error ends with it, and the status is 1."""

    async def script(line, process):
        await ask(line)
        goodbyes.append(await line.hear_goodbye())

    goodbyes = []
    status, _, err = play(tmp_path, serving, script, bot)
    assert status == command.BOT_FAILED
    assert words in goodbyes[0]
    assert words in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_bot_that_does_not_read_is_given_up(monkeypatch):
    """What waits to be read does not grow for ever, and a bot that reads late is no failure."""
    monkeypatch.setattr(child, "MOST_UNREAD", 1_000_000)
    line = b"x" * 500_000 + b"\n"

    async def tell_many():
        bot = child.Child(lambda line: None, lambda error: None)
        await bot.start(("sleep", "60"), {"PATH": os.environ["PATH"]})
        try:
            for told in range(10):
                try:
                    bot.tell(line)
                except BridgeError as error:
                    return told, str(error)
        finally:
            await bot.end()
        raise AssertionError("whatever is said is kept")

    told, words = asyncio.run(tell_many())
    assert told == 3
    assert "the bot doesn't read" in words


def test_lines_come_whole_however_they_are_printed():
    """A line that comes in pieces is one line, and a piece may hold several."""
    lines = []
    bot = child.Child(lines.append, lambda error: None)
    for piece in (b"a", b" b", b"c\n\nd", b"\ne"):
        bot.pipe_data_received(1, piece)
    assert lines == [b"a bc", b"", b"d"]


def test_the_last_line_needs_no_end():
    """What a bot printed before its output ended is a line."""
    lines = []

    async def read():
        ended = asyncio.Event()
        bot = child.Child(lines.append, lambda error: ended.set())
        await bot.start(("sh", "-c", "printf 'a\nb'; exec >&-; cat"), os.environ)
        await ended.wait()
        await bot.end()

    asyncio.run(read())
    assert lines == [b"a", b"b"]


# --- ends that come from elsewhere ------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_both_in_order(tmp_path, serving, number):
    """The bridge says goodbye, and its bot is gone though it does not read and does not end."""

    async def script(line, process):
        await ask(line)
        await until((tmp_path / "pid").exists)
        process.send_signal(number)
        assert await line.hear_goodbye() == number.name

    status, _, err = play(tmp_path, serving, script, "echo $$ > new; mv new pid; exec sleep 60")
    assert status == command.DONE, err
    assert not runs(int((tmp_path / "pid").read_text()))


def test_a_refused_bot_is_ended(tmp_path, serving):
    """The referee's words are told, the status is 4, and the bot does not stay behind."""

    async def script(line, process):
        await line.hear()
        await until((tmp_path / "pid").exists)
        await line.say(say.refusal("all sessions are taken; try again"))

    status, _, err = play(tmp_path, serving, script, "echo $$ > new; mv new pid; exec sleep 60")
    assert status == command.REFUSED
    assert "all sessions are taken; try again" in err
    assert not runs(int((tmp_path / "pid").read_text()))


def test_a_bot_hears_of_its_bridges_death(tmp_path, serving):
    """Where the bridge is killed, the bot's input ends."""

    async def script(line, process):
        await ask(line)
        assert await line.hear_answers(1) == [11]
        process.kill()
        await until((tmp_path / "over").exists)

    bot = ANSWERING.replace("{answer}", "echo pass")
    assert play(tmp_path, serving, script, bot)[0] == -signal.SIGKILL


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--", "sh"], "no address: a referee starts its bots with CONQUIAN_ADDRESS set"),
        (["--address", "here", "--", "sh"], "address 'here': give host:port or unix:/path"),
        (["--address", "h:1", "--", "no-such-bot"], "'no-such-bot' can't be started: No such file"),
        (["--address", "h:1", "--", "/"], "the bot '/' can't be started: Permission denied"),
    ],
)
def test_bad_usage_says_what_is_wrong(capsys, arguments, words):
    """What can't be used is named, and the status is 2."""
    assert main(arguments) == command.BAD_USAGE
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--address", "h:1"], "command"),
        (["--deals-at-once", "0", "--", "sh"], "'0' is no whole number from 1 to 128"),
        (["--deals-at-once", "x", "--", "sh"], "'x' is no whole number from 1 to 128"),
    ],
)
def test_wrong_options_are_named(capsys, arguments, words):
    """A command line that can't be read is told, with status 2."""
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == command.BAD_USAGE
    assert words in capsys.readouterr().err


def test_it_needs_what_the_light_sdk_needs():
    """The bridge brings in nothing but what the SDK itself brings in."""
    program = (
        "import sys, conquian; before = set(sys.modules); import conquian.bridge.__main__\n"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    foreign = set(shown.stdout.decode().split()) - sys.stdlib_module_names
    assert foreign <= {"conquian", "google"}
