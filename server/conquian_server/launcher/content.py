"""The files that make a bot, and the identity that they give it."""

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from pathspec import GitIgnoreSpec

from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.shipped import proto_folder, sdk_folder

SDK: Final = PurePosixPath("sdk")
"""Where a bot finds the SDK that it asks for, in its folder."""

_PROTO = SDK / "proto"
_TOOLS_FOLDERS = {"__pycache__", "node_modules", "target"}
_IGNORE_FILE = ".gitignore"


def source_files(bot: BotManifest) -> dict[PurePosixPath, Path]:
    """What a bot is made of: where each file lies, by its place in the bot's folder; sorted.

    What tools leave beside the sources is no part of it: hidden folders such as `.git`,
    `__pycache__`, `node_modules` and `target`, and for a bot that is built whatever its
    `.gitignore` names. The SDK that it asks for is part of it, with the protocol.

    Raises:
        OSError: A folder can't be read.
    """
    return dict(sorted(_all_files(bot), key=lambda item: item[0].parts))


def content_hash(bot: BotManifest) -> str:
    """SHA-256 (hexadecimal) over a bot's files: their places in its folder and their contents.

    The same files give the same hash wherever the folder lies and whoever owns it. A symbolic link
    counts as the text of its target and is never followed, so that nothing outside is read.

    Raises:
        OSError: A file can't be read.
    """
    return hash_of(source_files(bot))


def hash_of(files: Mapping[PurePosixPath, Path]) -> str:
    """The content hash of a bot that is made of these files, as `source_files` gives them.

    Raises:
        OSError: A file can't be read.
    """
    digest = hashlib.sha256()
    for place, path in files.items():
        for part in (os.fsencode(str(place)), _identity(path)):
            # Lengths first: no two sets of files run together into the same bytes.
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _all_files(bot: BotManifest) -> Iterator[tuple[PurePosixPath, Path]]:
    ignored = _ignored(bot.folder) if bot.is_built else GitIgnoreSpec([])
    for place, path in _files(bot.folder, ignored):
        if bot.sdk is None or SDK not in (place, *place.parents):
            yield place, path
    if bot.sdk is not None:
        yield from _sdk_files(bot.sdk)


def _sdk_files(language: str) -> Iterator[tuple[PurePosixPath, Path]]:
    """The SDK of a language and the protocol that it speaks, by their places in a bot's folder."""
    folder = sdk_folder(language)
    for place, path in _files(folder, _ignored(folder)):
        yield SDK / place, path
    for path in proto_folder().rglob("*.proto"):
        yield _PROTO / path.relative_to(proto_folder()).as_posix(), path


def _ignored(folder: Path) -> GitIgnoreSpec:
    file = folder / _IGNORE_FILE
    if file.is_symlink() or not file.is_file():
        return GitIgnoreSpec([])
    text = file.read_text(encoding="utf-8", errors="replace")
    return GitIgnoreSpec.from_lines(text.splitlines())


def _files(
    root: Path, ignored: GitIgnoreSpec, below: PurePosixPath | None = None
) -> Iterator[tuple[PurePosixPath, Path]]:
    """The files of a folder, and what else is no folder, by their places in `root`."""
    for entry in os.scandir(root if below is None else root / below):
        place = PurePosixPath(entry.name) if below is None else below / entry.name
        if entry.is_dir(follow_symlinks=False):
            is_tools = entry.name in _TOOLS_FOLDERS or entry.name.startswith(".")
            if not is_tools and not ignored.match_file(f"{place}/"):
                yield from _files(root, ignored, place)
        elif not ignored.match_file(str(place)):
            yield place, Path(entry.path)


def _identity(path: Path) -> bytes:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return b"link:" + os.fsencode(path.readlink())
    if stat.S_ISREG(mode):
        with path.open("rb") as file:
            return b"file:" + hashlib.file_digest(file, "sha256").digest()
    return b"special:"  # a pipe or socket: opening it could wait for ever
