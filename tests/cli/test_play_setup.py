"""What the options of `conquian play` ask for, before anything runs."""

from pathlib import Path

import pytest
from conquian_server.match import ClockRules
from conquian_server.rules import deck_from_seed
from conquian_tournaments.cli.play_setup import Clock, Setup, prepare

NOTHING = Clock(limit=None, bank=None, increment=0.0, warm_up=None, no_clock=False)
DAY = 24 * 3600.0


def _prepared(clock: Clock = NOTHING, seed: str | None = None, bot: str = "greedy") -> Setup:
    return prepare(
        [bot, "random"],
        ruleset="classic",
        deals=3,
        seed=seed,
        at_once=2,
        target=None,
        clock=clock,
    )


@pytest.mark.parametrize(
    ("clock", "rules"),
    [
        (NOTHING, ClockRules(limit=10)),
        (Clock(2.5, None, 0.0, None, False), ClockRules(limit=2.5)),
        (Clock(None, 60, 0.5, None, False), ClockRules(bank=60, increment=0.5)),
        (Clock(None, None, 0.0, 3.0, False), ClockRules(limit=10, warm_up=3)),
        (Clock(None, None, 0.0, None, True), ClockRules(warm_up=DAY)),
    ],
)
def test_clocks(clock: Clock, rules: ClockRules) -> None:
    """The clocks are those asked for, and ten seconds a decision where none is."""
    assert _prepared(clock).plan.clocks == rules


def test_a_debugger_has_time() -> None:
    """Without a clock a bot that stands still in a debugger is not given up as lost."""
    policy = _prepared(Clock(None, None, 0.0, None, True)).plan.policy
    assert (policy.arrival, policy.grace) == (DAY, DAY)


@pytest.mark.parametrize(("asked", "given"), [(45, 45), (2, 10)])
def test_warm_up_that_a_bot_asks_for(tmp_path: Path, asked: int, given: int) -> None:
    """Bots get the warm-up that a bot.toml asks for, if it is longer than the usual one."""
    (tmp_path / "bot.toml").write_text(
        'name = "heavy"\nversion = "1"\nlanguage = "python"\nrun = ["python3", "bot.py"]\n'
        f"warm_up_seconds = {asked}\n"
    )
    assert _prepared(bot=str(tmp_path)).plan.clocks.warm_up == given


def test_plan() -> None:
    """Deals, deals at once and the decks of the seed are in the plan."""
    setup = _prepared(seed="given")
    plan = setup.plan
    assert (setup.names, setup.seed) == (("greedy", "random"), "given")
    assert (plan.seats, plan.deal_count, plan.deals_at_once) == (2, 3, 2)
    assert plan.deck_of(2) == deck_from_seed("given", 2)


def test_a_seed_by_chance() -> None:
    """Without a seed each leg has one of its own."""
    assert _prepared().seed != _prepared().seed
