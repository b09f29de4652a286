"""A build runs in a copy of the bot's folder, once, and its failure shows the end of its log."""

import asyncio
import contextlib
import os
import resource
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest, BuildError, build

MakeBot = Callable[..., BotManifest]
Until = Callable[[Callable[[], bool]], None]
Runs = Callable[[int], bool]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("CONQUIAN_CACHE", str(folder))
    return folder


def test_a_build_runs_in_a_copy(make_bot: MakeBot) -> None:
    """The build command makes its files in a copy, which runs; the bot's folder stays as it is."""
    bot = make_bot("", build=("sh", "-c", "echo made > product"))
    ready = asyncio.run(build(bot))
    assert (ready.folder / "product").read_text() == "made\n"
    assert (ready.folder / "bot.script").is_file()
    assert ready == replace(bot, folder=ready.folder)
    assert not (bot.folder / "product").exists()


def test_the_same_content_is_built_once(make_bot: MakeBot, tmp_path: Path) -> None:
    """A second build of unchanged files does nothing; a changed file is built anew, elsewhere."""
    count = ("sh", "-c", f"echo built >> {tmp_path}/builds")
    bot = make_bot("one", build=count)
    first = asyncio.run(build(bot))
    assert asyncio.run(build(bot)) == first
    (bot.folder / "bot.script").write_text("two")
    assert asyncio.run(build(bot)).folder != first.folder
    assert (tmp_path / "builds").read_text() == "built\n" * 2


def test_a_build_that_was_lost_is_built_again(make_bot: MakeBot) -> None:
    """Where the copy of a finished build has gone out of the cache, it is made anew."""
    bot = make_bot("", build=("sh", "-c", "echo made > product"))
    ready = asyncio.run(build(bot))
    shutil.rmtree(ready.folder)
    assert asyncio.run(build(bot)) == ready
    assert (ready.folder / "product").is_file()


def test_a_failed_build_is_tried_again(make_bot: MakeBot, tmp_path: Path) -> None:
    """What a failed build has left is gone at the next try."""
    script = f"test ! -e left && touch left && test -e {tmp_path}/now"
    bot = make_bot("", build=("sh", "-c", script))
    with pytest.raises(BuildError):
        asyncio.run(build(bot))
    (tmp_path / "now").touch()
    assert (asyncio.run(build(bot)).folder / "left").exists()


def test_a_failed_build_leaves_no_copy(make_bot: MakeBot, cache: Path) -> None:
    """The copy of a build that fails or is given up is removed from the cache."""
    with pytest.raises(BuildError):
        asyncio.run(build(make_bot("", build=("false",))))
    begun = cache / "begun"
    hanging = make_bot("", build=("sh", "-c", f"touch {begun}; sleep 1000"))

    async def give_up() -> None:
        building = asyncio.create_task(build(hanging))
        while not begun.exists():
            await asyncio.sleep(0.005)
        assert list(cache.glob("builds/*/bot"))
        building.cancel()
        with pytest.raises(asyncio.CancelledError):
            await building

    asyncio.run(give_up())
    assert not list(cache.glob("builds/*/bot"))


def test_a_full_disk_is_named_by_what_could_not_be_written(make_bot: MakeBot, cache: Path) -> None:
    """Where a copy finds no room, the error names the copy and not the bot's own file."""
    bot = make_bot("#" * 100_000, build=("true",))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    try:
        with pytest.raises(BuildError, match=rf"can't be built: {cache}/builds/.*/bot\.script: "):
            asyncio.run(build(bot))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_what_a_killed_build_has_left_goes_with_the_next(make_bot: MakeBot, cache: Path) -> None:
    """A copy without an end is removed when its bot is built again; other bots' copies stay."""
    bot = make_bot("", build=("true",))
    left, others = (cache / "builds" / name for name in ("killed", "another"))
    for root, origin in ((left, bot.folder), (others, bot.folder.parent)):
        (root / "bot").mkdir(parents=True)
        (root / "origin").write_text(str(origin))
    ready = asyncio.run(build(bot))
    assert not (left / "bot").exists()
    assert (others / "bot").is_dir()
    assert ready.folder.is_dir()


def test_one_process_builds_at_a_time(make_bot: MakeBot, tmp_path: Path) -> None:
    """Whoever wants the same content at the same time is told to wait, and finds it built."""
    bot = make_bot("", build=("sh", "-c", f"echo built >> {tmp_path}/builds; sleep 0.2"))
    told: list[str] = []

    async def both() -> list[BotManifest]:
        return await asyncio.gather(*[build(bot, tell=told.append) for _ in range(2)])

    one, other = asyncio.run(both())
    assert one == other
    assert told.count("scripted: waiting for another build of it to end") == 1
    assert len(told) == 2
    assert (tmp_path / "builds").read_text() == "built\n"


