"""The terminal that lines of rich text are printed to."""

import os
from collections.abc import Iterable
from typing import NoReturn

from rich.console import Console, RenderableType
from rich.text import Text

_UNFOLDED = 200  # columns, where no terminal has fewer


class _Screen(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError  # it ends a command like every other, see `errors.guarded`


def screen(*, no_color: bool) -> Console:
    """The terminal.

    Args:
        no_color: no colours, not even on a terminal; the variable NO_COLOR says the same.
    """
    plain = no_color or bool(os.environ.get("NO_COLOR"))
    return _Screen(color_system=None if plain else "auto", highlight=False)


def table_screen(*, no_color: bool) -> Console:
    """The terminal for tables; where there is none, they are not folded into a terminal's width.

    Args:
        no_color: as for `screen`.
    """
    console = screen(no_color=no_color)
    if not console.is_terminal:
        console.width = _UNFOLDED
    return console


def print_tables(tables: Iterable[RenderableType], notes: Iterable[str], *, no_color: bool) -> None:
    """Print tables to stdout, and under them what must be said with them.

    Args:
        tables: the tables.
        notes: lines of plain text.
        no_color: as for `screen`.
    """
    console = table_screen(no_color=no_color)
    for table in tables:
        console.print(table)
    for note in notes:
        console.print(note, soft_wrap=True, markup=False)


def print_lines(lines: Iterable[Text], *, no_color: bool) -> None:
    """Print each line to stdout as it comes.

    Args:
        lines: the lines.
        no_color: no colours, not even on a terminal; the variable NO_COLOR says the same.
    """
    console = screen(no_color=no_color)
    for line in lines:
        console.print(line, soft_wrap=True)
