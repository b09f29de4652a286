"""Deals joined into units: what one rated result, and one observation of a test, is.

Two legs with the same deck are not independent: what the deck gives in one it takes in the other.
So they count once, together.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from conquian_tournaments.results import DealResult, EntrantId


@dataclass(frozen=True, slots=True)
class UnitResult:
    """A mirrored pair of deals, or a deal that is not mirrored.

    Attributes:
        entrants: in the pairing's order.
        deck: the deck's number.
        deals: how many deals the unit holds, 2 or 1.
        margin: deals won by the first entrant less deals won by the second.
    """

    entrants: tuple[EntrantId, EntrantId]
    deck: int
    deals: int
    margin: int

    @property
    def winner(self) -> EntrantId | None:
        """The entrant who won more deals of the unit; multipliers and points play no part."""
        if self.margin == 0:
            return None
        return self.entrants[0] if self.margin > 0 else self.entrants[1]


def units(deals: Iterable[DealResult]) -> Iterator[UnitResult]:
    """Yields each unit as its last deal comes; a pair with one leg missing is not a unit yet.

    Raises:
        ValueError: two deals are no pair though they have a pairing and a deck in common.
    """
    waiting: dict[tuple[str, int], DealResult] = {}
    for deal in deals:
        if not deal.mirrored:
            yield UnitResult(deal.entrants, deal.deck, 1, deal.margin)
            continue
        other = waiting.pop((deal.pairing, deal.deck), None)
        if other is None:
            waiting[deal.pairing, deal.deck] = deal
        else:
            yield _pair(other, deal)


def _pair(one: DealResult, other: DealResult) -> UnitResult:
    if one.leg == other.leg:
        raise ValueError(f"pairing {one.pairing}, leg {one.leg}: deck {one.deck} came twice")
    if one.entrants != other.entrants:
        raise ValueError(f"pairing {one.pairing}, deck {one.deck}: its legs name other entrants")
    return UnitResult(one.entrants, one.deck, 2, one.margin + other.margin)
