"""SDKs of other languages, laid out as a bot gets them."""

import filecmp
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest
from conquian_server.launcher.content import SDK, source_files


def laid(language: str, purpose: str) -> Path:
    """The SDK's own folder, as a build lays it; what has not changed is left for the compilers."""
    folder = Path(os.environ["CONQUIAN_CACHE"]) / purpose / language
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


def run(command: str, folder: Path) -> None:
    """Run a command that must end well; skip where its program is missing."""
    program = command.split(maxsplit=1)[0]
    if shutil.which(program, path=f"{folder}{os.pathsep}{os.environ['PATH']}") is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
