"""The command line: `conquian`."""

import io
import os
import sys

INTERRUPTED = 130

_STDOUT, _STDERR = 1, 2


def main() -> None:
    """Run the command that the program's arguments name, and exit with its status."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a suit's symbol ends no program
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _run() -> None:
    from conquian_tournaments.cli.app import app
    from conquian_tournaments.cli.errors import told

    try:
        try:
            app(prog_name="conquian")
        finally:
            sys.stdout.flush()
    except OSError as error:  # of what no command writes: help, the version, wrong usage
        sys.exit(told(error))


def _open_what_is_closed() -> None:
    """Who closes an output wants nothing of it, and no file or socket may get its number."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdout = sys.stdout or os.fdopen(_STDOUT, "w")
    sys.stderr = sys.stderr or os.fdopen(_STDERR, "w")
