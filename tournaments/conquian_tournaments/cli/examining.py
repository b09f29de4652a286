"""The work of `conquian doctor`."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from conquian_server.launcher.examination import (
    Cores,
    Protection,
    Toolchain,
    cores,
    protection,
    toolchains,
)
from conquian_server.launcher.shipped import docs_folder
from rich.box import SIMPLE_HEAD
from rich.table import Table

from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import print_tables


def show(*, json: bool, no_color: bool) -> None:
    """Print what of this machine matters to bots."""
    programs, held, found = toolchains(), protection(), cores()
    if json:
        print_json(_object(programs, held, found))
    else:
        notes = [*_protection_lines(held), *_core_lines(found), f"docs: {docs_folder()}"]
        print_tables([_table(programs)], notes, no_color=no_color)


def _object(programs: list[Toolchain], held: Protection, found: Cores) -> dict[str, Any]:
    tier = None if held.tier is None else held.tier.value
    return {
        "toolchains": [{**asdict(each), "too_old": each.too_old} for each in programs],
        "sandbox": {**asdict(held), "tier": tier},
        "cores": asdict(found),
        "docs": str(docs_folder()),
    }


def _table(programs: list[Toolchain]) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("program", "version", "needed", "where"):
        table.add_column(heading, overflow="fold")
    for each in programs:
        needed = f"≥ {each.oldest}" if each.oldest else ""
        table.add_row(each.program, each.version or "-", needed, _where(each))
    return table


def _where(found: Toolchain) -> str:
    """The place of a program, or how to get it."""
    if found.path is None:
        words = f"missing: apt install {found.package}"
        return f"{words}, or newer: {found.newer_from}" if found.newer_from else words
    return f"{found.path}: too old; newer: {found.newer_from}" if found.too_old else found.path


def _protection_lines(held: Protection) -> Iterator[str]:
    if held.tier is None:
        yield f"sandbox: none holds here: {held.reason}"
        yield "strangers' bots are refused, unless --unsafe-no-sandbox lets them run without one"
        return
    yield f"sandbox: {held.tier.value}; a program inside was tried, and could not get out"
    yield f"users: {held.users}"
    yield f"system calls: {held.system_calls}"
    yield f"control groups: {held.control_groups}"
    yield "each bot gets:"
    yield from (f"    {what}: {most}" for what, most in held.limits.items())


def _core_lines(found: Cores) -> Iterator[str]:
    kept = (
        "each bot is kept to one" if found.pinned else "bots are kept to none (taskset is missing)"
    )
    yield f"cores: {found.count}; {kept}"
