"""Watching that a bot with all its processes keeps its limits; the kernel holds each of them."""

import asyncio
from typing import Final

from conquian_server.launcher.process import BotProcess
from conquian_server.launcher.sandbox.limits import Limits
from conquian_server.launcher.usage import Usage, shared_once_mb

_EVERY_SECONDS: Final = 0.25


async def watch(process: BotProcess, limits: Limits | None) -> None:
    """Measure what a bot uses until it ends, and end it where that is too much.

    Args:
        process: The bot's process.
        limits: What it may use; None only measures.
    """
    loop = asyncio.get_running_loop()
    begun = loop.time()
    while process.running:
        usage = process.measure()
        if limits is not None:
            excess = _excess(process.pid, usage, loop.time() - begun, limits)
            if excess:
                process.end_for(excess)
                return
        await asyncio.sleep(_EVERY_SECONDS)


def _excess(leader: int, usage: Usage, seconds: float, limits: Limits) -> str:
    """What is too much, in words; empty where nothing is."""
    if usage.memory_mb > limits.memory_mb:
        memory_mb = shared_once_mb(leader)
        if memory_mb > limits.memory_mb:
            return f"its memory: {memory_mb:.0f} MB of {limits.memory_mb} MB"
    if usage.cpu_seconds > limits.cpu_seconds:
        return f"its CPU time: {usage.cpu_seconds:.0f} s of {limits.cpu_seconds:.0f} s"
    if seconds > limits.wall_seconds:
        return f"its time: it ran for {seconds:.0f} s of {limits.wall_seconds:.0f} s"
    return ""
