"""A bridged session without a process, and bots as processes."""

import pytest
from conquian.bot import Bot, BotMaker
from conquian.bridge.session import BridgedSession
from conquian.v1 import referee_pb2

from tests.sdk import entries as say


class Sample(Bot):
    """What a hello says of a bridged bot in these tests."""

    name = "bridged"


class Wire:
    """A bridged session with what it has told its bot.

    Attributes:
        session: the session.
        told: the lines, as the bot would read them.
    """

    def __init__(self, *, waits_for_ready: bool = False) -> None:
        self.told: list[bytes] = []
        self.session = BridgedSession(
            BotMaker(Sample), self.told.append, waits_for_ready=waits_for_ready
        )

    def hear(self, *entries: say.Entry) -> None:
        """Have the referee say something."""
        self.session.take(say.response(*entries))

    def sent(self) -> list[referee_pb2.BotEntry]:
        """What is to be sent since the last look."""
        entries = list(self.session.outgoing.entries)
        self.session.outgoing = referee_pb2.PlayRequest()
        return entries

    def answers(self, *lines: str) -> list[int]:
        """The ids of the requests that the bot's lines answer."""
        for line in lines:
            self.session.take_line(line.encode())
        return [entry.decision.request_id for entry in self.sent()]


@pytest.fixture
def wire():
    """A session that is welcome, with a leg begun."""
    wire = Wire()
    wire.session.connected()
    wire.hear(say.welcome(), say.leg_started())
    wire.sent()
    wire.told.clear()
    return wire


@pytest.fixture
def warming():
    """A session that is not welcome yet, with a bot that says when it is warm."""
    wire = Wire(waits_for_ready=True)
    wire.session.connected()
    return wire
