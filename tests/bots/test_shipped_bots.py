"""The bots that ship with the product decide legally in every ruleset and number of seats."""

import tomllib

import pytest
from conquian_server import rules

from tests.bots.table import BOTS, bot_of, play

NAMES = ("random", "greedy", "outs")
TABLES = [("classic", 2), ("hoyle", 2), ("nine-card", 2), ("nine-card", 3), ("nine-card", 4)]


@pytest.fixture(scope="module")
def bots():
    """The class of each shipped bot."""
    return {name: bot_of(name) for name in NAMES}


def deals(ruleset, seats, first, others, count):
    """The ends of deals between one bot and others, the one in each seat in turn."""
    for number in range(count):
        at_table = [others] * seats
        at_table[number % seats] = first
        yield number % seats, play(rules.PRESETS[ruleset], at_table, number)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_every_decision_is_legal(bots, name, ruleset, seats):
    """Deals against a bot of whims, who passes and demands as well, come to their end."""
    ends = deals(ruleset, seats, bots[name], bots["random"], 50)
    assert all(position.result is not None for _, position in ends)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ruleset", ["classic", "hoyle", "nine-card"])
def test_every_decision_against_its_like_is_legal(bots, name, ruleset):
    """Deals of a bot with itself come to their end."""
    ends = deals(ruleset, 2, bots[name], bots[name], 25)
    assert all(position.result is not None for _, position in ends)


@pytest.mark.parametrize("name", NAMES)
def test_custom_rulesets_are_played(bots, name):
    """A ruleset that is no preset is played by the fields that the leg gives."""
    short = rules.read_ruleset({"base": "nine-card", "hand_size": 6, "max_sequence": 4})
    for number in range(10):
        assert play(short, [bots[name], bots["random"]], number).result is not None


@pytest.mark.parametrize("name", NAMES)
def test_the_same_deal_is_played_the_same_again(bots, name):
    """Given its observation and its seed, a shipped bot decides the same."""
    for number in range(5):
        first, again = (
            play(rules.PRESETS["hoyle"], [bots[name], bots["greedy"]], number) for _ in range(2)
        )
        assert first.actions == again.actions


@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("outs", "random")])
@pytest.mark.parametrize("ruleset", ["classic", "hoyle", "nine-card"])
def test_thought_beats_chance(bots, better, worse, ruleset):
    """A bot that thinks wins at least twice as many of 60 deals as one that doesn't."""
    won, lost = 0, 0
    for seat, position in deals(ruleset, 2, bots[better], bots[worse], 60):
        won += position.result.winner == seat
        lost += position.result.winner == 1 - seat
    assert won >= 2 * lost > 0 or (won > 0 and lost == 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_and_its_manifest_agree(bots, name):
    """What bot.toml says of a bot is what its hello says."""
    manifest = tomllib.loads((BOTS / name / "bot.toml").read_text())
    bot = bots[name]
    assert (manifest["name"], manifest["version"]) == (bot.name, bot.version)
    assert set(manifest["rulesets"]) == set(rules.PRESETS)
