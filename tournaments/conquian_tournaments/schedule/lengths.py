"""Over how many decks a match goes."""

from dataclasses import dataclass
from typing import Protocol

from conquian_tournaments.schedule.waves import check_whole


class Length(Protocol):
    """How many decks a match plays, which may depend on how it goes."""

    @property
    def most_decks(self) -> int:
        """What it never exceeds."""

    def decks_wanted(self, played: int = 0, margin: int = 0) -> int:
        """To how many decks in all a match goes on; it is over when that is what was played.

        Args:
            played: the decks that were played in both legs, so far.
            margin: units won by one entrant less units won by the other, so far.
        """


@dataclass(frozen=True, slots=True)
class FixedLength:
    """Always the same number of decks, as ratings want it.

    Raises:
        ValueError: no deck.
    """

    decks: int

    def __post_init__(self) -> None:
        check_whole("decks", self.decks, 1)

    @property
    def most_decks(self) -> int:
        """All of them."""
        return self.decks

    def decks_wanted(self, played: int = 0, margin: int = 0) -> int:
        """All of them; see `Length.decks_wanted`."""
        return self.decks


@dataclass(frozen=True, slots=True)
class BestOf:
    """As many decks as it takes until one entrant can't be caught up any more.

    Each time it wants the fewest decks that could decide the match, so that no deck is played
    in vain and which ones are played does not depend on how many are played at once. If the
    entrants are level after `decks`, it goes on deck by deck until one leads, for at most
    `extra` decks. What is still level then is for the knockout to decide.

    Attributes:
        decks: how many decks decide a match.
        extra: how many more at most, while it is level.
        mirrored: whether both legs play the same decks; if so, a deck is one unit, else two.

    Raises:
        ValueError: no deck, or less than no extra deck.
    """

    decks: int
    extra: int = 0
    mirrored: bool = True

    def __post_init__(self) -> None:
        check_whole("decks", self.decks, 1)
        check_whole("extra", self.extra, 0)

    @property
    def most_decks(self) -> int:
        """With all extra decks."""
        return self.decks + self.extra

    def decks_wanted(self, played: int = 0, margin: int = 0) -> int:
        """See `Length.decks_wanted`."""
        if played >= self.decks:
            return played + (margin == 0 and played < self.most_decks)
        units = 1 if self.mirrored else 2
        # The leader's needed wins: the fewest whole decks m of the `left` with
        # |margin| + m * units > (left - m) * units.
        short = (self.decks - played) * units - abs(margin)
        return played if short < 0 else played + short // (2 * units) + 1
