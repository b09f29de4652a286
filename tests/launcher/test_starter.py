"""A new project is a whole bot under its own name, or nothing."""

import contextlib
import re
from pathlib import Path

import pytest
from conquian_server.launcher import content_hash, read_manifest, starter
from conquian_server.launcher.starter import StarterError, starter_languages, write_starter

LANGUAGES = starter_languages()
GUIDE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`[a-z`, ]+`) \| [^|]+ \| (`[^|]+`) \| \[", GUIDE, re.M)


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


def test_the_guide_names_each_file_to_change(tmp_path: Path) -> None:
    """docs/bots.md has all starters, each with a file that it has."""
    pairs = [
        pair
        for languages, files in ROWS
        for pair in zip(_quoted(languages), _quoted(files), strict=True)
    ]
    assert sorted(language for language, _ in pairs) == sorted(LANGUAGES)
    for language, file in pairs:
        assert (write_starter(language, tmp_path / language, "fox").folder / file).is_file()


def _quoted(cell: str) -> list[str]:
    return re.findall("`(.+?)`", cell)


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


def test_a_folder_that_is_there_is_filled_where_it_is(tmp_path: Path) -> None:
    """Nothing beside an empty folder is needed: it may be a mount, or its parent closed to us."""
    folder = tmp_path / "mine"
    folder.mkdir()
    before = folder.stat().st_ino
    tmp_path.chmod(0o500)
    try:
        write_starter("python", folder)
    finally:
        tmp_path.chmod(0o700)
    assert folder.stat().st_ino == before
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "bot.py", "bot.toml"]


@pytest.mark.parametrize("is_there", [False, True])
def test_two_at_once_do_not_mix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    """Of two projects that are written into one folder at a time, one is whole there."""
    folder = tmp_path / "mine"
    if is_there:
        folder.mkdir()
    copy_files = starter.copy_files

    def meanwhile(*arguments: object) -> None:
        monkeypatch.setattr(starter, "copy_files", copy_files)
        with contextlib.suppress(StarterError):
            write_starter("awk", folder)
        copy_files(*arguments)  # type: ignore[arg-type] # as they came

    monkeypatch.setattr(starter, "copy_files", meanwhile)
    with contextlib.suppress(StarterError):
        write_starter("python", folder)
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    assert names in ([], ["README.md", "bot.awk", "bot.toml"], ["README.md", "bot.py", "bot.toml"])
    assert not list(tmp_path.rglob(".conquian-new-*"))


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """A project is not written over a file."""
    (tmp_path / "mine").write_text("x")
    with pytest.raises(StarterError, match="is no folder"):
        write_starter("python", tmp_path / "mine")
