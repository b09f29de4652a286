"""How a group of commands and a command are made: with an example, and with errors as people need.

app = group("Look at things.", example="conquian things --help")

@command(app, "count", example="conquian things count FILE")
def count(file: str) -> None:
    "Count the things of FILE."
"""

from collections.abc import Callable

import typer

from conquian_tournaments.cli.errors import guarded

_HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


def group(description: str, *, example: str) -> typer.Typer:
    """A group of commands with its help and an example."""
    return typer.Typer(
        help=description,
        epilog=_examples(example),
        context_settings=_HELP_OPTIONS,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,  # to import rich costs more than all the rest of `--help`
        pretty_exceptions_enable=False,
    )


def command(
    app: typer.Typer, name: str, *, example: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator: the function is the command `name` of `app`, its docstring the help.

    Args:
        app: the group.
        name: the command's name.
        example: command lines for the end of the help, one a line.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        made = app.command(name, epilog=_examples(example), context_settings=_HELP_OPTIONS)
        made(guarded(function))
        return function

    return register


def _examples(lines: str) -> str:
    # A line with \b alone keeps the paragraph after it as it is written.
    return "\n".join(["\b", "Example:", *(f"  {line}" for line in lines.splitlines())])
