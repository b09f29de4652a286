"""What can go wrong with a bridged bot."""

from conquian.errors import ConquianError


class BridgeError(ConquianError):
    """A bridged bot has said what can't be used, or has ended; the words say what was expected."""


class AnswerError(ValueError):
    """A line is no answer; the words follow the line itself."""
