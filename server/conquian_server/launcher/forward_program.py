"""Lets a bot that can dial no unix socket dial loopback, and becomes the bot.

Its arguments are `--` and the bot's command. A process beside the bot listens on a free port of
127.0.0.1, which CONQUIAN_ADDRESS then names, and carries bytes between each connection to it and
the socket that CONQUIAN_ADDRESS has named before. It ends with the bot's process group.
Run as a file, with the standard library alone, so that it starts fast.
"""

import os
import selectors
import socket
import sys

_ADDRESS = "CONQUIAN_ADDRESS"
_UNIX = "unix:"
_BYTES = 1 << 16


class _Forwarder:
    """Carries bytes both ways. What one side does not take yet is not read from the other."""

    def __init__(self, listener: socket.socket, path: str) -> None:
        self._listener = listener
        self._path = path
        self._events = selectors.DefaultSelector()

    def run(self) -> None:
        """Serve for ever."""
        self._events.register(self._listener, selectors.EVENT_READ)
        while True:
            for key, _ in self._events.select():
                if key.fileobj is self._listener:
                    self._join(self._listener.accept()[0])
                elif key.fd in self._events.get_map():  # its pair may have just been parted
                    self._carry(key)

    def _join(self, near: socket.socket) -> None:
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(self._path)
        except OSError:
            near.close()
            far.close()
            return
        near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._events.register(near, selectors.EVENT_READ, far)
        self._events.register(far, selectors.EVENT_READ, near)

    def _carry(self, key: selectors.SelectorKey) -> None:
        source, target = key.fileobj, key.data
        assert isinstance(source, socket.socket)
        try:
            data = source.recv(_BYTES)
            target.sendall(data)
        except OSError:
            data = b""
        if not data:
            self._part(source, target)

    def _part(self, *pair: socket.socket) -> None:
        for each in pair:
            self._events.unregister(each)
            each.close()


def _main(command: list[str]) -> None:
    address = os.environ[_ADDRESS]
    if address.startswith(_UNIX):
        listener = socket.create_server(("127.0.0.1", 0), backlog=16)
        if os.fork() == 0:
            # Not a child of the bot's: a program that waits for its children does not know it.
            if os.fork() == 0:
                _Forwarder(listener, address.removeprefix(_UNIX)).run()
            os._exit(0)
        os.wait()
        os.environ[_ADDRESS] = f"127.0.0.1:{listener.getsockname()[1]}"
    os.execvp(command[0], command)


if __name__ == "__main__":
    _main(sys.argv[2:])
