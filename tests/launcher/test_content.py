"""The content hash follows a bot's own files and nothing else."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest, content_hash
from conquian_server.launcher.shipped import sdk_languages


def hash_of(folder: Path, build: tuple[str, ...] = ()) -> str:
    """The hash of a bot that lives in a folder."""
    return content_hash(BotManifest("x", "1", "any", ("x",), folder, build=build))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small bot's folder."""
    made = tmp_path / "bot"
    (made / "src").mkdir(parents=True)
    (made / "bot.toml").write_text("name")
    (made / "src" / "main.py").write_text("print()")
    return made


def test_a_copy_has_the_same_hash(folder: Path, tmp_path: Path) -> None:
    """The hash depends on neither place nor time."""
    copy = Path(shutil.copytree(folder, tmp_path / "elsewhere", copy_function=shutil.copyfile))
    assert hash_of(copy) == hash_of(folder)
    assert len(hash_of(folder)) == 64


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "bot.toml").write_text("names"),
        lambda folder: (folder / "src" / "main.py").rename(folder / "src" / "other.py"),
        lambda folder: (folder / "src" / "main.py").rename(folder / "main.py"),
        lambda folder: (folder / "empty").touch(),
        lambda folder: (folder / ".env").write_text("x"),
        lambda folder: (folder / "bot.toml").unlink(),
        lambda folder: (folder / "link").symlink_to("bot.toml"),
    ],
)
def test_any_change_of_the_files_changes_the_hash(
    folder: Path, change: Callable[[Path], object]
) -> None:
    """Contents, names, places, new files and links all count."""
    before = hash_of(folder)
    change(folder)
    assert hash_of(folder) != before


def test_moving_bytes_between_files_changes_the_hash(tmp_path: Path) -> None:
    """Names and contents don't run together."""
    one, two = tmp_path / "one", tmp_path / "two"
    for made, files in ((one, {"a": "bc", "d": ""}), (two, {"a": "b", "d": "c"})):
        made.mkdir()
        for name, text in files.items():
            (made / name).write_text(text)
    assert hash_of(one) != hash_of(two)


@pytest.mark.parametrize("name", ["__pycache__", ".git", "node_modules", "target", ".venv"])
def test_what_tools_leave_beside_the_sources_does_not_count(folder: Path, name: str) -> None:
    """Caches, dependencies and hidden folders leave the hash alone, at any depth."""
    before = hash_of(folder)
    for parent in (folder, folder / "src"):
        (parent / name).mkdir()
        (parent / name / "file").write_text("x")
    assert hash_of(folder) == before


def test_links_are_not_followed(folder: Path, tmp_path: Path) -> None:
    """What a link leads to, file or folder or loop, is not part of the bot; where it leads is."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("one")
    (folder / "file").symlink_to(outside / "secret")
    (folder / "folder").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    before = hash_of(folder)
    (outside / "secret").write_text("two")
    assert hash_of(folder) == before
    (folder / "file").unlink()
    (folder / "file").symlink_to(outside / "other")
    assert hash_of(folder) != before


def test_a_link_differs_from_a_file_that_holds_its_target(folder: Path) -> None:
    """A link can't be exchanged for a file of the same bytes."""
    (folder / "x").symlink_to("bot.toml")
    linked = hash_of(folder)
    (folder / "x").unlink()
    (folder / "x").write_text("bot.toml")
    assert hash_of(folder) != linked


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    """A named pipe in the folder counts by its name and is not opened."""
    before = hash_of(folder)
    os.mkfifo(folder / "pipe")
    assert hash_of(folder) != before


def test_what_a_build_makes_does_not_count(folder: Path) -> None:
    """What its .gitignore names is left out of a bot that is built, but not of one that is not."""
    (folder / ".gitignore").write_text("/out/\n*.o\n")
    built, as_it_is = hash_of(folder, build=("make",)), hash_of(folder)
    for product in (folder / "out" / "bot", folder / "src" / "main.o"):
        product.parent.mkdir(exist_ok=True)
        product.write_text("x")
    assert hash_of(folder, build=("make",)) == built
    assert hash_of(folder) != as_it_is


def test_the_sdk_counts(folder: Path) -> None:
    """A bot that asks for an SDK is another bot with another SDK, and than without one."""
    bot = BotManifest("x", "1", "go", ("x",), folder)
    hashes = {content_hash(replace(bot, sdk=sdk)) for sdk in (None, *sdk_languages())}
    assert len(hashes) == 1 + len(sdk_languages())


@pytest.mark.parametrize("make", [os.mkfifo, lambda file: file.symlink_to("/dev/zero")])
def test_an_ignore_file_that_is_none_names_nothing(
    folder: Path, make: Callable[[Path], object]
) -> None:
    """A .gitignore that is a pipe or a link is not read: it might never end."""
    make(folder / ".gitignore")
    assert hash_of(folder, build=("make",)) == hash_of(folder)
