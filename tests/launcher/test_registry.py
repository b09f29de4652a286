"""The user's registry of bots: names for folders, and whether those have changed."""

import json
import os
import threading
from pathlib import Path

import pytest
from conquian_server.launcher import (
    Content,
    ManifestError,
    Registry,
    RegistryError,
    content_hash,
    find_bot,
    read_manifest,
    registry,
)

MANIFEST = 'name = "{name}"\nversion = "1"\nlanguage = "python"\nrun = "python3 bot.py"\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home of the registry, and an empty current folder."""
    monkeypatch.setenv("CONQUIAN_HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "home"


@pytest.fixture
def bots() -> Registry:
    """The user's registry."""
    return Registry.of_user()


def _bot(folder: str, name: str = "mine") -> Path:
    path = Path(folder)
    path.mkdir(parents=True)
    (path / "bot.toml").write_text(MANIFEST.format(name=name))
    return path


def test_a_registered_name_means_its_folder(bots: Registry) -> None:
    """A bot is found by the name that it was registered under, from every folder."""
    added = bots.add(_bot("a"), None, reserved=())
    assert added.name == "mine"
    assert added.content == content_hash(read_manifest(Path("a")))
    os.chdir("/")
    assert bots.bots() == {"mine": added}
    assert find_bot("mine").folder == added.folder


def test_a_bot_is_called_as_it_is_registered(bots: Registry) -> None:
    """Under a name of the user's own a bot goes by that name, so that two versions differ."""
    bots.add(_bot("a"), "mine-2", reserved=())
    assert find_bot("mine-2").name == "mine-2"
    assert find_bot("./a").name == "mine"


def test_a_registered_name_wins_over_a_folder_here(bots: Registry) -> None:
    """A folder of the current directory can't silently replace a registered bot."""
    bots.add(_bot("a", "x"), "b", reserved=())
    _bot("b", "impostor")
    assert find_bot("b").folder == Path("a").resolve()
    assert find_bot("./b").name == "impostor"


def test_no_registry_is_an_empty_one(bots: Registry, home: Path) -> None:
    """Nothing is made by looking."""
    assert bots.bots() == {}
    assert not home.exists()


def test_what_has_become_of_a_folder(bots: Registry) -> None:
    """A bot is unchanged, changed, or missing; adding it again takes the change."""
    added = bots.add(_bot("a"), None, reserved=())
    assert added.check() is Content.UNCHANGED
    Path("a/bot.py").write_text("print()\n")
    assert bots.bots()["mine"].check() is Content.CHANGED
    assert bots.add(Path("a"), None, reserved=()).check() is Content.UNCHANGED
    Path("a").rename("b")
    assert bots.bots()["mine"].check() is Content.MISSING


def test_remove_forgets_the_name_alone(bots: Registry) -> None:
    """The folder of a removed bot stays; a name that is not registered is told with the others."""
    bots.add(_bot("a"), None, reserved=())
    bots.add(_bot("b"), "other", reserved=())
    bots.remove("mine")
    assert list(bots.bots()) == ["other"]
    assert Path("a/bot.toml").exists()
    with pytest.raises(
        RegistryError, match=r"no bot 'mine' is registered; registered bots: other$"
    ):
        bots.remove("mine")


@pytest.mark.parametrize("name", ["", "a b", "a/b", '"a"', "é", "n" * 65, "-a", ".a", "\0"])
def test_names_are_those_of_manifests(bots: Registry, home: Path, name: str) -> None:
    """A name that no `bot.toml` could have is refused, and nothing is written."""
    with pytest.raises(RegistryError, match=r"^--name: .* must be 1 to 64 characters"):
        bots.add(_bot("a"), name, reserved=())
    assert not home.exists()


def test_names_that_are_taken(bots: Registry) -> None:
    """A shipped bot's name, and that of another folder, can't be given."""
    bots.add(_bot("a"), None, reserved=("greedy",))
    with pytest.raises(RegistryError, match=r"mine is registered already, in .*/a;"):
        bots.add(_bot("b"), None, reserved=("greedy",))
    with pytest.raises(RegistryError, match="greedy is the name of a shipped bot"):
        bots.add(Path("b"), "greedy", reserved=("greedy",))
    assert list(bots.bots()) == ["mine"]


def test_no_bot_is_not_registered(bots: Registry, home: Path) -> None:
    """A folder without a good manifest is refused as everywhere."""
    with pytest.raises(ManifestError, match=r"bot\.toml"):
        bots.add(Path("nothing"), None, reserved=())
    assert not home.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"bots": 3}',
        '{"bots": {"a": {}}}',
        '{"bots": {"a b": {"folder": "/", "content": ""}}}',
        "[" * 100_000,
        "\udc80",
    ],
)
def test_a_damaged_registry_is_named(bots: Registry, home: Path, text: str) -> None:
    """A file that is no registry is an error with its path, and is left as it is."""
    home.mkdir()
    bots.path.write_text(text, errors="surrogateescape")
    before = bots.path.read_bytes()
    for look in (bots.bots, lambda: find_bot("a"), lambda: bots.remove("a")):
        with pytest.raises(RegistryError, match=r"bots\.json: is not a registry of bots"):
            look()
    assert bots.path.read_bytes() == before


def test_a_home_that_can_not_be_made(bots: Registry, home: Path) -> None:
    """Where the file can't be written, that is said with its path."""
    home.write_text("a file")
    with pytest.raises(RegistryError, match=r"bots\.json: can't be written: "):
        bots.add(_bot("a"), None, reserved=())


def test_a_failed_write_leaves_the_old_file(
    bots: Registry, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is replaced whole or not at all, and nothing is left beside it."""
    bots.add(_bot("a"), None, reserved=())

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(registry.os, "replace", fail)
    with pytest.raises(RegistryError, match="No space left"):
        bots.remove("mine")
    assert list(json.loads(bots.path.read_text())["bots"]) == ["mine"]
    assert [path.name for path in home.iterdir()] == ["bots.json"]


def test_programs_that_add_at_once(bots: Registry) -> None:
    """What one program adds is not lost to another that adds at the same time."""
    names = [f"bot-{number}" for number in range(16)]
    _bot("a")
    adding = [
        threading.Thread(target=Registry(bots.path).add, args=(Path("a"), name, ()))
        for name in names
    ]
    for thread in adding:
        thread.start()
    for thread in adding:
        thread.join()
    assert sorted(bots.bots()) == sorted(names)


def test_where_the_registry_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """CONQUIAN_HOME, else the folder for users' data, else the usual one; no relative one."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert Registry.of_user().path == tmp_path / "home" / "bots.json"
    monkeypatch.delenv("CONQUIAN_HOME")
    assert Registry.of_user().path == tmp_path / "data" / "conquian" / "bots.json"
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    usual = tmp_path / ".local" / "share" / "conquian" / "bots.json"
    assert Registry.of_user().path == usual
