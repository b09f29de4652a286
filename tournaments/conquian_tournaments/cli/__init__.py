"""The command line: `conquian`."""

import io
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command that the program's arguments name, and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a suit's symbol ends no program
    try:
        from conquian_tournaments.cli.app import app

        app(prog_name="conquian")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
