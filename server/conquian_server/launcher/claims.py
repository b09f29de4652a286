"""Names that one process of a machine has at a time: Linux's abstract sockets.

The kernel gives a name back when its socket is closed, however the process ends.
"""

import errno
import socket


def claim(name: str) -> socket.socket | None:
    """Take a name until the socket is closed; None where somebody else has it.

    Raises:
        OSError: There are too many open files.
    """
    held = socket.socket(socket.AF_UNIX)
    try:
        held.bind(f"\0conquian-{name}")
    except OSError as error:
        held.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise
    return held
