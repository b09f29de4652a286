"""What a command's errors become: one line on stderr and an exit status.

Status 0 is yes, 1 is no (a record is not valid), 2 is bad input or usage, 130 is Ctrl-C.
"""

import errno
import functools
import os
import sys
from collections.abc import Callable
from typing import ParamSpec, TextIO

import typer

P = ParamSpec("P")

NO = 1
BAD_INPUT = 2
READER_GONE = 141  # what a shell says of a program whose pipe was closed

# Whoever opens or writes a file names it in the error; without a name it is of an output.
_OF_WRITING = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}

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
            _check_working_folder()
            command(*args, **kwargs)
            sys.stdout.flush()
        except _families() as error:
            raise typer.Exit(told(error)) from None

    return run


def told(error: Exception) -> int:
    """Tell of an error that is not ours, and return the status that it ends the program with."""
    if isinstance(error, BrokenPipeError):
        _abandon(sys.stdout)
        return READER_GONE
    if isinstance(error, OSError):
        complain(_in_words(error))
        _abandon(sys.stdout)
    else:
        complain(error)
    return BAD_INPUT


def complain(error: Exception | str) -> None:
    """Say on stderr what is wrong."""
    remark(f"error: {error}")


def remark(text: str) -> None:
    """Write a line to stderr; where that can't be written, the status must say it alone.

    It may hold what strangers' programs have printed.
    """
    from conquian_tournaments.report.names import printable

    try:
        typer.echo("\n".join(map(printable, text.split("\n"))), err=True)
    except OSError:
        _abandon(sys.stderr)


def _in_words(error: OSError) -> str:
    """The reason, after the file that it is about."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {reason}"
    if error.errno in _OF_WRITING:
        return f"the output can't be written: {reason}"
    return reason


def _check_working_folder() -> None:
    try:
        os.getcwd()
    except FileNotFoundError:
        raise BadInput("the working folder has been removed; go to one that is there") from None


def _families() -> tuple[type[Exception], ...]:
    """The errors that are not ours; a module that was never imported has raised none."""
    loaded = (
        getattr(sys.modules[module], name)
        for module, name in _FAMILIES.items()
        if module in sys.modules
    )
    return OSError, BadInput, *loaded


def _abandon(stream: TextIO) -> None:
    """Let what is still to be written go nowhere, or Python complains of it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
