"""Futures that a crew gives out, which nobody but the crew settles."""

import asyncio
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def promise() -> "Future[T]":
    """A future that can't be cancelled: the run stops its crew, not single legs."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()
    return future


def settle(promised: "Future[T]", done: "Future[T] | asyncio.Future[T]") -> None:
    """Hand on what came of a future that is done."""
    try:
        result = done.result()
    except BaseException as error:  # a cancelled leg is an outcome, too
        promised.set_exception(error)
    else:
        promised.set_result(result)
