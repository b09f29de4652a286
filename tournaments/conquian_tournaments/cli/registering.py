"""The work of `conquian bots`."""

from pathlib import Path
from typing import Any

import typer
from conquian_server.launcher import (
    BotManifest,
    ManifestError,
    Registered,
    Registry,
    content_hash,
    find_bot,
    read_manifest,
    shipped_bots,
)
from rich.console import RenderableType
from rich.text import Text

from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import print_tables
from conquian_tournaments.report.frame import new_table
from conquian_tournaments.report.names import printable

_SHORT = 12  # characters of a hash


def add(folder: Path, name: str | None, *, json: bool) -> None:
    """Register a bot's folder."""
    bot = Registry.of_user().add(folder, name, reserved=shipped_bots())
    _tell(bot, "added", json=json)


def remove(name: str, *, json: bool) -> None:
    """Forget a registered bot."""
    _tell(Registry.of_user().remove(name), "removed", json=json)


def show(*, json: bool, no_color: bool) -> None:
    """List all bots."""
    registry = Registry.of_user()
    bots = [
        *map(_shipped_object, shipped_bots()),
        *map(_registered_object, registry.bots().values()),
    ]
    if json:
        print_json({"registry": str(registry.path), "bots": bots})
    else:
        print_tables(
            [_table(bots)], [f"Registered in {printable(str(registry.path))}"], no_color=no_color
        )


def _tell(bot: Registered, done: str, *, json: bool) -> None:
    if json:
        print_json({done: {"name": bot.name, "folder": str(bot.folder), "content": bot.content}})
    else:
        typer.echo(
            f"{done} {bot.name}: {printable(str(bot.folder))}, content {bot.content[:_SHORT]}"
        )


def _table(bots: list[dict[str, Any]]) -> RenderableType:
    table = new_table()
    for heading in ("bot", "version", "language", "state", "content"):
        table.add_column(heading, no_wrap=True)
    table.add_column("folder", overflow="fold")
    for bot in bots:
        cells = (bot["name"], bot["version"], bot["language"], bot["state"])
        rest = (bot["content"][:_SHORT], bot["folder"])
        table.add_row(*(Text(printable(cell or "")) for cell in (*cells, *rest)))
    return table


def _shipped_object(name: str) -> dict[str, Any]:
    manifest = find_bot(name)
    return _bot_object(name, manifest.folder, content_hash(manifest), "shipped", manifest)


def _registered_object(bot: Registered) -> dict[str, Any]:
    state = bot.check().value
    try:
        manifest = read_manifest(bot.folder)
    except ManifestError:
        manifest = None  # its state says that it is missing, or not as it was
    return _bot_object(bot.name, bot.folder, bot.content, state, manifest)


def _bot_object(
    name: str, folder: Path, content: str, state: str, manifest: BotManifest | None
) -> dict[str, Any]:
    return {
        "name": name,
        "version": None if manifest is None else manifest.version,
        "language": None if manifest is None else manifest.language,
        "state": state,
        "content": content,
        "folder": str(folder),
    }
