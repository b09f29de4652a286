"""The identity of a bot's files."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

_NOT_THE_BOT = {"__pycache__", "node_modules", "target"}
"""Folders that tools fill beside the sources; hidden folders, such as `.git`, are left out too."""


def content_hash(folder: Path) -> str:
    """SHA-256 (hexadecimal) over a folder's files: their relative paths and contents.

    The same files give the same hash wherever the folder lies and whoever owns it. A symbolic link
    counts as the text of its target and is never followed, so that nothing outside is read.

    Raises:
        OSError: A file can't be read.
    """
    digest = hashlib.sha256()
    for path in sorted(_files(folder), key=lambda path: path.relative_to(folder).parts):
        for part in (os.fsencode(path.relative_to(folder).as_posix()), _identity(path)):
            # Lengths first: no two sets of files run together into the same bytes.
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in _NOT_THE_BOT and not entry.name.startswith("."):
                yield from _files(Path(entry.path))
        else:
            yield Path(entry.path)


def _identity(path: Path) -> bytes:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return b"link:" + os.fsencode(path.readlink())
    if stat.S_ISREG(mode):
        with path.open("rb") as file:
            return b"file:" + hashlib.file_digest(file, "sha256").digest()
    return b"special:"  # a pipe or socket: opening it could wait for ever
