"""What a command's errors become: one line on stderr and an exit status.

Status 0 is yes, 1 is no (a record is not valid), 2 is bad input or usage, 130 is Ctrl-C.
"""

import functools
import os
import sys
from collections.abc import Callable
from typing import ParamSpec

import typer

P = ParamSpec("P")

NO = 1
BAD_INPUT = 2
READER_GONE = 141  # what a shell says of a program whose pipe was closed

_FAMILIES = {
    "conquian_server.rules": "RulesError",
    "conquian_server.launcher": "LauncherError",
    "conquian_server.referee": "RefereeError",
    "conquian_tournaments.crew.face": "CrewError",
    "conquian_tournaments.fields": "FileError",
    "conquian_tournaments.ledger.errors": "LedgerError",
}


class BadInput(Exception):  # noqa: N818 - named for what is wrong, as the rules' errors are
    """Something given to a command can't be used; the text names the field or file and line."""


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """The command, with the errors that are not ours shown as one line and as a status."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:
            _abandon_stdout()
            raise typer.Exit(READER_GONE) from None
        except OSError as error:
            complain(error)
            _abandon_stdout()
            raise typer.Exit(BAD_INPUT) from None
        except _families() as error:
            complain(error)
            raise typer.Exit(BAD_INPUT) from None

    return run


def complain(error: Exception | str) -> None:
    """Say on stderr what is wrong."""
    typer.echo(f"error: {error}", err=True)


def _families() -> tuple[type[Exception], ...]:
    """The errors that are not ours; a module that was never imported has raised none."""
    loaded = (
        getattr(sys.modules[module], name)
        for module, name in _FAMILIES.items()
        if module in sys.modules
    )
    return BadInput, *loaded


def _abandon_stdout() -> None:
    """Let what is still to be written go nowhere, or Python complains of it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
