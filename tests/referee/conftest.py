"""Tests of the referee are coroutines, run one after another in one event loop.

It is one loop because grpc's part of it is: what one loop leaves behind in it when it is closed
disturbs the next, up to a crash of the process. A program has one loop too.
"""

import asyncio
import inspect
import logging
from collections.abc import Coroutine, Iterator
from contextlib import suppress

import grpc.aio
import pytest

DEADLINE_SECONDS = 20.0

# Keeps that part alive for the tests in other folders, whose loops come and go.
grpc.aio.init_grpc_aio()


@pytest.fixture(scope="session", autouse=True)
def runner() -> Iterator[asyncio.Runner]:
    """The event loop of all tests."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that a bot does makes us, grpc or asyncio warn; only a failed leg is told."""
    yield
    told = [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.WARNING]
    assert not [text for text in told if "leg failed" not in text]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine; others are left to pytest."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in wanted}
    pyfuncitem.funcargs["runner"].run(_within_deadline(pyfuncitem.obj(**arguments)))
    return True


async def _within_deadline(test: Coroutine[None, None, None]) -> None:
    """Await a test; one that hangs fails, and shows where all its tasks wait."""
    task = asyncio.ensure_future(test)
    done, _ = await asyncio.wait({task}, timeout=DEADLINE_SECONDS)
    if not done:
        for each in asyncio.all_tasks():
            with suppress(TypeError):  # the tasks of grpc have no source
                each.print_stack()
        task.cancel()
        await asyncio.wait({task})
        pytest.fail(f"not done after {DEADLINE_SECONDS:g} s")
    await task
