"""A new project is a whole bot under its own name, or nothing."""

from pathlib import Path

import pytest
from conquian_server.launcher import content_hash, read_manifest
from conquian_server.launcher.starter import StarterError, starter_languages, write_starter

LANGUAGES = starter_languages()


def test_every_sdk_and_the_bridge_have_a_starter() -> None:
    """There is one for Python, for each SDK, and for bots without one."""
    assert {"python", "go", "typescript", "rust", "java", "cpp"} <= set(LANGUAGES)
    assert {"awk", "perl", "bridge"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_project_is_whole(language: str, tmp_path: Path) -> None:
    """It has its manifest, its README, its SDK where it needs one, and nobody else's name."""
    bot = write_starter(language, tmp_path / "swift-fox")
    assert (bot.name, bot.sdk, bot.authors) == ("swift-fox", None, ())
    readme = (bot.folder / "README.md").read_text()
    assert readme.startswith("# swift-fox\n")
    own = [path for path in bot.folder.rglob("*") if path.is_file() and "sdk" not in path.parts]
    assert not [path for path in own if f"greedy-{language}" in path.read_text()]
    if bot.language in ("python", "bridge"):
        assert not (bot.folder / "sdk").exists()
    else:
        assert (bot.folder / "sdk" / "README.md").is_file()
        assert (bot.folder / "sdk" / "proto" / "conquian" / "v1" / "referee.proto").is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_project_depends_on_nothing_but_itself(language: str, tmp_path: Path) -> None:
    """Its content is the same wherever it lies, and no link leads out of it."""
    one, other = (write_starter(language, tmp_path / at / "bot") for at in ("a", "b"))
    assert content_hash(one) == content_hash(other)
    assert not [path for path in one.folder.rglob("*") if path.is_symlink()]


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    """A folder that is there already is filled if it is empty."""
    (tmp_path / "mine").mkdir()
    assert write_starter("python", tmp_path / "mine").name == "mine"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A folder with anything in it stays as it is, and nothing is left beside it."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note").write_text("x")
    with pytest.raises(StarterError, match="has something in it already"):
        write_starter("python", tmp_path / "mine")
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "note"]


@pytest.mark.parametrize("name", ["Mine", "my bot", "-x", "x-", "a--b", "7up", "a" * 41, "é", ""])
def test_a_name_must_do_everywhere(tmp_path: Path, name: str) -> None:
    """A name that some ecosystem would refuse for a package is refused first."""
    with pytest.raises(StarterError, match="give another with --name"):
        write_starter("python", tmp_path / "x", name)
    assert not (tmp_path / "x").exists()


def test_an_unknown_language(tmp_path: Path) -> None:
    """The error lists the languages that there are."""
    with pytest.raises(StarterError, match="no starter for 'cobol'; there are python, "):
        write_starter("cobol", tmp_path / "x")


def test_the_name_may_differ_from_the_folder(tmp_path: Path) -> None:
    """A given name is the bot's, whatever the folder is called."""
    write_starter("python", tmp_path / "Some Folder", "fox")
    assert read_manifest(tmp_path / "Some Folder").name == "fox"
