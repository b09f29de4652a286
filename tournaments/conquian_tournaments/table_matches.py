"""A tournament's matches at tables of three or four, folded from its deals."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from conquian_tournaments.deals import CountedDeal, counted, read_deals
from conquian_tournaments.ledger import LedgerError, View
from conquian_tournaments.matches import State, id_order, states
from conquian_tournaments.opening import Opening
from conquian_tournaments.results import EntrantId
from conquian_tournaments.rotated import rotated_result, table_units


@dataclass(slots=True)
class TableMatch:
    """What came of a table so far.

    Attributes:
        pairing: the pairing's id.
        entrants: in the pairing's order, as is all that follows.
        state: how far it is.
        firsts: how many units each entrant was first in, alone or tied.
        points: each entrant's, with multipliers.
        faults: how many deals each entrant forfeited, by cause.
        deals: all ended deals.
        decks: how many decks were played in all rotations of the seats.
    """

    pairing: str
    entrants: tuple[EntrantId, ...]
    state: State
    firsts: list[int]
    points: list[int]
    faults: list[Counter[str]]
    deals: int = 0
    decks: int = 0

    def add(self, deals: list[CountedDeal], *, rotated: bool) -> None:
        """Adds all deals of it.

        Args:
            deals: the deals.
            rotated: whether its legs play the same decks; if not, each deal is a unit.

        Raises:
            ValueError: deals that have a deck in common are no rotations of each other.
        """
        for each in deals:
            self._add_deal(each)
        for unit in table_units(rotated_result(each.deal, rotated=rotated) for each in deals):
            self.decks += unit.deals > 1
            for entrant, rank in zip(unit.entrants, unit.ranks, strict=True):
                self.firsts[self.entrants.index(entrant)] += rank == 0

    def _add_deal(self, counted: CountedDeal) -> None:
        deal = counted.deal
        self.deals += 1
        for entrant, points in zip(deal.seats, counted.points, strict=True):
            self.points[self.entrants.index(entrant)] += points
        if deal.result.offender is not None:
            offender = self.entrants.index(deal.seats[deal.result.offender])
            self.faults[offender][deal.result.reason.value] += 1


def read_table_matches(view: View, opening: Opening) -> list[TableMatch]:
    """The matches of a ledger that have begun, in the order of their ids.

    Raises:
        LedgerError: an entry is damaged.
    """
    known, found = states(view, opening.seats), []
    try:
        for pairing, deals in _by_pairing(counted(opening.ruleset, read_deals(view))).items():
            match = _empty(pairing, deals[0], known.get(pairing, State.RUNNING))
            match.add(deals, rotated=opening.mirrored)
            found.append(match)
    except ValueError as error:
        raise LedgerError(f"{view.path}: its deals can't be counted: {error}") from None
    return sorted(found, key=lambda match: id_order(match.pairing))


def _empty(pairing: str, counted: CountedDeal, state: State) -> TableMatch:
    deal = counted.deal
    entrants = deal.seats[deal.leg :] + deal.seats[: deal.leg]  # as they sit in leg 0
    return TableMatch(
        pairing,
        entrants,
        state,
        firsts=[0] * len(entrants),
        points=[0] * len(entrants),
        faults=[Counter() for _ in entrants],
    )


def _by_pairing(deals: Iterable[CountedDeal]) -> dict[str, list[CountedDeal]]:
    found: dict[str, list[CountedDeal]] = {}
    for each in deals:
        found.setdefault(each.deal.pairing, []).append(each)
    return found
