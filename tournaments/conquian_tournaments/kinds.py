"""The kinds of entries that a tournament's ledger has."""

from typing import Final

OPENING: Final = "tournament"
"""What is played; the first entry. Its key is empty."""

DEAL: Final = "deal"
"""A deal that has ended; its key is the leg's id and the deal's number, as in `r0-0v1-a/17`."""

LEG: Final = "leg"
"""A leg that is over; its key is the leg's id."""

DECKS: Final = "decks"
"""Numbers of decks that an attempt at a leg was given, in tournaments with remote bots.

Its key is the leg's id and the first of them, as in `r0-0v1-a/100`.
"""

ATTEMPT: Final = "attempt"
"""An attempt at a leg that failed, and by no bot's fault; its key is the leg's id and a number."""

UNPLAYABLE: Final = "unplayable"
"""A leg that could not be played; its key is the leg's id."""

SEED: Final = "seed"
"""The decks' seed, published when all is played; the last entry. Its key is empty."""
