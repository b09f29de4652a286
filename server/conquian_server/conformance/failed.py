"""How a check says that a bot does not pass it."""

from collections.abc import Mapping
from typing import Any


class Failed(Exception):  # noqa: N818 - reads as what it says of the bot
    """A bot does not pass a check.

    Args:
        reason: what it did, for its author.
        remedy: what to do about it, where the check's own remedy is not to the point.
        record: the deal in which it did, as a record (rules section 12), where it was one.
    """

    def __init__(
        self, reason: str, remedy: str = "", record: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
        self.record = record
