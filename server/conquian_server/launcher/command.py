"""From a manifest to the words and the environment that the operating system gets."""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from conquian_server.launcher.errors import StartError
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.toolchains import advice

_PYTHONS = ("python", "python3")
_WITH_OUR_PYTHON = ("python", "bridge")
"""Languages whose bots' Python is this product's."""

# -P: no file of the bot's folder, which is the working one, stands in for a module of the bridge.
_BRIDGE = (sys.executable, "-P", "-m", "conquian.bridge")

_BUILD_VARIABLES = (
    "HOME",
    "JAVA_HOME",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "GOPATH",
    "GOCACHE",
    "GOPROXY",
    "SSL_CERT_FILE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)
"""What compilers and their package managers can't do without."""


def command_for(manifest: BotManifest) -> tuple[str, ...]:
    """The command that runs a bot: the one place to wrap it, in a sandbox for example.

    Raises:
        StartError: There is no such program.
    """
    command = resolve(manifest, manifest.run)
    if command is None:
        built = " (has the bot been built?)" if manifest.build else ""
        raise StartError(f"{manifest.name}: {missing(manifest.run[0], manifest.folder)}{built}")
    is_bridged = manifest.language == "bridge" and command[: len(_BRIDGE)] != _BRIDGE
    return (*_bridge(manifest), *command) if is_bridged else command


def _bridge(manifest: BotManifest) -> tuple[str, ...]:
    """The bridge that says hello for a bot; the bot's own command follows."""
    says = (f"--name={manifest.name}", f"--bot-version={manifest.version}")
    plays = [f"--ruleset={ruleset}" for ruleset in manifest.rulesets]
    at_once = f"--deals-at-once={manifest.deals_at_once}"
    ready = () if manifest.warm_up_seconds is None else ("--ready",)
    return (*_BRIDGE, *says, *plays, at_once, *ready, "--")


def resolve(manifest: BotManifest, words: Sequence[str]) -> tuple[str, ...] | None:
    """A command of the bot with the full path of its program, or None if there is no such program.

    A Python bot runs with the interpreter that runs this product, because the SDK is installed
    there; the `python3` on the PATH is often another one. So does the bridge that a command names.
    """
    if manifest.language in _WITH_OUR_PYTHON and words[0] in _PYTHONS:
        return (sys.executable, *words[1:])
    if tuple(words[:2]) == ("conquian", "bridge"):
        return (*_BRIDGE, *words[2:])
    program = find_program(words[0], manifest.folder)
    return None if program is None else (program, *words[1:])


def find_program(word: str, folder: Path) -> str | None:
    """The full path of a program: from the bot's folder if the word is a path, else from PATH."""
    return shutil.which(str(folder / word) if os.sep in word else word, path=_path())


def missing(program: str, folder: Path) -> str:
    """Why a program was not found, in words."""
    if os.sep in program:
        return f"there is no executable file {folder / program}"
    return f"the program {program!r} was not found on the PATH; {advice(program)}"


def bot_environment(scratch: Path, address: str, token: str) -> dict[str, str]:
    """Everything that a bot's environment holds; nothing of ours beyond where to dial."""
    return {
        **_basic_environment(scratch),
        "HOME": str(scratch),
        "CONQUIAN_ADDRESS": address,
        "CONQUIAN_TOKEN": token,
    }


def build_environment(scratch: Path) -> dict[str, str]:
    """A build's environment: the user's caches and proxies, but not the rest of what we know."""
    kept = {name: os.environ[name] for name in _BUILD_VARIABLES if name in os.environ}
    return {**_basic_environment(scratch), **kept}


def _basic_environment(scratch: Path) -> dict[str, str]:
    return {
        "PATH": _path(),
        "LANG": "C.UTF-8",
        "TMPDIR": str(scratch),
        # A killed Python bot would take its last, telling lines with it.
        "PYTHONUNBUFFERED": "1",
    }


def _path() -> str:
    return os.environ.get("PATH", os.defpath)
