"""The system's tools that start bots, by their full paths.

A name alone would be looked up where a bot lies, if the user's PATH has such an entry; and what is
found there would run with our rights.
"""

import os
import shutil
from typing import Final

_SYSTEM: Final = "/usr/bin:/bin"


def find_tool(name: str) -> str | None:
    """A tool that runs outside of the sandbox, None where it is missing.

    It is looked for on the PATH, but for entries that mean another folder wherever one is.
    """
    entries = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, entries)))


def find_inner_tool(name: str) -> str | None:
    """A tool that runs inside, before the command does; there it must be the system's own."""
    return shutil.which(name, path=_SYSTEM)


def tool(name: str) -> str:
    """A tool that runs outside; its name alone where it is missing, which fails at the start."""
    return find_tool(name) or name


def inner_tool(name: str) -> str:
    """A tool that runs inside; likewise."""
    return find_inner_tool(name) or name
