"""Finding the bot that a user means."""

import os
import re
import shlex
from dataclasses import replace
from pathlib import Path

from conquian_server.launcher.command import missing, resolve
from conquian_server.launcher.errors import BotNotFound
from conquian_server.launcher.manifest import MANIFEST_FILE, BotManifest, read_manifest
from conquian_server.launcher.registry import Registry
from conquian_server.launcher.shipped import bots_folder
from conquian_server.launcher.trust import Trust


def shipped_bots() -> tuple[str, ...]:
    """The names of the bots that ship with the product, sorted."""
    return tuple(sorted(path.parent.name for path in bots_folder().glob(f"*/{MANIFEST_FILE}")))


def find_bot(
    text: str, base: Path | None = None, *, folders: Trust = Trust.STRANGER
) -> BotManifest:
    """The bot that a user typed: a shipped or registered bot's name, a folder, a quoted command.

    They are tried in this order; `./name` always means the folder. A registered bot is called as
    it was registered, whatever the name in its `bot.toml`.

    Args:
        text: what was typed.
        base: the folder that paths in it start from, and commands run in; None is the current one.
        folders: how far a bot is trusted that is a folder. Commands are trusted fully, registered
            bots are strangers'.

    Raises:
        BotNotFound: The text is none of these, or the command's program does not exist.
        RegistryError: The file of the registered bots can't be read.
        ManifestError: The folder's `bot.toml` is missing or wrong.
    """
    if text in shipped_bots():
        return replace(read_manifest(bots_folder() / text), trust=Trust.SHIPPED)
    if (registered := Registry.of_user().bots().get(text)) is not None:
        return replace(read_manifest(registered.folder), name=registered.name)
    base = Path.cwd() if base is None else base.absolute()
    path = os.path.join(base, os.path.expanduser(text)) if text else ""
    if os.path.isdir(path):
        return replace(read_manifest(Path(path)), trust=folders)
    if os.path.isfile(path) and os.access(path, os.X_OK):
        return _from_command((os.path.abspath(path),), base)
    if " " in text.strip():
        return _from_command(_words(text), base)
    raise BotNotFound(_nothing_named(text, path))


def _words(text: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise BotNotFound(f"{text!r} can't be split into words: {error}") from None


def _from_command(words: tuple[str, ...], folder: Path) -> BotManifest:
    manifest = BotManifest(
        name=_name_of(words, folder),
        version="local",
        language="python" if Path(words[0]).name in ("python", "python3") else "any",
        run=words,
        folder=folder,
        from_command=True,
        trust=Trust.FULL,
    )
    if resolve(manifest, words) is None:
        raise BotNotFound(f"{shlex.join(words)!r}: {missing(words[0], manifest.folder)}")
    return manifest


def _name_of(words: tuple[str, ...], folder: Path) -> str:
    """The script's name rather than its interpreter's, where there is one."""
    subject = next((word for word in words[1:] if os.path.isfile(folder / word)), words[0])
    return re.sub(r"[^A-Za-z0-9_.-]", "-", Path(subject).stem).lstrip("-.")[:64] or "bot"


def _nothing_named(text: str, path: str) -> str:
    if os.path.isfile(path):
        why = f'put the command that runs this file in quotes, such as "python3 {text}"'
    else:
        why = (
            f"it is no shipped or registered bot, no folder with a {MANIFEST_FILE}"
            " and no command in quotes"
        )
    return f"no bot {text!r}: {why}; shipped bots: {', '.join(shipped_bots()) or 'none'}"
