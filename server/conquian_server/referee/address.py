"""Addresses: which ones a referee may listen on."""

import errno
import ipaddress
import os
import socket
from pathlib import Path

from conquian_server.referee.errors import BadAddress

UNIX = "unix:"
# The kernel's room for a socket's path, its closing zero not counted.
LONGEST_SOCKET_PATH = 107

_PROBE_SECONDS = 1.0


def check_address(address: str, *, secured: bool) -> None:
    """Check that a referee may listen on an address and that nobody else does.

    Raises:
        BadAddress: it may not, and why.
    """
    if address.startswith(UNIX):
        _check_socket_path(Path(address.removeprefix(UNIX)))
    else:
        _check_host_and_port(address, secured=secured)


def _check_socket_path(path: Path) -> None:
    length = len(os.fsencode(path))
    if length > LONGEST_SOCKET_PATH:
        raise BadAddress(
            f"the socket's path is {length} bytes long, but the system takes "
            f"{LONGEST_SOCKET_PATH}; choose a shorter folder (TMPDIR): {path}"
        )
    if not path.parent.is_dir():
        raise BadAddress(f"there is no folder {path.parent} for the socket")
    if path.exists():
        _check_left_behind(path)


def _check_left_behind(path: Path) -> None:
    """Refuse a path in use; a socket that nobody listens on is grpc's to replace."""
    if not path.is_socket():
        raise BadAddress(f"{path} exists already and is no socket; choose another path")
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(_PROBE_SECONDS)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            return
        except OSError as error:
            raise BadAddress(f"{path} exists already and can't be tried: {error}") from None
    raise BadAddress(f"another program listens on {path}; end it or choose another path")


def _check_host_and_port(address: str, *, secured: bool) -> None:
    host, colon, port = address.rpartition(":")
    if not colon or not port.isascii() or not port.isdigit() or int(port) >= 1 << 16:
        raise BadAddress(f"{address!r} is neither unix:PATH nor HOST:PORT")
    if not secured and not _is_loopback(host.strip("[]")):
        raise BadAddress(
            f"{host!r} can be reached from other machines; without a TLS certificate the referee "
            "listens on 127.0.0.1, localhost or a unix socket only"
        )
    _check_free(host.strip("[]"), int(port))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _check_free(host: str, port: int) -> None:
    """Refuse a port in use, in words: the server's own error names only a number."""
    try:
        family, kind, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise BadAddress(f"{host!r} is no address of this machine: {error}") from None
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(where)
        except OSError as error:
            advice = "end the program that has it, or let port 0 choose"
            reason = f"{error.strerror}; {advice}" if error.errno == errno.EADDRINUSE else error
            raise BadAddress(f"can't listen on {host}:{port}: {reason}") from None
