"""The terminal that lines of rich text are printed to."""

import os
from collections.abc import Iterable
from typing import NoReturn

from rich.console import Console
from rich.text import Text


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


def print_lines(lines: Iterable[Text], *, no_color: bool) -> None:
    """Print each line to stdout as it comes.

    Args:
        lines: the lines.
        no_color: no colours, not even on a terminal; the variable NO_COLOR says the same.
    """
    console = screen(no_color=no_color)
    for line in lines:
        console.print(line, soft_wrap=True)
