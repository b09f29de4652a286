"""The bots that a user has registered: folders by name, with what was in them at that time."""

import contextlib
import enum
import fcntl
import json
import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from conquian_server.launcher import checks
from conquian_server.launcher.content import content_hash
from conquian_server.launcher.errors import ManifestError, RegistryError
from conquian_server.launcher.manifest import read_manifest
from conquian_server.launcher.user_folders import user_folder

HOME = "CONQUIAN_HOME"
"""The variable that names the folder of the registry."""

_FILE = "bots.json"


class Content(enum.Enum):
    """What has become of a registered folder."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Registered:
    """A registered bot.

    Attributes:
        name: what it is called here.
        folder: where it lies (absolute).
        content: the hash of its files when it was registered.
    """

    name: str
    folder: Path
    content: str

    def check(self) -> Content:
        """Whether its files are still those that were registered.

        Raises:
            OSError: a file can't be read.
        """
        if not self.folder.is_dir():
            return Content.MISSING
        try:
            same = content_hash(read_manifest(self.folder)) == self.content
        except ManifestError:
            same = False
        return Content.UNCHANGED if same else Content.CHANGED


class Registry:
    """The registered bots, in a file that is read anew at each question.

    Args:
        path: the file; where there is none, no bot is registered.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of_user(cls) -> Self:
        """The user's registry: in CONQUIAN_HOME, else in the folder for users' data."""
        return cls(user_folder(HOME, "XDG_DATA_HOME", "~/.local/share") / _FILE)

    def bots(self) -> dict[str, Registered]:
        """The registered bots by name, sorted.

        Raises:
            RegistryError: the file can't be read, or is no registry.
        """
        try:
            return _read(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise RegistryError(f"{self.path}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, checks.Unfit):
            raise RegistryError(
                f"{self.path}: is not a registry of bots; move it away and add the bots again"
            ) from None

    def add(self, folder: Path, name: str | None, reserved: Collection[str]) -> Registered:
        """Register a bot's folder, or what has changed in a registered one.

        Args:
            folder: the folder.
            name: what it is to be called; None is the name in its `bot.toml`.
            reserved: names that can't be given.

        Raises:
            ManifestError: the folder's `bot.toml` is missing or wrong.
            RegistryError: the name can't be given, or the file can't be read or written.
            OSError: a file of the folder can't be read.
        """
        manifest = read_manifest(folder)
        name = manifest.name if name is None else _checked(name)
        if name in reserved:
            raise RegistryError(f"{name} is the name of a shipped bot; give another with --name")
        bot = Registered(name, manifest.folder, content_hash(manifest))
        with self._changing() as bots:
            other = bots.get(bot.name)
            if other is not None and other.folder != bot.folder:
                raise RegistryError(
                    f"{bot.name} is registered already, in {other.folder};"
                    " give another name with --name, or remove that one first"
                )
            bots[bot.name] = bot
        return bot

    def remove(self, name: str) -> Registered:
        """Forget a registered bot; its folder stays as it is.

        Raises:
            RegistryError: there is none of this name, or the file can't be read or written.
        """
        with self._changing() as bots:
            if name not in bots:
                known = ", ".join(bots) or "none"
                raise RegistryError(f"no bot {name!r} is registered; registered bots: {known}")
            return bots.pop(name)

    @contextlib.contextmanager
    def _changing(self) -> Iterator[dict[str, Registered]]:
        """The bots, to be changed by one program at a time; written when all went well."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(self.path.parent):
                bots = self.bots()
                yield bots
                _write(self.path, bots)
        except OSError as error:
            raise RegistryError(f"{self.path}: can't be written: {error.strerror}") from None


def _checked(name: str) -> str:
    try:
        return checks.name(name)
    except checks.Unfit as unfit:
        raise RegistryError(f"--name: {unfit}") from None


def _read(text: str) -> dict[str, Registered]:
    bots = json.loads(text)["bots"]
    return {
        checks.name(name): Registered(name, Path(bot["folder"]), str(bot["content"]))
        for name, bot in sorted(bots.items())
    }


def _write(path: Path, bots: Mapping[str, Registered]) -> None:
    """Replace the file, whole or not at all."""
    value = {
        "bots": {
            name: {"folder": str(bot.folder), "content": bot.content}
            for name, bot in sorted(bots.items())
        }
    }
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".bots-", delete=False) as file:
        try:
            file.write(json.dumps(value, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
