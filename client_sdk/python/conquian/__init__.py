"""Write a Conquian bot: a class with one method, and `conquian.run`.

A bot is asked for one decision at a time, sees all that its seat may see, and finds every legal
meld as a ready option:

    >>> import conquian
    >>> class MyBot(conquian.Bot):
    ...     def decide(self, observation):
    ...         if observation.kind is conquian.Kind.FORCE_QUESTION:
    ...             return conquian.Waive()
    ...         if not observation.options:
    ...             return conquian.Pass()
    ...         return self.random.choice(observation.options[0].decisions())

Without a referee, `conquian.testing` shows what it makes of a situation:

    >>> from conquian import testing
    >>> seen = testing.observation(hand="5S 5H KC", faced="5D", options=["5S5H5D"])
    >>> seen.hand, seen.faced, seen.options[0].discards
    ((5S, 5H, KC), 5D, (KC,))
    >>> testing.decide(MyBot(), seen)
    meld 5S5H5D x KC

`conquian.run(MyBot())` as the last line of the file plays for a referee. What a bot prints never
gets in the way: nothing but the connection carries decisions. The rules whose sections are named
in this package are `docs/rules.md`.
"""

from conquian.bot import Bot
from conquian.cards import CARDS, RANKS, SUITS, Card, Cards, Layout, read_cards, read_layout
from conquian.command import run
from conquian.deals import Deal, DealEnd, Leg, Ruleset
from conquian.decisions import Decision, Demand, LayAndPass, Meld, Pass, Waive
from conquian.errors import ConquianError, DecisionError, RefereeLostError, RefusedError, UsageError
from conquian.observation import Kind, Observation, Option, Origin
from conquian.version import __version__

__all__ = [
    "CARDS",
    "RANKS",
    "SUITS",
    "Bot",
    "Card",
    "Cards",
    "ConquianError",
    "Deal",
    "DealEnd",
    "Decision",
    "DecisionError",
    "Demand",
    "Kind",
    "LayAndPass",
    "Layout",
    "Leg",
    "Meld",
    "Observation",
    "Option",
    "Origin",
    "Pass",
    "RefereeLostError",
    "RefusedError",
    "Ruleset",
    "UsageError",
    "Waive",
    "__version__",
    "read_cards",
    "read_layout",
    "run",
]
