"""The sandbox that a stranger's bot is built in: with the network to fetch, without it to build."""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from conquian_server.launcher.cache import BUILD_CACHE, build_cache
from conquian_server.launcher.sandbox import view
from conquian_server.launcher.sandbox.identity import BUILDER, can_become_others
from conquian_server.launcher.sandbox.jail import Jail
from conquian_server.launcher.sandbox.limits import Limits
from conquian_server.launcher.sandbox.syscalls import build_filter
from conquian_server.launcher.start import Start

_SCRATCH_MB: Final = 2048

# Each process's, and generous: compilers need much, and are not to stop the whole machine.
_LIMITS: Final = Limits(memory_mb=8192, file_mb=4096, open_files=4096, processes=2048)

_OURS: Final = -1  # leaves the owner as it is

_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy")
_CERTIFICATES: Final = (
    "CURL_CA_BUNDLE",
    "GIT_SSL_CAINFO",
    "NODE_EXTRA_CA_CERTS",
    "PIP_CERT",
    "REQUESTS_CA_BUNDLE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
)
_TOOLS: Final = ("maven", "npmrc")  # their settings for everybody
_SOURCES: Final = ("GOPROXY", "GOSUMDB", "npm_config_registry")
_NO_NETWORK: Final = {"GOPROXY": "off"}  # what is missing is told at once
_JAVA: Final = "JAVA_HOME"


def sandboxed_build(
    command: Sequence[str], folder: Path, home: Path, scratch: Path, *, network: bool
) -> Start:
    """A command that builds a bot, in a sandbox.

    It can write to the bot's folder and to its own home, and sees no other folder of the user's
    but the compilers that lie there. Nothing that the user has stored to log in anywhere is in
    reach, but a proxy's address is.

    Args:
        command: The full path of its program, and arguments.
        folder: The copy of the bot's folder.
        home: The home of the bot's builds.
        scratch: An empty folder of its own.
        network: Whether it has the machine's network.

    Raises:
        NoFilterError: The filter of system calls can't be made.
        OSError: The folders can't be handed to the user that builds, or there are too many files.
    """
    filter_ = build_filter()
    user = BUILDER if can_become_others() else None
    if user is not None:
        _hand_to(user, folder)
        _hand_to(user, home)
    environment = {
        **_environment(home),
        **(_environment_of_network() if network else _NO_NETWORK),
        BUILD_CACHE: str(build_cache(home)),
    }
    shown = _shown(folder, home, environment)
    jail = Jail(
        folder,
        scratch,
        filter_,
        shown,
        _LIMITS,
        scratch_mb=_SCRATCH_MB,
        network=network,
        home=home,
    )
    return jail.start(command, environment, user)


def take_back(folder: Path) -> None:
    """A built folder is ours again, and every bot may read it.

    Raises:
        OSError: It can't be changed.
    """
    if can_become_others():
        _hand_to(os.geteuid(), folder)
    for path in _everything_in(folder):
        mode = os.lstat(path).st_mode
        wanted = mode | 0o444 | (0o111 if stat.S_ISDIR(mode) or mode & 0o100 else 0)
        wanted &= 0o777  # nothing that lends its owner's rights
        if stat.S_IMODE(mode) != wanted and not stat.S_ISLNK(mode):
            os.chmod(path, wanted)


def _hand_to(user: int, folder: Path) -> None:
    if os.stat(folder).st_uid != user:
        for path in _everything_in(folder):  # itself last, as the mark that it is done
            os.chown(path, user, _OURS, follow_symlinks=False)


def _everything_in(folder: Path) -> Iterator[str]:
    for above, folders, files in os.walk(folder, topdown=False):
        for name in (*folders, *files):
            yield os.path.join(above, name)
    yield str(folder)


def _environment(home: Path) -> dict[str, str]:
    rustup = os.environ.get("RUSTUP_HOME") or str(Path.home() / ".rustup")
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "CARGO_HOME": str(home / ".cargo"),
        "RUSTUP_HOME": rustup,
        "GOPATH": str(home / "go"),
        "GOFLAGS": "-modcacherw",  # or nobody could remove the home
        "GOTOOLCHAIN": "local",
        **_kept((_JAVA,)),
    }


def _environment_of_network() -> dict[str, str]:
    return _kept((*_SOURCES, *_PROXIES, *_CERTIFICATES))


def _kept(names: Sequence[str]) -> dict[str, str]:
    return {name: os.environ[name] for name in names if name in os.environ}


def _shown(folder: Path, home: Path, environment: dict[str, str]) -> tuple[str, ...]:
    # A build may call any program that the user has.
    compilers = [*view.of_the_path(), Path(environment["RUSTUP_HOME"])]
    if _JAVA in environment:
        compilers.append(Path(environment[_JAVA]))
    certificates = {environment[name] for name in _CERTIFICATES if name in environment}
    return (
        *view.folders([*compilers, *view.of_python(), *map(Path, certificates)]),
        *view.settings(_TOOLS),
        *view.shown(folder, writable=True),
        *view.shown(home, writable=True),
    )
