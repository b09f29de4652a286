"""What is kept of a bot's goodbye: whoever reads a ledger reads it once for each lost deal."""

from typing import Final

_MOST_CHARACTERS: Final = 500


def farewell(reason: str) -> str:
    """A bot's goodbye in words, with its reason on one line; of a long one its beginning."""
    line = " ".join(reason[: 2 * _MOST_CHARACTERS].split()) or "no reason given"
    is_cut = len(reason) > 2 * _MOST_CHARACTERS or len(line) > _MOST_CHARACTERS
    return f"the bot said goodbye: {line[:_MOST_CHARACTERS]}{'…' if is_cut else ''}"
