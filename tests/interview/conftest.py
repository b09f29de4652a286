"""Bots in this process, for interviews over a real stream."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import grpc.aio
import pytest
from conquian import Bot
from conquian.bot import BotMaker
from conquian.client import Client
from conquian.connection import Address
from conquian_server.interview import Answer, Hearing, Patience, Reception, ask_started
from conquian_server.launcher import ExitReport

# Keeps grpc's part of the event loop alive, for the tests' loops come and go.
grpc.aio.init_grpc_aio()

SHORT = Patience(arrival=5.0, warm_up=5.0, decision=5.0)


class InsideBot:
    """A bot that plays in this process, in the place of one of its own.

    Attributes:
        ended: done when it has come to its end.
    """

    def __init__(self, play: Awaitable[None]) -> None:
        self.ended = asyncio.create_task(self._play(play))

    async def stop(self, grace_seconds: float = 0.0) -> ExitReport:
        """End it."""
        if not self.ended.done():
            self.ended.cancel()
            await asyncio.wait({self.ended})
        return ExitReport(0, None, "", "")

    @staticmethod
    async def _play(play: Awaitable[None]) -> ExitReport:
        try:
            await play
        except Exception as error:
            return ExitReport(1, None, "", f"{type(error).__name__}: {error}")
        return ExitReport(0, None, "", "")


def inside(bot: type[Bot]) -> Callable[[str, str], Awaitable[InsideBot]]:
    """A starter of a bot in this process."""

    async def start(address: str, token: str) -> InsideBot:
        return InsideBot(Client(BotMaker(bot), Address(address, token)).run())

    return start


@pytest.fixture
def ask(tmp_path) -> Callable[..., list[list[Answer]]]:
    """Give a function that asks a bot in this process."""

    def ask(bot: type[Bot], hearings: Sequence[Hearing], **options: object) -> list[list[Answer]]:
        async def talk() -> list[list[Answer]]:
            async with Reception(f"unix:{tmp_path}/s") as reception:
                return await ask_started(inside(bot), reception, hearings, SHORT, **options)

        return asyncio.run(talk())

    return ask
