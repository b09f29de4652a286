"""The bench on which a bot is checked: how it is started, and what checks learn of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Self

from conquian.v1 import session_pb2

from conquian_server.interview import Patience, Reception, Talk, Visit, visit
from conquian_server.launcher import BotManifest, BotProcess, Core, Launcher
from conquian_server.rules import PRESETS, Action, Ruleset

_WARM_UP = 10.0
_MORE_SEATS = 3


class BenchLauncher(Launcher):
    """A launcher that knows which processes are of which bot.

    Attributes:
        started: what it has started, in that order.
    """

    def __init__(self, parent: str | None = None) -> None:
        super().__init__(parent)
        self.started: list[tuple[BotManifest, BotProcess]] = []

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        return self

    async def start(
        self, manifest: BotManifest, address: str, token: str, core: Core | None = None
    ) -> BotProcess:
        """Start a bot, as every launcher does."""
        process = await super().start(manifest, address, token, core)
        self.started.append((manifest, process))
        return process


@dataclass(frozen=True, slots=True)
class Seating:
    """A ruleset with so many seats."""

    ruleset: Ruleset
    seats: int

    @property
    def text(self) -> str:
        """Both in words."""
        return f"{self.ruleset.name} with {self.seats} seats"


@dataclass(slots=True)
class Bench:
    """A bot, and what is known of it.

    Attributes:
        launcher: starts it.
        bot: the bot; from the first check on as it was built.
        decision_seconds: how long it may take for a decision.
        hello: what it says of itself, once it has been heard.
        alone: what it decided in each of some deals, played one after another; empty where it does
            not decide the same again.
        charges: the seconds charged to each of its decisions in the deals that it has played.
        peak_mb: the most memory in MiB that its processes were seen to take meanwhile.
    """

    launcher: BenchLauncher
    bot: BotManifest
    decision_seconds: float = 10.0
    hello: session_pb2.Hello = field(default_factory=session_pb2.Hello)
    alone: list[list[Action]] = field(default_factory=list)
    charges: list[float] = field(default_factory=list)
    peak_mb: float = 0.0

    @property
    def patience(self) -> Patience:
        """How long the bot is waited for; its warm-up is also what it has to say hello."""
        asked = self.bot.warm_up_seconds
        warm_up = _WARM_UP if asked is None else max(asked, _WARM_UP)
        return Patience(arrival=warm_up, warm_up=warm_up, decision=self.decision_seconds)

    @property
    def seatings(self) -> list[Seating]:
        """The rulesets that the bot claims, with two seats and with more where it can be."""
        found = []
        for ruleset in (PRESETS[name] for name in self.bot.rulesets):
            numbers = {ruleset.seats_min, min(_MORE_SEATS, ruleset.seats_max)}
            found += [Seating(ruleset, seats) for seats in sorted(numbers)]
        return found

    @asynccontextmanager
    async def visited(self) -> AsyncIterator[tuple[Visit, Reception]]:
        """The bot, started and on its way to a reception of its own.

        Raises:
            LauncherError: it can't be started.
            InterviewError: what is raised by what is done with it.
        """
        address = f"unix:{self.launcher.new_folder()}/s"
        async with Reception(address) as reception:
            start = partial(self.launcher.start, self.bot)
            async with visit(start, reception, self.patience) as guest:
                yield guest, reception

    @asynccontextmanager
    async def talked(self, *, first_id: int = 1) -> AsyncIterator[Talk]:
        """A talk with the bot, started for it and ended with it.

        Args:
            first_id: the first id of a deal and of a request.

        Raises:
            LauncherError: it can't be started.
            InterviewError: it does not come, or does not answer.
        """
        async with (
            self.visited() as (guest, _),
            await guest.received(first_id=first_id) as talk,
        ):
            yield talk
            talk.end()
