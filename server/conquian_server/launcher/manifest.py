"""A bot's `bot.toml`: what the bot is called, how it is built and how it is run."""

import difflib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeVar

from conquian_server.launcher import checks
from conquian_server.launcher.errors import ManifestError
from conquian_server.launcher.shipped import sdk_languages
from conquian_server.launcher.text_file import Unreadable, read_text
from conquian_server.launcher.trust import Trust

MANIFEST_FILE = "bot.toml"

EXAMPLE = """\
    name = "my-bot"
    version = "1.0"
    language = "python"
    run = ["python3", "bot.py"]
"""

TRANSPORTS = ("unix", "tcp")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BotManifest:
    """What is known of a bot before it runs.

    Attributes:
        name: Shown to people; never a key.
        version: A new version is a new entrant.
        language: As its author calls it; `python` bots run with the interpreter of this product.
        run: Program and arguments, run in `folder`.
        folder: Where the bot lives (absolute).
        sdk: The language of the SDK to lay into `sdk/` before the build; None for a bot that has
            what it needs in its folder.
        fetch: Program and arguments that fetch what the build needs, with the network.
        build: Program and arguments that make `run` runnable, without the network.
        rulesets: The presets that the bot plays.
        authors: Who wrote it.
        deals_at_once: How many deals the bot plays at once in one process.
        memory_mb: Most memory that it asks for, in MiB; None leaves it to the host.
        warm_up_seconds: Time that it asks for before clocks count; None leaves it to the referee.
        transport: `tcp` for a bot that can't dial a unix socket: it gets an address on loopback.
        from_command: The bot is a command that a user typed; its folder is not the bot's own.
        trust: How far it is trusted by whoever runs it.
    """

    name: str
    version: str
    language: str
    run: tuple[str, ...]
    folder: Path
    sdk: str | None = None
    fetch: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = checks.RULESETS
    authors: tuple[str, ...] = ()
    deals_at_once: int = 1
    memory_mb: int | None = None
    warm_up_seconds: float | None = None
    transport: str = TRANSPORTS[0]
    from_command: bool = False
    trust: Trust = Trust.STRANGER

    @property
    def is_built(self) -> bool:
        """Whether there is something to do before it can run."""
        return bool(self.fetch or self.build or self.sdk)


_NOT_ITS_OWN = ("folder", "from_command", "trust")
_KEYS = tuple(f.name for f in fields(BotManifest) if f.name not in _NOT_ITS_OWN)


def read_manifest(folder: Path) -> BotManifest:
    """Read and check the `bot.toml` of a bot's folder.

    Raises:
        ManifestError: The file is missing, is not TOML, or a field of it is wrong.
    """
    path = folder / MANIFEST_FILE
    table = _Table(path, _load(path))
    return BotManifest(
        name=table.required("name", checks.name),
        version=table.required("version", checks.name),
        language=table.required("language", checks.text),
        run=table.required("run", checks.command),
        folder=folder.resolve(),
        sdk=table.optional("sdk", checks.one_of(sdk_languages()), None),
        fetch=table.optional("fetch", checks.command, ()),
        build=table.optional("build", checks.command, ()),
        rulesets=table.optional("rulesets", checks.rulesets, checks.RULESETS),
        authors=table.optional("authors", checks.texts, ()),
        deals_at_once=table.optional("deals_at_once", checks.whole(1, 128), 1),
        memory_mb=table.optional("memory_mb", checks.whole(1, 1024 * 1024), None),
        warm_up_seconds=table.optional("warm_up_seconds", checks.seconds(600), None),
        transport=table.optional("transport", checks.one_of(TRANSPORTS), TRANSPORTS[0]),
    )


class _Table:
    """The top level of a manifest, read key by key."""

    def __init__(self, path: Path, values: dict[str, object]) -> None:
        self._path = path
        self._values = values
        for key in values:
            if key not in _KEYS:
                raise ManifestError(path, key, f"unknown key; {_suggestion(key)}")

    def required(self, key: str, check: Callable[[object], T]) -> T:
        if key not in self._values:
            raise ManifestError(self._path, key, "missing; every bot needs it")
        try:
            return check(self._values[key])
        except checks.Unfit as error:
            raise ManifestError(self._path, key, str(error)) from None

    def optional(self, key: str, check: Callable[[object], T], default: T) -> T:
        return self.required(key, check) if key in self._values else default


def _load(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(read_text(path))
    except Unreadable as error:
        is_missing = isinstance(error.__cause__, FileNotFoundError)
        raise ManifestError(path, None, _advice(path) if is_missing else str(error)) from error
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(path, None, f"is not valid TOML: {error}") from error
    except RecursionError:
        raise ManifestError(path, None, "is not valid TOML: too deeply nested") from None


def _advice(path: Path) -> str:
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    return f"no such file; write one into the bot's folder, at least:\n\n{EXAMPLE}"


def _suggestion(key: str) -> str:
    near = difflib.get_close_matches(key, _KEYS, n=1)
    return f"did you mean {near[0]}?" if near else f"known are {', '.join(_KEYS)}"
