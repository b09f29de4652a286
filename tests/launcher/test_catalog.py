"""What a user types finds the bot that is meant, or says why there is none."""

from pathlib import Path

import pytest
from conquian_server.launcher import BotNotFound, ManifestError, find_bot, shipped, shipped_bots


def write_bot(folder: Path, name: str) -> Path:
    """A bot's folder with the least manifest."""
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text(
        f'name = "{name}"\nversion = "1"\nlanguage = "python"\nrun = "python3 bot.py"\n'
    )
    return folder


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, in a world where two bots ship with the product."""
    packages = tmp_path / "checkout" / "server"
    monkeypatch.setattr(shipped, "_PACKAGES", packages)
    monkeypatch.setattr(shipped, "_SHIPPED", packages / "conquian_shipped")
    (tmp_path / "checkout" / "client_sdk").mkdir(parents=True)
    write_bot(tmp_path / "checkout" / "bots" / "greedy", "greedy")
    write_bot(tmp_path / "checkout" / "bots" / "careful", "careful")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def test_a_shipped_bot_is_found_by_its_name() -> None:
    """The name of a shipped bot is enough."""
    assert shipped_bots() == ("careful", "greedy")
    manifest = find_bot("greedy")
    assert manifest.name == "greedy"
    assert not manifest.from_command


def test_an_installed_wheel_finds_its_bots_beside_the_packages(tmp_path: Path) -> None:
    """Where bots lie as package data, those are the shipped ones."""
    data = tmp_path / "checkout" / "server" / "conquian_shipped"
    write_bot(data / "bots" / "packed", "packed")
    (data / "client_sdk").mkdir()
    assert shipped_bots() == ("packed",)
    assert find_bot("packed").folder.parent == (data / "bots").resolve()


def test_a_folder_is_found_by_its_path(here: Path) -> None:
    """A relative or an absolute path to a folder with a manifest is a bot."""
    write_bot(here / "mine", "my-own")
    assert find_bot("mine") == find_bot("./mine") == find_bot(str(here / "mine"))
    assert find_bot("mine").folder == (here / "mine").resolve()


def test_a_shipped_name_wins_over_a_folder_unless_it_is_a_path(here: Path) -> None:
    """A folder of the current directory can't silently replace a shipped bot."""
    write_bot(here / "greedy", "impostor")
    assert find_bot("greedy").name == "greedy"
    assert find_bot("./greedy").name == "impostor"


def test_a_folder_without_a_manifest_is_told_what_to_do(here: Path) -> None:
    """A folder is never taken for something else than a bot's folder."""
    (here / "empty").mkdir()
    with pytest.raises(ManifestError, match="write one into the bot's folder"):
        find_bot("empty")


@pytest.mark.parametrize(
    ("command", "name", "language"),
    [
        ("python3 my_bot.py --depth 3", "my_bot", "python"),
        ("sh 'my bot.sh'", "my-bot", "any"),
        ("sh -c true", "sh", "any"),
    ],
)
def test_a_quoted_command_is_an_anonymous_bot(
    here: Path, command: str, name: str, language: str
) -> None:
    """A command runs in the current folder and is called by its script, or by its program."""
    (here / "my_bot.py").touch()
    (here / "my bot.sh").touch()
    manifest = find_bot(command)
    assert (manifest.name, manifest.language) == (name, language)
    assert manifest.folder == here
    assert manifest.from_command


def test_an_executable_file_is_a_command_of_one_word(here: Path) -> None:
    """The path of an executable file needs no quotes and no manifest."""
    (here / "bot").write_text("#!/bin/sh\n")
    (here / "bot").chmod(0o755)
    assert find_bot("./bot").run == find_bot("bot").run == (str(here / "bot"),)


def test_a_script_that_is_not_executable_is_told_how_to_run_it(here: Path) -> None:
    """The commonest mistake gets the command that was meant."""
    (here / "bot.py").touch()
    with pytest.raises(BotNotFound, match=r'"python3 bot\.py"'):
        find_bot("bot.py")


@pytest.mark.parametrize("text", ["gredy", "", "   ", "no/such/folder", "x" * 5000, "a\0b"])
def test_what_names_nothing_is_repeated_with_the_shipped_bots(text: str) -> None:
    """The error names what was looked for and what there is."""
    with pytest.raises(BotNotFound) as caught:
        find_bot(text)
    assert repr(text) in str(caught.value)
    assert "careful, greedy" in str(caught.value)


@pytest.mark.parametrize("program", ["no-such-program", "./missing", "/no/such/program"])
def test_a_command_without_its_program_is_refused_by_name(program: str) -> None:
    """A program that does not exist is named before anything starts."""
    with pytest.raises(BotNotFound, match=program):
        find_bot(f"{program} --fast")


def test_an_open_quote_is_told() -> None:
    """A command that no shell could split is refused in words."""
    with pytest.raises(BotNotFound, match="split into words"):
        find_bot("python3 'bot.py")
