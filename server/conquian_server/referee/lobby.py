"""Where a bot that nobody here has started waits for its legs."""

import asyncio
from typing import Any

from conquian.v1 import session_pb2

from conquian_server.referee.hello import Chair, Refused
from conquian_server.referee.table import Table


class Lobby:
    """The place of one bot, which its token opens from one leg to the next.

    A bot may come at any time: its hello is answered when a seat is free for it.

    Attributes:
        streams: the calls that its token has open.
        arrived: set when the bot has come for the first time.
        told: set when it has been told that there is no more to play.
    """

    def __init__(self) -> None:
        self.streams: set[asyncio.Task[Any]] = set()
        self.arrived = asyncio.Event()
        self.told = asyncio.Event()
        self._chair: Chair | None = None
        self._decided = asyncio.Event()
        self._over = False

    def open(self, table: Table, seat: int) -> None:
        """From now on the bot, waiting or to come, is led to a seat."""
        self._chair = Chair(table, seat, self.streams)
        self._decided.set()

    def close(self) -> None:
        """From now on the bot waits again."""
        self._chair = None
        self._decided.clear()

    def dismiss(self) -> None:
        """There are no more legs for the bot, and it is told so."""
        self._chair, self._over = None, True
        self._decided.set()

    async def chair(self) -> Chair:
        """Wait for a seat.

        Raises:
            Refused: there will be none.
        """
        self.arrived.set()
        while self._chair is None and not self._over:
            await self._decided.wait()
        if self._chair is None:
            self.told.set()
            raise Refused(session_pb2.REFUSAL_REASON_STOPPING, "there is no more to play here")
        return self._chair
