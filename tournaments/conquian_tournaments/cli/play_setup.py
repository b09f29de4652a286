"""From the options of `conquian play` to a leg that can be played."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from conquian_server.launcher import BotManifest
from conquian_server.match import ClockRules, FaultPolicy, LegPlan
from conquian_server.rules import PRESETS, BadConfiguration, Ruleset, commitment, deck_from_seed

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.rulesets import ruleset_named
from conquian_tournaments.cli.trusting import named_bot

_LIMIT = 10.0
_SEED_BYTES = 8
_NO_HURRY = 24 * 3600.0  # a bot in a debugger may come late, and may seem lost


@dataclass(frozen=True, slots=True)
class Clock:
    """The options of the clocks, as they were given."""

    limit: float | None
    bank: float | None
    increment: float
    warm_up: float | None
    no_clock: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """A leg before it is played.

    Attributes:
        bots: the bot in each seat.
        plan: the leg.
        seed: the seed of its decks and of its bots' random numbers.
    """

    bots: tuple[BotManifest, ...]
    plan: LegPlan
    seed: str

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names."""
        return tuple(bot.name for bot in self.bots)


def prepare(
    bots: Sequence[str],
    *,
    ruleset: str,
    deals: int,
    seed: str | None,
    at_once: int,
    target: int | None,
    clock: Clock,
    unsafe: bool = False,
) -> Setup:
    """The leg that the options ask for.

    Raises:
        BadInput: an option can't be used; the error names it.
        LauncherError: a bot is not found, or its `bot.toml` is wrong.
        RulesError: the seed is no text.
    """
    rules = ruleset_named(ruleset)
    _check_count(bots, rules)
    manifests = tuple(named_bot(bot, unsafe=unsafe) for bot in bots)
    _check_rulesets(manifests, rules)
    if seed is None:
        seed = secrets.token_hex(_SEED_BYTES)
    commitment(seed)  # it tells of a seed that is no text
    with _options_named():
        plan = LegPlan(
            ruleset=rules,
            seats=len(bots),
            deal_count=deals,
            deck_of=partial(deck_from_seed, seed),
            clocks=_clocks(clock, manifests),
            policy=_policy(clock),
            deals_at_once=at_once,
            target=target,
        )
    return Setup(manifests, plan, seed)


def _check_count(bots: Sequence[str], ruleset: Ruleset) -> None:
    try:
        ruleset.check_seats(len(bots))
    except BadConfiguration:
        raise BadInput(f"BOT: name {_seats_of(ruleset)}{_other_ruleset(len(bots))}") from None


def _seats_of(ruleset: Ruleset) -> str:
    least, most = ruleset.seats_min, ruleset.seats_max
    wanted = str(least) if least == most else f"{least} to {most}"
    return f"{wanted} bots ({ruleset.name} is played by {wanted})"


def _other_ruleset(bots: int) -> str:
    """A preset that so many can play."""
    for name, preset in PRESETS.items():
        if preset.seats_min <= bots <= preset.seats_max:
            return f", or add --ruleset {name} for {bots}"
    return ""


def _check_rulesets(bots: Sequence[BotManifest], ruleset: Ruleset) -> None:
    # A bot.toml names presets only; of another ruleset the bot itself says whether it plays it.
    for bot in bots:
        if ruleset.name in PRESETS and ruleset.name not in bot.rulesets:
            raise BadInput(
                f"{bot.name} does not play {ruleset.name}, only {', '.join(bot.rulesets)}"
            )


def _clocks(clock: Clock, bots: Sequence[BotManifest]) -> ClockRules:
    if clock.no_clock:
        return _no_clock(clock)
    limit = _LIMIT if clock.limit is None and clock.bank is None else clock.limit
    rules = ClockRules(limit, clock.bank, clock.increment)
    asked = [bot.warm_up_seconds for bot in bots if bot.warm_up_seconds is not None]
    warm_up = max([rules.warm_up, *asked]) if clock.warm_up is None else clock.warm_up
    return replace(rules, warm_up=warm_up)


def _no_clock(clock: Clock) -> ClockRules:
    if (clock.limit, clock.bank, clock.increment, clock.warm_up) != (None, None, 0.0, None):
        raise BadInput("--no-clock: goes with no option that gives a time")
    return ClockRules(warm_up=_NO_HURRY)


def _policy(clock: Clock) -> FaultPolicy:
    if clock.no_clock:
        return FaultPolicy(grace=_NO_HURRY, arrival=_NO_HURRY)
    return FaultPolicy()


@contextmanager
def _options_named() -> Iterator[None]:
    """Errors that begin with a field's name begin with the option's."""
    try:
        yield
    except ValueError as error:
        field, colon, reason = str(error).partition(": ")
        raise BadInput(f"--{field.replace('_', '-')}{colon}{reason}") from None
