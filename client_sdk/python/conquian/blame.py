"""What a bot raised, printed for its author: from the author's own code on."""

import asyncio
import inspect
import os
import sys
import traceback
from types import TracebackType

from conquian.bot import Bot
from conquian.errors import DecisionError

# Frames of these folders come before those of a bot, and say nothing to its author.
_AROUND = tuple(os.path.dirname(file) + os.sep for file in (__file__, asyncio.__file__))


def print_blame(error: Exception, sample: Bot | None) -> None:
    """Print to stderr what a bot raised, without the frames that lead to it.

    Args:
        error: what was raised.
        sample: one of the bots, where one could be made. A decision is looked at when `decide`
            has returned, so that a wrong one is told with the place of `decide`.
    """
    own = _own_part(error.__traceback__)
    told = traceback.TracebackException(type(error), error, own or error.__traceback__)
    if own is None and sample is not None and isinstance(error, DecisionError):
        told.stack = traceback.StackSummary.from_list(_place_of_decide(sample))
    sys.stderr.writelines(told.format())


def _own_part(trace: TracebackType | None) -> TracebackType | None:
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_AROUND):
        trace = trace.tb_next
    return trace


def _place_of_decide(sample: Bot) -> list[traceback.FrameSummary]:
    decide = inspect.unwrap(type(sample).decide)
    if not inspect.isfunction(decide):
        return []
    code = decide.__code__
    return [traceback.FrameSummary(code.co_filename, code.co_firstlineno, code.co_name)]
