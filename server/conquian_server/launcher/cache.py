"""Where bots are built: a folder for each content, and a home for each bot's dependencies."""

import asyncio
import contextlib
import errno
import fcntl
import hashlib
import os
import platform
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Self

from conquian_server.launcher.user_folders import user_folder

CACHE = "CONQUIAN_CACHE"
"""The variable that names the folder of the cache."""

BUILD_CACHE = "CONQUIAN_BUILD_CACHE"
"""The variable that tells a build of a folder that is kept from one build of a bot to the next."""

_POLL_SECONDS = 0.1
_KEPT_SECONDS = 7 * 24 * 3600
_KEPT_BUILDS = 3
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True, slots=True)
class BuildPlace:
    """Where one content of a bot is built.

    Attributes:
        root: The folder of all that belongs to it.
        home: The home of its builds, which keeps fetched dependencies from one to the next.
    """

    root: Path
    home: Path

    @property
    def folder(self) -> Path:
        """The copy of the bot's folder."""
        return self.root / "bot"

    @property
    def is_done(self) -> bool:
        """Whether it has been built to the end, and is still there."""
        return self._mark.exists() and self.folder.is_dir()

    @contextlib.asynccontextmanager
    async def reserved(self, tell_waiting: Callable[[], None]) -> AsyncIterator[None]:
        """Have the place and the home for this process alone.

        Args:
            tell_waiting: Called where another has one of them, before that is waited for.
        """
        home = self.home.with_name(f"{self.home.name}.lock")
        async with _locked(self.root / "lock", tell_waiting), _locked(home, tell_waiting):
            yield

    @contextlib.contextmanager
    def filled(self, files: Mapping[PurePosixPath, Path], origin: Path) -> Iterator[None]:
        """Copy a bot's files, as the only ones, to be built; what is not built to the end goes.

        Links stay what they are; pipes are left out. When it is built, old builds of the same bot
        are dropped.

        Args:
            files: Where each file lies, by its place.
            origin: The folder that the bot comes from.

        Raises:
            OSError: A file can't be read or written.
        """
        self._mark.unlink(missing_ok=True)
        (self.root / "origin").write_bytes(os.fsencode(origin))
        _drop_unfinished(self.root.parent, origin)
        self.home.mkdir(parents=True, exist_ok=True)
        try:
            copy_files(files, self.folder)
            yield
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        self._mark.touch()
        _drop_old(self.root.parent, origin)

    def use(self) -> None:
        """It is used again, and so kept."""
        self._mark.touch()

    @property
    def _mark(self) -> Path:
        return self.root / "done"


class BuildCache:
    """The builds of a user.

    Args:
        folder: Where they lie; made when it is needed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def of_user(cls) -> Self:
        """The user's cache: in CONQUIAN_CACHE, else in the folder for users' caches."""
        return cls(user_folder(CACHE, "XDG_CACHE_HOME", "~/.cache"))

    def place(self, content: str, origin: Path) -> BuildPlace:
        """The place of a content; what is built on one kind of machine is not run on another.

        Args:
            content: the hash of the bot's files.
            origin: the folder that the bot comes from.
        """
        machine = f"{platform.system()}-{platform.machine()}".lower()
        home = hashlib.sha256(os.fsencode(origin)).hexdigest()[:32]
        return BuildPlace(
            self._folder / "builds" / f"{content}-{machine}", self._folder / "homes" / home
        )


def copy_files(files: Mapping[PurePosixPath, Path], target: Path) -> None:
    """Copy files to their places below a folder. Links stay what they are; pipes are left out.

    Raises:
        OSError: A file can't be read or written.
    """
    target.mkdir(parents=True, exist_ok=True)
    for place, path in files.items():
        if path.is_symlink() or path.is_file():
            copy = target / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            _copy(path, copy)


def _copy(path: Path, copy: Path) -> None:
    try:
        shutil.copy2(path, copy, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        # The standard library names the file that is read.
        raise OSError(error.errno, error.strerror, str(copy)) from error


def build_cache(home: Path) -> Path:
    """The folder of what compilers keep for a bot's later versions."""
    return home / "build-cache"


@contextlib.asynccontextmanager
async def _locked(file: Path, tell_waiting: Callable[[], None]) -> AsyncIterator[None]:
    """Hold a lock, which is waited for in a way that can be cancelled."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        if not _has_locked(handle):
            tell_waiting()
            while not _has_locked(handle):
                await asyncio.sleep(_POLL_SECONDS)
        yield
    finally:
        os.close(handle)


def _has_locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _drop_unfinished(builds: Path, origin: Path) -> None:
    """Remove what is there of one bot's builds without an end; as its home is locked, none runs."""
    for file in builds.glob("*/origin"):
        root = file.parent
        if not (root / "done").exists() and _origin_of(root) == origin:
            shutil.rmtree(root / "bot", ignore_errors=True)


def _drop_old(builds: Path, origin: Path) -> None:
    """Remove builds of one bot that are neither among the newest nor were used lately."""
    marks = [mark for mark in builds.glob("*/done") if _origin_of(mark.parent) == origin]
    marks.sort(key=lambda mark: mark.stat().st_mtime, reverse=True)
    for mark in marks[_KEPT_BUILDS:]:
        if time.time() - mark.stat().st_mtime > _KEPT_SECONDS:
            shutil.rmtree(mark.parent, ignore_errors=True)


def _origin_of(root: Path) -> Path | None:
    try:
        return Path(os.fsdecode((root / "origin").read_bytes()))
    except OSError:
        return None
