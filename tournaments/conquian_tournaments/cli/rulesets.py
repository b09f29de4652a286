"""The ruleset that an option names: a preset, or a file with a ruleset's fields."""

import tomllib
from pathlib import Path

from conquian_server.launcher.text_file import Unreadable, read_text
from conquian_server.rules import PRESETS, BadConfiguration, Ruleset, read_ruleset

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.inputs import Piece


def ruleset_named(text: str) -> Ruleset:
    """The preset of that name, or the ruleset of a TOML or JSON file.

    Raises:
        BadInput: it is neither, or the file can't be read.
    """
    if text in PRESETS:
        return PRESETS[text]
    path = Path(text)
    if path.suffix not in (".toml", ".json"):
        known = ", ".join(PRESETS)
        raise BadInput(f"--ruleset: {text!r} is not one of {known}, nor a .toml or .json file")
    try:
        return read_ruleset(_value(path))
    except BadConfiguration as error:
        raise BadInput(f"--ruleset: {path}: {error}") from None


def _value(path: Path) -> object:
    text = _text(path)
    if path.suffix == ".json":
        return Piece(str(path), 1, text).value()
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"--ruleset: {path}: is not TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"--ruleset: {path}: has values too deep in each other") from None


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except Unreadable as error:
        raise BadInput(f"--ruleset: {path}: {error}") from None
