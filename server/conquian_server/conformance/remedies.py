"""What to do about a failure, by its kind: what a check is about says little of a crash."""

from conquian_server.conformance.check import Check
from conquian_server.conformance.failed import Failed
from conquian_server.interview import BadMessage, BotLeft, BotSilent
from conquian_server.launcher import BuildError, SandboxError, StartError

_FILES = (
    "let Conquian read all files of the bot's folder, and write to its cache, which CONQUIAN_CACHE"
    " can have elsewhere"
)
_SANDBOX = "mend what the reason names; `conquian doctor` says whether the sandbox holds here"
_START = "mend what the reason names, in its bot.toml or on this machine"
_LEFT = (
    "mend what made it leave: the reason has what it said, and the end of what it wrote to standard"
    " error where its process ended"
)
_MESSAGE = "send PlayRequests, and keep to the limits of a message (docs/protocol.md)"
_SILENT = "answer each request within its time, of which --limit grants more"


def remedy_of(error: Exception, check: Check) -> str:
    """What the bot's author can do about it.

    Args:
        error: what the check raised.
        check: the check; its own remedy holds unless another is more to the point.
    """
    if isinstance(error, Failed):
        return error.remedy or check.remedy
    if isinstance(error, BotLeft):
        return check.left or _LEFT
    if isinstance(error, BotSilent):
        return check.silent or _SILENT
    if isinstance(error, BadMessage):
        return _MESSAGE
    return _of_machine(error) or check.remedy


def _of_machine(error: Exception) -> str:
    if isinstance(error, SandboxError):
        return _SANDBOX
    if isinstance(error, StartError):
        return _START
    return _FILES if isinstance(error, BuildError) and isinstance(error.__cause__, OSError) else ""
