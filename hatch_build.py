"""What the wheel has beside the packages: bots, SDKs, protocol, docs; compiled rules, if wanted.

Only wheels proper: an editable install has the checkout, and compiled modules would hide what is
edited there.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from pathspec import GitIgnoreSpec

_SHIPPED = "conquian_shipped"
_SHIPPED_FOLDERS = ("bots", "client_sdk", "docs", "proto")
_NOT_SHIPPED = {"__pycache__", "node_modules", "target"}

# The modules that run at every decision. The others take whatever they are given and must say in
# their own words what is wrong with it, where compiled code would raise a bare TypeError.
_MODULES = ("cards", "legal", "melds", "moves", "observation", "position", "state")
_COMPILE = """
import sys
from mypyc.build import mypycify
from setuptools import setup

target, *modules = sys.argv[1:]
sys.argv = ["setup.py", "build_ext", "--build-lib", target, "--build-temp", target + "-objects"]
setup(name="rules", packages=[], ext_modules=mypycify(modules, opt_level="3"))
"""


class Wheel(BuildHookInterface[Any]):
    """Adds what ships as sources, and compiles the rules with mypyc if CONQUIAN_COMPILE is 1."""

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: the compiler, only where it is asked for."""
        return ["mypy>=1.14", "setuptools"] if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the sources that ship, and what came out of compiling beside the modules."""
        if version != "standard":
            return
        for name in _SHIPPED_FOLDERS:
            build_data["force_include"].update(_shipped(Path(self.root), name))
        if not _wanted():
            return
        self._scratch = tempfile.TemporaryDirectory()
        target = Path(self._scratch.name, "lib")
        self._compile(target)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for built in target.rglob("*.so"):
            build_data["force_include"][str(built)] = str(built.relative_to(target))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled; the wheel has it."""
        if hasattr(self, "_scratch"):
            self._scratch.cleanup()

    def _compile(self, target: Path) -> None:
        modules = [f"conquian_server/rules/{name}.py" for name in _MODULES]
        subprocess.run(
            [sys.executable, "-c", _COMPILE, str(target), *modules],
            cwd=Path(self.root, "server"),
            env={**os.environ, "MYPYPATH": "."},
            check=True,
        )


def _wanted() -> bool:
    return os.environ.get("CONQUIAN_COMPILE") == "1"


def _shipped(root: Path, name: str) -> Iterator[tuple[str, str]]:
    """The files of a folder of the checkout, and where they come to lie in the wheel."""
    ignored = [(root, _ignored(root)), *((at, _ignored(at)) for at in (root / name).iterdir())]
    for folder, folders, files in os.walk(root / name):
        folders[:] = [each for each in folders if each not in _NOT_SHIPPED and each[0] != "."]
        for file in files:
            path = Path(folder, file)
            place = path.relative_to(root).as_posix()
            is_python_sdk = place.startswith("client_sdk/python/")  # a package of the wheel
            if not is_python_sdk and not any(
                path.is_relative_to(at) and spec.match_file(path.relative_to(at))
                for at, spec in ignored
            ):
                yield str(path), f"{_SHIPPED}/{place}"


def _ignored(folder: Path) -> GitIgnoreSpec:
    file = folder / ".gitignore"
    return GitIgnoreSpec.from_lines(file.read_text().splitlines() if file.is_file() else [])
