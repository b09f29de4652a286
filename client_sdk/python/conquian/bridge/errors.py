"""What can go wrong with a bridged bot."""

from conquian.errors import ConquianError


class BridgeError(ConquianError):
    """A bridged bot has said what can't be used, or has ended; the words say what was expected."""


class BotLeft(BridgeError):  # noqa: N818 - no error where a bot may leave
    """A bridged bot has ended by itself, with exit status 0."""


class AnswerError(ValueError):
    """A line is no answer; the words follow the line itself."""
