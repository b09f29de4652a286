"""What a ledger has of each leg, as an audit gathers it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from conquian_server.rules import Result

from conquian_tournaments.deals import LedgerDeal, leg_id
from conquian_tournaments.schedule import Leg

_NONE: Mapping[int, Result] = {}


class Played:
    """The deals of each leg, and the legs that are over or set aside.

    Attributes:
        over: the ids of legs that are over.
        set_aside: the ids of legs that could not be played.
    """

    def __init__(self) -> None:
        self.over: set[str] = set()
        self.set_aside: set[str] = set()
        self._results: defaultdict[str, dict[int, Result]] = defaultdict(dict)
        self._alike: dict[Result, Result] = {}  # a million deals have a few hundred results

    def add(self, deal: LedgerDeal) -> None:
        """Add a deal."""
        result = self._alike.setdefault(deal.result, deal.result)
        self._results[leg_id(deal.pairing, deal.leg)][deal.number] = result

    def of(self, leg: Leg) -> Mapping[int, Result]:
        """The results of a leg's deals, by number."""
        return self._results.get(leg.id, _NONE)

    def legs(self) -> Iterator[str]:
        """The ids of all legs of which there is anything."""
        yield from dict.fromkeys((*self._results, *self.over, *self.set_aside))
