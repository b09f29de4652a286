"""Greedy bots of every language decide as the one in Python does."""

from tests.bots.golden import make


def test_the_golden_file_is_what_greedy_says_now():
    """The questions and answers that are kept are those that are made from greedy today."""
    assert make.FILE.read_text() == "".join(make.lines())
