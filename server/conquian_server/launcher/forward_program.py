"""Lets a bot that can dial no unix socket dial loopback, and becomes the bot.

Its arguments are `--` and the bot's command. A process beside the bot listens on a free port of
127.0.0.1, which CONQUIAN_ADDRESS then names, and carries bytes between each connection to it and
the socket that CONQUIAN_ADDRESS has named before. It ends with the bot's process group.
Run as a file, with the standard library alone, so that it starts fast.
"""

import contextlib
import os
import socket
import sys
import threading

_ADDRESS = "CONQUIAN_ADDRESS"
_UNIX = "unix:"
_BYTES = 1 << 16
_STACK_BYTES = 1 << 18


def _forward(listener: socket.socket, path: str) -> None:
    """Serve for ever: a thread for each direction of a connection, so that neither waits."""
    threading.stack_size(_STACK_BYTES)  # stacks count as the bot's memory
    while True:
        near, _ = listener.accept()
        near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(path)
        except OSError:  # the referee is gone, and so is the connection
            near.close()
            far.close()
            continue
        for ends in ((near, far), (far, near)):
            threading.Thread(target=_carry, args=ends, daemon=True).start()


def _carry(source: socket.socket, target: socket.socket) -> None:
    """Carry bytes one way until their end, and hand the end on; an error ends both ways."""
    try:
        while data := source.recv(_BYTES):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        for each in (source, target):
            with contextlib.suppress(OSError):  # it is shut already
                each.shutdown(socket.SHUT_RDWR)


def _main(command: list[str]) -> None:
    address = os.environ[_ADDRESS]
    if address.startswith(_UNIX):
        listener = socket.create_server(("127.0.0.1", 0), backlog=16)
        if os.fork() == 0:
            # Not a child of the bot's: a program that waits for its children does not know it.
            if os.fork() == 0:
                _forward(listener, address.removeprefix(_UNIX))
            os._exit(0)
        os.wait()
        os.environ[_ADDRESS] = f"127.0.0.1:{listener.getsockname()[1]}"
    os.execvp(command[0], command)


if __name__ == "__main__":
    _main(sys.argv[2:])
