"""One bot's session, over whichever stream it has at present."""

import secrets

from conquian_server.referee.options import Limits
from conquian_server.referee.outbox import Outbox


class Session:
    """One bot's session, which outlives its streams.

    Attributes:
        id: for logs.
        resume_token: what the bot shows to take the session up again.
        wants_history: whether requests carry the actions so far.
        outbox: the queue of its present stream, None while it has no stream.
        useless_answers: how many of its answers were to no open request.
        warned: whether it was told that these are too many.
    """

    def __init__(self, limits: Limits, *, wants_history: bool) -> None:
        self.id = secrets.token_hex(4)
        self.resume_token = secrets.token_urlsafe(24)
        self.wants_history = wants_history
        self.outbox: Outbox | None = None
        self.useless_answers = 0
        self.warned = False
        self._limits = limits

    def attach(self) -> Outbox:
        """The queue of a new stream; a stream that the session had is let go."""
        if self.outbox is not None:
            self.outbox.cut()
        self.outbox = Outbox(self._limits.queued_bytes)
        return self.outbox

    def detach(self, outbox: Outbox) -> bool:
        """A stream has ended; whether it was the session's present one."""
        outbox.end()
        if self.outbox is not outbox:
            return False
        self.outbox = None
        return True

    def close(self) -> None:
        """End the session's stream once all that is queued is sent."""
        if self.outbox is not None:
            self.outbox.close()
