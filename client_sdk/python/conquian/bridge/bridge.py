"""A bridged bot with its process and its session."""

import logging
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from conquian import command
from conquian.bot import Bot, BotMaker
from conquian.bridge.child import Child, child_environment
from conquian.bridge.errors import BotLeft, BridgeError
from conquian.bridge.session import BridgedSession
from conquian.client import Client
from conquian.connection import Address
from conquian.errors import ConquianError, UsageError

PRESETS = ("classic", "hoyle", "nine-card")


@dataclass(frozen=True, kw_only=True)
class BridgedBot:
    """A bot that speaks by lines, and what the hello says of it.

    Attributes:
        command: its program and arguments.
        name: what people call it.
        version: in whatever form its author counts.
        rulesets: the presets that it plays; none given means all rulesets.
        deals_at_once: how many deals it plays side by side.
        answer_only_choice: have the referee answer where only one thing can be done.
        wants_history: have each request carry the actions so far.
        waits_for_ready: it prints `ready` when it is warm; no clock counts before.
    """

    command: tuple[str, ...]
    name: str = "bridged"
    version: str = "0"
    rulesets: tuple[str, ...] = ()
    deals_at_once: int = 1
    answer_only_choice: bool = False
    wants_history: bool = False
    waits_for_ready: bool = False


def run(bridged: BridgedBot, address: str, token: str, ca: str) -> int:
    """Play for a referee until it ends the session or a signal does.

    Args:
        bridged: the bot.
        address: where the referee is: `unix:/path` or `host:port`.
        token: the access token, empty where none is needed.
        ca: a file of certificates to trust; empty for a connection without TLS.

    Returns:
        The exit status, as of any bot; what is wrong is told on stderr.
    """
    logging.basicConfig(stream=sys.stderr, format="%(name)s: %(message)s", level=logging.INFO)
    try:
        _check_rulesets(bridged.rulesets)
        bridge = _Bridge(bridged, command.address_of(address, token, ca))
        command.play(bridge.run(), bridge.client)
    except ConquianError as error:
        return command.told(error)
    return command.DONE


def _check_rulesets(rulesets: Iterable[str]) -> None:
    for name in rulesets:
        if name not in PRESETS:
            raise UsageError(f"ruleset {name!r}: there are {', '.join(PRESETS)}")


class _Bridge:
    def __init__(self, bridged: BridgedBot, address: Address) -> None:
        bots = BotMaker(lambda: _sample(bridged))
        self._command = bridged.command
        self._child = Child(self._take_line, self._fail)
        self._session = BridgedSession(
            bots, self._child.tell, waits_for_ready=bridged.waits_for_ready
        )
        self.client = Client(bots, address, session=self._session)

    async def run(self) -> None:
        """Play the session, with the bot's process beside it and no longer than it."""
        await self._child.start(self._command, child_environment())
        try:
            await self.client.run()
        finally:
            await self._child.end()

    def _take_line(self, line: bytes) -> None:
        self._session.take_line(line)
        self.client.send_soon()

    def _fail(self, error: BridgeError) -> None:
        if isinstance(error, BotLeft) and self._session.is_between_legs:
            self.client.stop("the bot has left after its leg")
        else:
            self.client.fail(error)


def _sample(bridged: BridgedBot) -> Bot:
    bot = Bot()
    bot.name = bridged.name
    bot.version = bridged.version
    bot.rulesets = bridged.rulesets
    bot.deals_at_once = bridged.deals_at_once
    bot.answer_only_choice = bridged.answer_only_choice
    bot.wants_history = bridged.wants_history
    return bot
