"""`conquian demo`."""

import re


def test_demo_rates_the_shipped_bots(conquian) -> None:
    """The demo plays the shipped bots against each other and ends in their ratings."""
    shown = conquian("demo", "--decks", "2")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.startswith("demo: ratings (classic)\n")
    bots = re.findall(r"(random|greedy|outs) v1 ", shown.stdout)
    assert set(bots) == {"random", "greedy", "outs"}
    assert "\n12 deals; " in shown.stdout
    assert "seed" not in shown.stdout


def test_demo_says_how_many_decks_it_takes(conquian) -> None:
    """A demo without decks is refused by the option's name."""
    refused = conquian("demo", "--decks", "0")
    assert refused.exit_code == 2
    assert "--decks" in refused.stderr
