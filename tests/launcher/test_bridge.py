"""Bridged bots are started with the bridge in front of them."""

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from conquian_server.launcher import BotManifest, StartError, command_for

MakeBot = Callable[..., BotManifest]

BRIDGE = (sys.executable, "-P", "-m", "conquian.bridge")


def options_and_command(command: tuple[str, ...]) -> tuple[set[str], tuple[str, ...]]:
    """The bridge's options, and the command that it starts."""
    assert command[: len(BRIDGE)] == BRIDGE
    middle = command.index("--")
    return set(command[len(BRIDGE) : middle]), command[middle + 1 :]


def test_the_bridge_says_what_the_manifest_says(make_bot: MakeBot) -> None:
    """What the hello holds comes from bot.toml, and the bot's own command comes last."""
    bot = replace(make_bot("", language="bridge"), rulesets=("hoyle",), deals_at_once=8)
    options, command = options_and_command(command_for(bot))
    assert options == {
        "--name=scripted",
        "--bot-version=1",
        "--ruleset=hoyle",
        "--deals-at-once=8",
    }
    assert command[0].endswith("/sh")
    assert command[1:] == ("bot.script",)


def test_who_asks_for_a_warm_up_says_when_it_is_over(make_bot: MakeBot) -> None:
    """The bridge waits for `ready` of a bot whose bot.toml has `warm_up_seconds`."""
    bot = replace(make_bot("", language="bridge"), warm_up_seconds=5.0)
    options, _ = options_and_command(command_for(bot))
    assert "--ready" in options


def test_a_bridged_python_bot_runs_with_our_python(make_bot: MakeBot) -> None:
    """`python3` is the interpreter of this product, as for bots with the SDK."""
    bot = replace(make_bot("", language="bridge"), run=("python3", "-S", "bot.py"))
    _, command = options_and_command(command_for(bot))
    assert command == (sys.executable, "-S", "bot.py")


@pytest.mark.parametrize("language", ["bridge", "perl"])
def test_a_bridge_that_is_named_is_not_bridged_again(make_bot: MakeBot, language: str) -> None:
    """A command that begins with `conquian bridge` stays as it is, with the bridge of ours."""
    run = ("conquian", "bridge", "--history", "--", "perl", "bot.pl")
    bot = replace(make_bot("", language=language), run=run)
    options, command = options_and_command(command_for(bot))
    assert options == {"--history"}
    assert command == ("perl", "bot.pl")


def test_a_missing_language_is_told_before_the_start(make_bot: MakeBot) -> None:
    """A bridged bot whose program is not there is told as any other's."""
    bot = replace(make_bot("", language="bridge"), run=("no-such-language", "bot"))
    with pytest.raises(StartError, match="the program 'no-such-language' was not found"):
        command_for(bot)
