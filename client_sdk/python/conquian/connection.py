"""Where the referee is, and the channel to it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from conquian.errors import UsageError

_UNIX = "unix:"
_LAST_PORT = 65535

_OPTIONS: tuple[tuple[str, Any], ...] = (
    # The end of a long leg is one message, and a bot has no reason to distrust its referee.
    ("grpc.max_receive_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 5000),
    ("grpc.max_reconnect_backoff_ms", 1000),
)
# A referee that has vanished without a word is noticed over a network only by asking.
_NETWORK_OPTIONS = (("grpc.keepalive_time_ms", 30_000), ("grpc.keepalive_timeout_ms", 10_000))


@dataclass(frozen=True, slots=True)
class Address:
    """How the referee is reached.

    Attributes:
        target: `unix:/path` or `host:port`.
        token: the access token, empty where none is needed.
        ca: the certificates to trust, in PEM; None for a connection without TLS.
    """

    target: str
    token: str = ""
    ca: bytes | None = None

    def __post_init__(self) -> None:
        if not _is_dialable(self.target):
            raise UsageError(f"address {self.target!r}: give host:port or unix:/path")

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What goes with the call."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    def channel(self) -> grpc.aio.Channel:
        """A channel to the referee; it connects when it is first used."""
        is_local = self.target.startswith(_UNIX)
        options = _OPTIONS if is_local else _OPTIONS + _NETWORK_OPTIONS
        if self.ca is None:
            return grpc.aio.insecure_channel(self.target, options=options)
        credentials = grpc.ssl_channel_credentials(self.ca)
        return grpc.aio.secure_channel(self.target, credentials, options=options)


def _is_dialable(target: str) -> bool:
    """Whether grpc can be told to dial it; of a port that is too high it takes the last bits."""
    if target.startswith(_UNIX):
        return target != _UNIX
    host, _, port = target.rpartition(":")
    is_number = port.isascii() and port.isdigit() and len(port) <= len(str(_LAST_PORT))
    return bool(host) and is_number and 1 <= int(port) <= _LAST_PORT


def read_ca(path: str) -> bytes:
    """The certificates in a file.

    Raises:
        UsageError: it can't be read.
    """
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"ca {path!r}: {error.strerror}") from error
