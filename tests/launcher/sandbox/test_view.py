"""What is shown of a program: what it needs from beside it, and nothing of a home."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_server.launcher.sandbox import view


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the user."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], str]:
    """Give a function that makes a program, and puts its folder on the PATH."""

    def make(path: Path) -> str:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)
        monkeypatch.setenv("PATH", str(path.parent))
        return str(path)

    return make


Program = Callable[[Path], str]


def test_a_program_in_bin_shows_what_lies_beside_bin(
    home: Path, tmp_path: Path, program: Program
) -> None:
    """An interpreter's libraries are beside its bin."""
    assert view.of_program(program(tmp_path / "go" / "bin" / "go")) == (tmp_path / "go",)


def test_any_other_program_shows_its_folder(home: Path, tmp_path: Path, program: Program) -> None:
    """A program that lies anywhere is shown with the files beside it."""
    assert view.of_program(program(tmp_path / "tools" / "run")) == (tmp_path / "tools",)


@pytest.mark.parametrize("settings", [".local", ".cargo", "go"])
def test_a_bin_in_the_home_shows_no_more(home: Path, settings: str, program: Program) -> None:
    """Beside ~/.cargo/bin lie credentials."""
    found = view.of_program(program(home / settings / "bin" / "tool"))
    assert found == (home / settings / "bin",)


def test_a_bin_right_in_the_home_does_not_show_the_home(home: Path, program: Program) -> None:
    """The folder above ~/bin is the home."""
    assert view.of_program(program(home / "bin" / "tool")) == (home / "bin",)


def test_shims_show_the_versions_that_they_choose_from(home: Path, program: Program) -> None:
    """A shim of pyenv looks for the program in the folders beside its own."""
    found = view.of_program(program(home / ".pyenv" / "shims" / "python3"))
    assert found == (home / ".pyenv",)


def test_links_are_followed_one_by_one(
    home: Path, tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link, what it points to and so on are all needed to find the program."""
    target = Path(program(tmp_path / "jdk-17" / "bin" / "java"))
    (tmp_path / "alternatives").mkdir()
    (tmp_path / "alternatives" / "java").symlink_to(target)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").symlink_to("../alternatives/java")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    found = view.of_program(str(tmp_path / "bin" / "java"))
    assert tmp_path / "alternatives" in found
    assert tmp_path / "jdk-17" in found


def test_a_program_that_is_not_on_the_path_shows_nothing(
    home: Path, tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot can't choose what it is shown by naming a program there, or by a link to one."""
    secret = program(tmp_path / "secrets" / "bin" / "tool")
    link = tmp_path / "bot" / "tool"
    link.parent.mkdir()
    link.symlink_to(secret)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert view.of_program(secret) == ()
    assert view.of_program(str(link)) == ()


def test_a_home_is_no_folder_of_a_bot(home: Path) -> None:
    """A folder that holds the user's home can't be shown; one inside can."""
    assert not view.is_apart(home)
    assert not view.is_apart(home.parent)
    assert not view.is_apart(Path("/"))
    assert view.is_apart(home / "bots" / "mine")


def test_folders_inside_others_are_shown_once(tmp_path: Path) -> None:
    """What the system's folders or an outer folder show already is not shown again."""
    inner = tmp_path / "inner"
    inner.mkdir()
    options = view.folders([inner, tmp_path, Path("/usr/lib"), tmp_path / "missing"])
    assert options.count("--ro-bind") == 1
    assert options[-2:] == [str(tmp_path), str(tmp_path)]
