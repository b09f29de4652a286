"""The table of a tournament at tables of three or four, folded from its deals."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from conquian_tournaments.deals import CountedDeal, LedgerDeal, counted
from conquian_tournaments.opening import Opening
from conquian_tournaments.rating.free_for_all import RankingTally
from conquian_tournaments.results import EntrantId
from conquian_tournaments.rotated import TableUnit, rotated_result, table_units
from conquian_tournaments.standings import DealSums


@dataclass(slots=True)
class TableRow(DealSums):
    """One entrant's line of the standings.

    Attributes:
        ranks: how many units it ended with each rank; 0 is the best, and who is tied shares it.
    """

    ranks: Counter[int] = field(default_factory=Counter)

    def add_deal(self, counted: CountedDeal, seat: int) -> None:
        """Adds a deal as seen from a seat."""
        result = counted.deal.result
        self.deals.add(0 if result.drawn else 1 if result.ranks()[seat] == 0 else -1)
        self.points += counted.points[seat]
        self.microseconds += counted.deal.microseconds[seat]
        if result.offender == seat:
            self.faults[result.reason.value] += 1


@dataclass(frozen=True, slots=True)
class TableStandings:
    """All rows, and the units as a rating takes them.

    Attributes:
        opening: what is played.
        rows: by entrant.
        tally: the units.
    """

    opening: Opening
    rows: dict[EntrantId, TableRow]
    tally: RankingTally

    @property
    def deal_count(self) -> int:
        """How many deals there are."""
        return sum(row.deals.total for row in self.rows.values()) // self.opening.seats

    def add(self, deals: Iterable[CountedDeal]) -> None:
        """Adds deals; a deck that was not played in all rotations is no unit.

        Raises:
            ValueError: deals that have a table and a deck in common are no rotations of each other.
        """
        rotated = self.opening.mirrored
        results = (rotated_result(each.deal, rotated=rotated) for each in self._added(deals))
        for unit in table_units(results):
            self._add_unit(unit)

    def _added(self, deals: Iterable[CountedDeal]) -> Iterator[CountedDeal]:
        for each in deals:
            for seat, entrant in enumerate(each.deal.seats):
                self.rows.setdefault(entrant, TableRow(entrant)).add_deal(each, seat)
            yield each

    def _add_unit(self, unit: TableUnit) -> None:
        self.tally.add(unit.entrants, unit.ranks)
        for entrant, rank in zip(unit.entrants, unit.ranks, strict=True):
            self.rows[entrant].ranks[rank] += 1


def table_standings(opening: Opening, deals: Iterable[LedgerDeal]) -> TableStandings:
    """Folds deals into standings; entrants get a row even if they have no deal.

    The order of the deals plays no part.

    Raises:
        ValueError: deals that have a table and a deck in common are no rotations of each other.
    """
    rows = {entrant: TableRow(entrant) for entrant in opening.names}
    standings = TableStandings(opening, rows, RankingTally(rows))
    standings.add(counted(opening.ruleset, deals))
    return standings
