"""New bot projects: a shipped bot under another name, with its SDK beside it."""

import contextlib
import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from conquian_server.launcher.cache import copy_files
from conquian_server.launcher.content import SDK, source_files
from conquian_server.launcher.errors import LauncherError
from conquian_server.launcher.manifest import MANIFEST_FILE, BotManifest, read_manifest
from conquian_server.launcher.shipped import bots_folder

PYTHON: Final = "python"
BRIDGE: Final = "bridge"

_MODEL = "greedy"
_MODEL_OF = {PYTHON: _MODEL, BRIDGE: f"{_MODEL}-stdlib"}
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST_NAME = 40
_SCRATCH = ".conquian-new-"
_USUAL_MODE = 0o755  # a bot may run as another user, who must be able to read it
_ONLY_OURS = re.compile(r"^(sdk|authors) = .*\n", re.MULTILINE)


class StarterError(LauncherError):
    """A project can't be written, or not there."""


def starter_languages() -> tuple[str, ...]:
    """The languages that there is a starter for: Python first, the bridge last."""
    models = (path.parent.name for path in bots_folder().glob(f"{_MODEL}-*/{MANIFEST_FILE}"))
    others = (name.removeprefix(f"{_MODEL}-") for name in models if name != _MODEL_OF[BRIDGE])
    return (PYTHON, *sorted(others), BRIDGE)


def write_starter(language: str, folder: Path, name: str | None = None) -> BotManifest:
    """Write the project of a bot that plays at once; all of it or nothing.

    Args:
        language: one of `starter_languages()`.
        folder: where; a new or an empty folder.
        name: the bot's name; None is the folder's name.

    Raises:
        StarterError: there is no such language, the name does not do, or the folder has something
            in it.
        OSError: a file can't be written.
    """
    model = _model(language)
    folder = folder.absolute()
    if os.path.lexists(folder) and not folder.is_dir():
        raise StarterError(f"{folder}: is no folder")
    name = _checked(folder.name if name is None else name)
    with _new_folder(folder) as scratch:
        files = source_files(model)
        copy_files(files, scratch)
        for place in files:
            if SDK not in place.parents:
                _rename(scratch / place, model.name, name)
    return read_manifest(folder)


def _model(language: str) -> BotManifest:
    languages = starter_languages()
    if language not in languages:
        raise StarterError(f"no starter for {language!r}; there are {', '.join(languages)}")
    return read_manifest(bots_folder() / _MODEL_OF.get(language, f"{_MODEL}-{language}"))


def _checked(name: str) -> str:
    # What every ecosystem takes as the name of a package.
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        raise StarterError(
            f"name: {name!r} must be small letters and digits, with single hyphens between, at most"
            f" {_LONGEST_NAME} of them, and begin with a letter; give another with --name"
        )
    return name


@contextlib.contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """A folder to fill, which comes to stand at `folder` when all went well.

    One that is there already is filled where it is: it may be a mount, or in a folder that is
    closed to us. Two at once in it see each other, and at most one is written.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    is_new = not os.path.lexists(folder)
    scratch = Path(tempfile.mkdtemp(prefix=_SCRATCH, dir=folder.parent if is_new else folder))
    try:
        _check_empty(folder, scratch)
        yield scratch
        if is_new:
            scratch.chmod(_USUAL_MODE)
            scratch.rename(folder)  # fails where somebody else has filled it meanwhile
        else:
            _check_empty(folder, scratch)
            for entry in scratch.iterdir():
                entry.rename(folder / entry.name)
    except OSError as error:
        if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
            raise _filled(folder) from None
        raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _check_empty(folder: Path, scratch: Path) -> None:
    if os.path.lexists(folder) and any(entry != scratch for entry in folder.iterdir()):
        raise _filled(folder)


def _filled(folder: Path) -> StarterError:
    return StarterError(f"{folder}: has something in it already; nothing was changed")


def _rename(file: Path, model: str, name: str) -> None:
    """Put the new name for the model's, and leave out what holds for the model alone."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    if "-" in model:
        text = text.replace(model, name)
    else:  # an ordinary word is the name only in quotes and as the title
        text = text.replace(f'"{model}"', f'"{name}"')
        text = re.sub(rf"\A# {model}\n", f"# {name}\n", text)
    if file.name == MANIFEST_FILE:
        text = _ONLY_OURS.sub("", text)
    file.write_text(text, encoding="utf-8")
