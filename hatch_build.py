"""Builds a wheel in which the inner modules of the rules are machine code, where it is asked for.

Only wheels proper: in an editable install the compiled module would hide what is edited.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

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


class CompiledRules(BuildHookInterface[Any]):
    """Compiles the rules' inner modules with mypyc if CONQUIAN_COMPILE is 1."""

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: the compiler, only where it is asked for."""
        return ["mypy>=1.14", "setuptools"] if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add what came out beside the sources."""
        if version != "standard" or not _wanted():
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
