"""What a referee listens on, and the bounds that it keeps."""

from dataclasses import dataclass, field
from pathlib import Path

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that no bot can exceed at anybody's cost but its own.

    Attributes:
        sessions: connected at a time.
        message_bytes: of one message of a bot.
        entries: of one message of a bot.
        deals_at_once: open in one session.
        queued_bytes: waiting for a bot that does not read.
        useless_answers: to no open request, in one session.
        hello_seconds: from the connection to the hello.
    """

    sessions: int = 1024
    message_bytes: int = MEBIBYTE // 4
    entries: int = 1024
    deals_at_once: int = 128
    queued_bytes: int = 4 * MEBIBYTE
    useless_answers: int = 10_000
    hello_seconds: float = 10.0


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
        tls: the certificate; without one the referee listens on loopback or a unix socket only.
        limits: its bounds.
    """

    address: str
    tls: Tls | None = None
    limits: Limits = field(default_factory=Limits)
