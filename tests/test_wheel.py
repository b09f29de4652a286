"""What an installed wheel has: bots, SDKs, protocol and docs, and nothing that tools left."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHIPPED = "conquian_shipped/"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def committed() -> set[str]:
    """The files that are committed to the folders that ship, as they lie in a wheel."""
    command = ["git", "ls-files", "bots", "client_sdk", "docs", "proto"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {SHIPPED + name for name in listed.split("\n") if name}


def test_the_wheel_ships_what_is_committed(wheel: Path) -> None:
    """All that ships is whole, but for tools' hidden folders; no build product comes along."""
    if not (ROOT / ".git").exists():
        pytest.skip("git: this is no checkout")
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if name.startswith(SHIPPED)}
    python_sdk = SHIPPED + "client_sdk/python/"
    wanted = {name for name in committed() if not name.startswith(python_sdk)}
    assert {name for name in wanted if "/." not in name.rpartition("/")[0]} == names


def test_an_installed_wheel_starts_projects(wheel: Path, tmp_path: Path) -> None:
    """Without the checkout, a new project gets its SDK from the wheel, and is told of its docs."""
    target = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target)]
    subprocess.run([*pip, str(wheel)], check=True)
    program = (
        f"import sys; sys.path.insert(0, {str(target)!r});"
        " from conquian_tournaments.cli import main; main()"
    )
    arguments = ["new", "go", str(tmp_path / "fox")]
    command = [sys.executable, "-c", program, *arguments]
    started = subprocess.run(command, check=True, capture_output=True, cwd=tmp_path, text=True)
    assert (tmp_path / "fox" / "sdk" / "go.mod").is_file()
    assert (tmp_path / "fox" / "sdk" / "proto" / "conquian" / "v1" / "cards.proto").is_file()
    guide = target / "conquian_shipped" / "docs" / "bots.md"
    assert f"guide: {guide}\n" in started.stdout
    assert guide.is_file()
