"""What can go wrong for a bot; all of it is a `ConquianError`."""


class ConquianError(Exception):
    """Anything that this SDK raises on its own account."""


class DecisionError(ConquianError, ValueError):
    """A bot decided what can't be answered to its request. Nothing was sent of it."""


class UsageError(ConquianError, ValueError):
    """An address, token, file or bot can't be used; the words say which and what to do."""


class RefusedError(ConquianError):
    """The referee does not take the bot; the words are the referee's."""


class RefereeLostError(ConquianError):
    """The referee can't be reached, or not any more, and trying again was no use."""
