"""A build runs in the bot's folder, and its failure shows the end of its log."""

import asyncio
from collections.abc import Callable

import pytest
from conquian_server.launcher import BotManifest, BuildError, build

MakeBot = Callable[..., BotManifest]


def test_a_build_runs_in_the_folder(make_bot: MakeBot) -> None:
    """The build command makes its files where the bot lives."""
    bot = make_bot("", build=("sh", "-c", "echo made > product"))
    asyncio.run(build(bot))
    assert (bot.folder / "product").read_text() == "made\n"


def test_a_bot_without_a_build_command_has_nothing_to_do(make_bot: MakeBot) -> None:
    """No command, no process, no change."""
    bot = make_bot("")
    before = list(bot.folder.iterdir())
    asyncio.run(build(bot))
    assert list(bot.folder.iterdir()) == before


def test_a_failed_build_shows_both_outputs_and_the_status(make_bot: MakeBot) -> None:
    """The error names the bot, its command and its status, and holds the end of the log."""
    bot = make_bot("", build=("sh", "-c", "echo compiling; echo line 3: oops >&2; exit 7"))
    with pytest.raises(BuildError) as caught:
        asyncio.run(build(bot))
    assert caught.value.log == "compiling\nline 3: oops"
    assert "scripted: the build command" in str(caught.value)
    assert "exited with status 7" in str(caught.value)
    assert "line 3: oops" in str(caught.value)


def test_a_missing_compiler_is_named(make_bot: MakeBot) -> None:
    """A build whose program is not installed says which one."""
    with pytest.raises(BuildError, match="'no-such-compiler' was not found"):
        asyncio.run(build(make_bot("", build=("no-such-compiler",))))


def test_a_build_that_hangs_is_ended(make_bot: MakeBot) -> None:
    """A build has a limit, after which its whole group is ended and the log so far is shown."""
    bot = make_bot("", build=("sh", "-c", "echo begun; sleep 1000"))
    with pytest.raises(BuildError, match="took more than"):
        asyncio.run(build(bot, most_seconds=0.3))


def test_a_build_sees_no_secret(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the builder's environment only what compilers need gets through."""
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.setenv("GOPROXY", "off")
    bot = make_bot("", build=("sh", "-c", 'echo "[$SECRET] [$GOPROXY]"; exit 1'))
    with pytest.raises(BuildError) as caught:
        asyncio.run(build(bot))
    assert caught.value.log == "[] [off]"
