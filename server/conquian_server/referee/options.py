"""What a referee listens on, and the bounds that it keeps."""

from dataclasses import dataclass, field, fields
from pathlib import Path

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that no bot can exceed at anybody's cost but its own.

    Attributes:
        sessions: streams of bots at a time.
        streams: of one seat at a time; a bot that comes back may leave dead ones behind.
        message_bytes: of one message of a bot.
        entries: of one message of a bot.
        deals_at_once: open in one session.
        queued_bytes: waiting for a bot that does not read.
        useless_answers: to no open request, in one session.
        hello_seconds: from the connection to the hello.

    Raises:
        ValueError: a bound is not positive; it begins with the field.
    """

    sessions: int = 1024
    streams: int = 4
    message_bytes: int = MEBIBYTE // 4
    entries: int = 1024
    deals_at_once: int = 128
    # All that is queued goes in one message, and a gRPC client takes 4 MiB unless told otherwise.
    queued_bytes: int = 2 * MEBIBYTE
    useless_answers: int = 10_000
    hello_seconds: float = 10.0

    def __post_init__(self) -> None:
        _check_positive(self)


@dataclass(frozen=True, slots=True)
class Keepalive:
    """How a bot is found that is stopped or cut off without a word.

    Attributes:
        seconds: of silence after which the connection is tried.
        timeout: seconds in which the bot's side of the connection must react.

    Raises:
        ValueError: one is not positive; it begins with the field.
    """

    seconds: float = 10.0
    timeout: float = 5.0

    def __post_init__(self) -> None:
        _check_positive(self)


@dataclass(frozen=True, slots=True)
class Tls:
    """The referee's certificate.

    Attributes:
        certificate: PEM file of the certificate chain.
        key: PEM file of its private key.
        clients: PEM file of the authorities whose certificates bots must show; None asks for none.
    """

    certificate: Path
    key: Path
    clients: Path | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """How a referee is set up.

    Attributes:
        address: `unix:PATH` or `HOST:PORT`; port 0 takes any free one.
        inner: `unix:PATH`, for the bots that are started here where others come from elsewhere;
            empty has them dial `address`, too.
        tls: the certificate; without one the referee listens on loopback or a unix socket only.
        limits: its bounds.
        keepalive: how it finds bots that are cut off.
    """

    address: str
    inner: str = ""
    tls: Tls | None = None
    limits: Limits = field(default_factory=Limits)
    keepalive: Keepalive = field(default_factory=Keepalive)


def _check_positive(bounds: Limits | Keepalive) -> None:
    for each in fields(bounds):
        value = getattr(bounds, each.name)
        if not value > 0:
            raise ValueError(f"{each.name}: must be more than 0, not {value}")


_A_WEEK = 7 * 24 * 3600.0

ANY_SILENCE = Keepalive(seconds=_A_WEEK, timeout=_A_WEEK)
"""For bots that are started here: one that rests is as silent as one that is cut off.

No network can cut one off from a referee of its own machine, and of its end its launcher hears.
"""
