"""The SDKs of other languages pass their own tests and linters, laid out as a bot gets them."""

import filecmp
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest
from conquian_server.launcher.content import SDK, source_files
from conquian_server.launcher.shipped import sdk_languages

COMMANDS = {
    "cpp": ("cmake -B build", "cmake --build build", "ctest --test-dir build --output-on-failure"),
    "go": ("test -z $(gofmt -l .)", "go vet ./...", "go test ./..."),
    "java": ("mvn --batch-mode --quiet test",),
    "rust": ("cargo fmt --check", "cargo clippy --locked -- -D warnings", "cargo test --locked"),
    "typescript": ("npm ci --ignore-scripts", "npm test"),
}


def laid(language: str, folder: Path) -> Path:
    """The SDK's own folder, as a build lays it; what has not changed is left for the compilers."""
    nothing = folder / "no-bot"
    nothing.mkdir(parents=True, exist_ok=True)
    bot = BotManifest("none", "1", language, ("none",), nothing, sdk=language)
    files = source_files(bot)
    listed = folder / "laid"
    before = set(listed.read_text().splitlines()) if listed.exists() else set()
    for gone in before - set(map(str, files)):
        (folder / gone).unlink(missing_ok=True)
    listed.write_text("\n".join(map(str, files)))
    for place, path in files.items():
        copy = folder / place
        if not (copy.is_file() and filecmp.cmp(path, copy, shallow=False)):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
    return folder / SDK


def test_every_sdk_is_tested() -> None:
    """There is no SDK whose tests are not run here."""
    assert sorted(COMMANDS) == list(sdk_languages())


@pytest.mark.parametrize("language", COMMANDS)
def test_an_sdk_passes_its_own_tests(language: str) -> None:
    """Its unit tests and linters end with status 0."""
    folder = laid(language, Path(os.environ["CONQUIAN_CACHE"]) / "sdk-tests" / language)
    for command in COMMANDS[language]:
        program = command.split()[0]
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
        done = subprocess.run(
            ["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
