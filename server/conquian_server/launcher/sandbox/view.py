"""What a bot sees of the machine's files: programs and libraries, and nothing that is anybody's."""

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from conquian_server.launcher.tools import find_tool

_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_CONFIGURATION: Final = (
    "alternatives",
    "ca-certificates",
    "fonts",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "maven/logging",
    "maven/m2.conf",
    "mime.types",
    "nsswitch.conf",
    "pki",
    "ssl",
)
_JAVA: Final = "java*"  # Debian's Java has its security settings in /etc/java-17-openjdk and so on
_NETWORK: Final = ("gai.conf", "host.conf", "hosts", "resolv.conf")

_PROGRAMS: Final = ("bin", "sbin")
_SHIMS: Final = "shims"  # of pyenv and its like: scripts that look for the program beside them
_PACKAGES: Final = ("conquian", "conquian_server")
_SITES: Final = ("site-packages", "dist-packages")


def system() -> list[str]:
    """The options that show the system's programs and libraries, and their settings."""
    options = folder("/etc")
    for path in _SYSTEM:
        if os.path.islink(path):
            options += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            options += shown(path)
    java = (path.name for path in Path("/etc").glob(_JAVA))
    return options + settings((*_CONFIGURATION, *java))


def network() -> list[str]:
    """The options that show what names and addresses are looked up with."""
    return settings(_NETWORK)


def settings(names: Iterable[str]) -> list[str]:
    """The options that show some of the system's settings, where there are any."""
    paths = [f"/etc/{name}" for name in names]
    return [word for path in paths for word in ("--ro-bind-try", os.path.realpath(path), path)]


def folder(path: str | Path) -> list[str]:
    """The options that make an empty folder that everybody can enter."""
    return ["--perms", "0755", "--dir", str(path)]


def shown(path: str | Path, *, writable: bool = False) -> list[str]:
    """The options that show a folder in its own place, where nobody need be able to enter it.

    Left to bubblewrap, a folder above it would be as closed as the one outside is.
    """
    option = "--bind" if writable else "--ro-bind"
    return [*folder(Path(path).parent), option, str(path), str(path)]


def folders(paths: Iterable[Path]) -> list[str]:
    """The options that show folders, but for those that are shown with the system's or another."""
    options: list[str] = []
    seen = [Path(path) for path in _SYSTEM]
    for path in sorted({Path(os.path.abspath(path)) for path in paths}):
        if not any(path.is_relative_to(other) for other in seen) and path.exists():
            seen.append(path)
            options += shown(path)
    return options


@cache
def of_python() -> tuple[Path, ...]:
    """The folders of the interpreter that runs this product, with the packages that it finds.

    In a virtual environment the interpreter proper lies elsewhere, and so do the sources of a
    product that is installed to be edited.
    """
    packages = map(find_spec, _PACKAGES)
    places = (Path(spec.origin).parent for spec in packages if spec and spec.origin)
    sites = (Path(entry) for entry in sys.path if Path(entry).name in _SITES)
    return (Path(sys.prefix), Path(sys.base_prefix), *sites, *places)


def of_program(program: str) -> tuple[Path, ...]:
    """The folders of a program that is not the system's, and of what it needs from beside it.

    Only those of a program that the user has on his PATH: by naming another, or by a link to one,
    a bot could choose what it is shown. Each link on the way to the program is followed, and each
    of their folders shown. A folder `bin` shows the folder above it, where the program's libraries
    are, unless that lies right in the user's home, as `~/.local` and `~/.cargo` do: there is more
    in those.
    """
    if program != sys.executable and program != find_tool(os.path.basename(program)):
        return ()
    return tuple(dict.fromkeys(_around(Path(path)) for path in _links(program)))


def of_the_path() -> Iterator[Path]:
    """The folders of all programs on the PATH, with what lies beside them."""
    for entry in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(entry):
            yield _around(Path(entry, "any"))


def _links(path: str) -> Iterator[str]:
    while os.path.islink(path):
        yield path
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
    yield os.path.realpath(path)


def _around(program: Path) -> Path:
    place, above = program.parent, program.parent.parent
    if place.name == _SHIMS or (place.name in _PROGRAMS and above.parent != Path.home()):
        return above if is_apart(above) else place
    return place


def is_apart(path: Path) -> bool:
    """Whether a folder may be shown whole: it neither is nor holds the user's home."""
    return not Path.home().is_relative_to(path)
