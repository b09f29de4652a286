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
        notes = [*_protection_lines(held), *_core_lines(found)]
        print_tables([_table(programs)], notes, no_color=no_color)


def _object(programs: list[Toolchain], held: Protection, found: Cores) -> dict[str, Any]:
    tier = None if held.tier is None else held.tier.value
    return {
        "toolchains": [asdict(program) for program in programs],
        "sandbox": {**asdict(held), "tier": tier},
        "cores": asdict(found),
    }


def _table(programs: list[Toolchain]) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("program", "version", "where"):
        table.add_column(heading, overflow="fold")
    for program in programs:
        if program.path is None:
            table.add_row(program.program, "-", f"missing: apt install {program.package}")
        else:
            table.add_row(program.program, program.version or "-", program.path)
    return table


def _protection_lines(held: Protection) -> Iterator[str]:
    if held.tier is None:
        yield f"sandbox: none holds here: {held.reason}"
        yield "strangers' bots are refused, unless --unsafe-no-sandbox lets them run without one"
    else:
        yield f"sandbox: {held.tier.value}; a program inside was tried, and could not get out"
    yield f"users: {held.users}"
    yield f"system calls: {held.system_calls}"
    yield f"control groups: {held.control_groups}"
    limits = ", ".join(f"{what} {most}" for what, most in held.limits.items())
    yield f"each bot gets: {limits}"


def _core_lines(found: Cores) -> Iterator[str]:
    kept = (
        "each bot is kept to one" if found.pinned else "bots are kept to none (taskset is missing)"
    )
    yield f"cores: {found.count}; {kept}"
