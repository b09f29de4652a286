"""Deals at tables of three or four, and what one rated result of them is.

A deck favours seats. So a table's entrants play each deck in all rotations of the seats, and what
they make of it together is one result: their ranking by the points of all these deals.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from conquian_tournaments.deals import LedgerDeal
from conquian_tournaments.results import EntrantId


@dataclass(frozen=True, slots=True)
class RotatedResult:
    """One deal of three or four entrants.

    Attributes:
        table: the planned match's id; entrants who meet again do so at another table.
        leg: the rotation, from 0 to one less than there are entrants.
        deck: the deck's number.
        entrants: by id, whatever their seats.
        points: what each entrant's score changed by, without the multiplier (rules section 7):
            what a deck is worth must not hang on the deck before it.
        rotated: whether the other legs play the same deck; if not, the deal is a unit by itself.

    Raises:
        ValueError: an entrant sits twice at the table, or an entrant has no points.
    """

    table: str
    leg: int
    deck: int
    entrants: tuple[EntrantId, ...]
    points: tuple[int, ...]
    rotated: bool = True

    def __post_init__(self) -> None:
        if len(set(self.entrants)) < len(self.entrants):
            raise ValueError(f"entrants: one of {self.entrants} sits twice at the table")
        if len(self.points) != len(self.entrants):
            raise ValueError(f"points: {len(self.points)} for {len(self.entrants)} entrants")


@dataclass(frozen=True, slots=True)
class TableUnit:
    """The deals of one deck in all rotations, or a deal that is not rotated.

    Attributes:
        entrants: by id.
        deck: the deck's number.
        deals: how many deals the unit holds.
        points: each entrant's points in all of them.
    """

    entrants: tuple[EntrantId, ...]
    deck: int
    deals: int
    points: tuple[int, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        """How many entrants have more points than each; equal points are tied."""
        return tuple(sum(other > own for other in self.points) for own in self.points)


def rotated_result(deal: LedgerDeal, *, rotated: bool = True) -> RotatedResult:
    """A ledger's deal as a table's.

    Args:
        deal: the deal.
        rotated: whether the deals of a table with one number in all legs have the same deck.

    Raises:
        ValueError: an entrant sits twice at the table.
    """
    seated = sorted(zip(deal.seats, deal.result.points, strict=True))
    return RotatedResult(
        table=deal.pairing,
        leg=deal.leg,
        deck=deal.number if deal.deck is None else deal.deck,
        entrants=tuple(entrant for entrant, _ in seated),
        points=tuple(points for _, points in seated),
        rotated=rotated,
    )


def table_units(deals: Iterable[RotatedResult]) -> Iterator[TableUnit]:
    """Yields each unit as its last deal comes; with a rotation missing it is not a unit yet.

    Raises:
        ValueError: deals that have a table and a deck in common are no rotations of each other.
    """
    waiting: dict[tuple[str, int], list[RotatedResult]] = {}
    for deal in deals:
        if not deal.rotated:
            yield _unit([deal])
            continue
        others = waiting.setdefault((deal.table, deal.deck), [])
        _check_fits(deal, others)
        others.append(deal)
        if len(others) == len(deal.entrants):
            yield _unit(waiting.pop((deal.table, deal.deck)))


def _check_fits(deal: RotatedResult, others: Iterable[RotatedResult]) -> None:
    if not 0 <= deal.leg < len(deal.entrants):
        raise ValueError(
            f"table {deal.table}: {len(deal.entrants)} entrants have no leg {deal.leg}"
        )
    for other in others:
        if other.leg == deal.leg:
            raise ValueError(f"table {deal.table}, leg {deal.leg}: deck {deal.deck} came twice")
        if other.entrants != deal.entrants:
            raise ValueError(f"table {deal.table}, deck {deal.deck}: its legs name other entrants")


def _unit(deals: list[RotatedResult]) -> TableUnit:
    points = zip(*(deal.points for deal in deals), strict=True)
    return TableUnit(deals[0].entrants, deals[0].deck, len(deals), tuple(map(sum, points)))
