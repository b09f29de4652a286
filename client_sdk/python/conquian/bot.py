"""What a bot is: a class with one method."""

import copy
import inspect
from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeAlias

from conquian.deals import Deal, DealEnd
from conquian.decisions import Decision
from conquian.errors import UsageError
from conquian.lazy import lazy
from conquian.observation import Observation


class Bot:
    """Plays one deal; a fresh object is made for each, so it may keep notes in itself.

    Set the attributes below in your class where the defaults don't suit.

    Attributes:
        name: what people call the bot; the class's name when it is empty.
        version: in whatever form you count; a new version is a new entrant.
        rulesets: the presets that it plays; none given means all rulesets.
        deals_at_once: how many deals it will play side by side. They are decided one after
            another in one process, so this makes it quick, not busy. Bots that keep notes outside
            their objects (in globals, in files) may want 1.
        answer_only_choice: let the referee answer where only one thing can be done. Opponents can
            tell by the speed.
        wants_history: have `observation.history` filled.
        deal: the deal that this object plays.
    """

    name: str = ""
    version: str = "0"
    rulesets: tuple[str, ...] = ()
    deals_at_once: int = 32
    answer_only_choice: bool = False
    wants_history: bool = False

    deal: Deal

    @lazy
    def random(self) -> Random:
        """Random numbers of its own, from the deal's seed: the same again in the same deal."""
        return Random(self.deal.seed)

    def decide(self, observation: Observation) -> Decision | Awaitable[Decision]:
        """Answer one request. An `async def` will do as well: then deals are thought of at once.

        An exception ends the bot: it is printed with its traceback, and the open deals are lost.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method decide(self, observation)")

    def ended(self, end: DealEnd) -> None:
        """Hear how the deal ended; called once, after the last decision. Does nothing here."""

    def warm_up(self) -> None:
        """Load what is slow to load, before any clock counts.

        Called once a process, on an object that plays no deal: keep what you load in the class.
        Does nothing here.
        """


Given: TypeAlias = Bot | type[Bot] | Callable[[], Bot]


class BotMaker:
    """Makes the bot objects of a session, from what `run` was given.

    Args:
        given: a class of bots, a function without arguments that makes one, or a bot that plays
            no deal itself: each deal gets a deep copy.

    Raises:
        UsageError: it is none of these.
    """

    def __init__(self, given: Given) -> None:
        self._make = _maker(given)
        self.sample = self._make()
        if not isinstance(self.sample, Bot):
            raise UsageError(f"{given!r} makes {self.sample!r}, which is no conquian.Bot")
        self.name = self.sample.name or type(self.sample).__name__
        self.is_async = inspect.iscoroutinefunction(self.sample.decide)

    def make(self, deal: Deal) -> Bot:
        """A fresh bot for a deal."""
        bot = self._make()
        bot.deal = deal
        return bot


def _maker(given: Given) -> Callable[[], Bot]:
    if isinstance(given, Bot):
        prototype = given
        return lambda: copy.deepcopy(prototype)
    if callable(given):
        return given
    raise UsageError(f"{given!r} is no bot: run a class of bots, as in conquian.run(MyBot)")