def test_what_was_fetched_before_does_where_fetching_fails(
    make_bot: MakeBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a network, a changed bot is built from what an earlier version has fetched."""
    monkeypatch.setenv("HOME", str(tmp_path))
    fetch = ("sh", "-c", f"test -e {tmp_path}/network && echo dependency > $HOME/fetched")
    bot = replace(make_bot("one", build=("sh", "-c", "cp $HOME/fetched .")), fetch=fetch)
    with pytest.raises(BuildError, match="the fetch command"):
        asyncio.run(build(bot))
    (tmp_path / "network").touch()
    asyncio.run(build(bot))
    (tmp_path / "network").unlink()
    (bot.folder / "bot.script").write_text("two")
    told: list[str] = []
    ready = asyncio.run(build(bot, tell=told.append))
    assert (ready.folder / "fetched").read_text() == "dependency\n"
    assert "scripted: fetching failed; trying what was fetched before" in told


def test_a_fetch_without_a_build_must_succeed(make_bot: MakeBot) -> None:
    """Where nothing is compiled, what can't be fetched is an error by itself."""
    with pytest.raises(BuildError, match="the fetch command 'false' exited with status 1"):
        asyncio.run(build(replace(make_bot(""), fetch=("false",))))


def test_the_sdk_is_laid_before_the_build(make_bot: MakeBot) -> None:
    """A bot that asks for an SDK finds it, with the protocol, whatever its own folder has there."""
    bot = replace(make_bot("", build=("ls", "sdk")), sdk="go")
    (bot.folder / "sdk").mkdir()
    (bot.folder / "sdk" / "mine").touch()
    sdk = asyncio.run(build(bot)).folder / "sdk"
    assert (sdk / "go.mod").is_file()
    assert (sdk / "proto" / "conquian" / "v1" / "referee.proto").is_file()
    assert not (sdk / "mine").exists()


def test_old_builds_are_dropped(
    make_bot: MakeBot, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a bot's builds the newest three stay, and those that were used in the last week."""
    bot = make_bot("", build=("true",))

    def built(text: str) -> Path:
        (bot.folder / "bot.script").write_text(text)
        return asyncio.run(build(bot)).folder

    folders = [built(text) for text in "abcd"]
    assert all(folder.is_dir() for folder in folders)
    for age, folder in enumerate(reversed(folders)):
        long_ago = time.time() - 30 * 24 * 3600 - age
        os.utime(folder.parent / "done", (long_ago, long_ago))
    newest = built("e")
    assert [folder.is_dir() for folder in folders] == [False, False, True, True]
    assert newest.is_dir()


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


@pytest.mark.skipif(
    not Path("/proc/self/environ").exists() or shutil.which("setsid") is None,
    reason="found by Linux's /proc",
)
@pytest.mark.parametrize("last", ["true", "sleep 1000"])
def test_a_build_leaves_no_process(
    make_bot: MakeBot, tmp_path: Path, until: Until, runs: Runs, last: str
) -> None:
    """A child that leaves a build's process group ends with the build, also with one that hangs."""
    told = tmp_path / "child"
    child = f"setsid sh -c 'echo $$ > {told}.new; mv {told}.new {told}; exec sleep 1000' &"
    wait = f"while ! test -e {told}; do sleep 0.01; done"
    bot = make_bot("", build=("sh", "-c", f"{child} {wait}; {last}"))

    async def use() -> None:
        building = asyncio.create_task(build(bot))
        await asyncio.to_thread(until, told.exists)
        if last != "true":
            building.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await building

    asyncio.run(use())
    until(lambda: not runs(int(told.read_text())))


def test_a_build_sees_no_secret(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the builder's environment only what compilers need gets through."""
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.setenv("GOPROXY", "off")
    bot = make_bot("", build=("sh", "-c", 'echo "[$SECRET] [$GOPROXY]"; exit 1'))
    with pytest.raises(BuildError) as caught:
        asyncio.run(build(bot))
    assert caught.value.log == "[] [off]"


def test_later_versions_find_what_a_build_has_kept(make_bot: MakeBot) -> None:
    """What a build leaves where CONQUIAN_BUILD_CACHE says is there in the next one."""
    script = 'mkdir -p "$CONQUIAN_BUILD_CACHE"; cd "$CONQUIAN_BUILD_CACHE"; echo x >> f; cat f'
    bot = make_bot("one", build=("sh", "-c", f"({script}) > kept"))
    assert (asyncio.run(build(bot)).folder / "kept").read_text() == "x\n"
    (bot.folder / "bot.script").write_text("two")
    assert (asyncio.run(build(bot)).folder / "kept").read_text() == "x\n" * 2
