"""A goodbye's reason is kept short, for it stands in the ledger once for each lost deal."""

import pytest
from conquian_server.referee.farewell import farewell

SAID = "the bot said goodbye: "


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("tired", "tired"),
        ("", "no reason given"),
        (" \n\t", "no reason given"),
        ("one\n  two\r\nthree", "one two three"),
        ("x" * 500, "x" * 500),
        ("x" * 501, "x" * 500 + "…"),
        ("x" * 250_000, "x" * 500 + "…"),
        ("a " * 250_000, "a " * 250 + "…"),
    ],
)
def test_what_is_kept_of_a_reason(reason: str, kept: str) -> None:
    """A reason is one line of 500 characters at most, and shows where more was cut off."""
    assert farewell(reason) == SAID + kept
