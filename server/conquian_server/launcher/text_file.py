"""Files that people write: text of a bounded size, read as a whole."""

import stat
from pathlib import Path

LARGEST = 2**20  # bytes; the file of a bot or a tournament has about a thousand


class Unreadable(Exception):  # noqa: N818 - named for what is wrong, as its siblings are
    """A file that is no text that people write; the message says why, without the file's name."""


def read_text(path: Path) -> str:
    """The text of a regular file, without the mark that some editors put before it.

    Raises:
        Unreadable: it can't be opened, is no regular file, too long, or not UTF-8.
    """
    try:
        # Looked at first, for opening a pipe that nobody writes to never returns.
        kind = path.stat().st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
            raise Unreadable("is no regular file")
        with path.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    if len(content) > LARGEST:
        raise Unreadable(f"is longer than {LARGEST} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"is not UTF-8 (at line {line})") from None
