"""The deals that somebody asks for."""

from dataclasses import dataclass

from conquian_tournaments.deals import CountedDeal, LedgerDeal, counted, read_deals
from conquian_tournaments.ledger import View
from conquian_tournaments.matches import id_order
from conquian_tournaments.opening import Opening
from conquian_tournaments.results import EntrantId


@dataclass(frozen=True, slots=True)
class Selection:
    """Which deals are meant; those that all that is given fits.

    Attributes:
        entrant: has a seat in them.
        match: the pairing's id.
        faults: whether only those that were forfeited.
    """

    entrant: EntrantId | None = None
    match: str | None = None
    faults: bool = False

    def fits(self, deal: LedgerDeal) -> bool:
        """Whether a deal is meant."""
        return (
            (self.entrant is None or self.entrant in deal.seats)
            and (self.match is None or self.match == deal.pairing)
            and (not self.faults or deal.result.offender is not None)
        )


def read_selected(view: View, opening: Opening, selection: Selection) -> list[CountedDeal]:
    """The deals of a ledger that are meant, in the order of their ids.

    Raises:
        LedgerError: an entry is damaged.
    """
    # All of a leg is read, since how often a deal counts depends on those before it.
    prefix = "" if selection.match is None else f"{selection.match}-"
    deals = counted(opening.ruleset, read_deals(view, prefix=prefix))
    return sorted((each for each in deals if selection.fits(each.deal)), key=_order)


def _order(counted: CountedDeal) -> tuple[object, ...]:
    deal = counted.deal
    return (id_order(deal.pairing), deal.leg, deal.number)
