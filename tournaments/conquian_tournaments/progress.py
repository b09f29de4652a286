"""How far a tournament is: what its ledger has of it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from conquian_server.rules import Result

from conquian_tournaments.deals import deal_key, leg_and_number, read_deal
from conquian_tournaments.kinds import DEAL, LEG, SEED, UNPLAYABLE
from conquian_tournaments.ledger import LedgerError, View


@dataclass(frozen=True, slots=True)
class Progress:
    """What is done of a tournament.

    Attributes:
        finished: whether all of it is.
        over: the ids of the legs that are over or set aside.
        played: the results of deals in other legs, by leg and number.
        deal_count: how many deals have ended in all.
    """

    finished: bool
    over: frozenset[str]
    played: Mapping[str, Mapping[int, Result]]
    deal_count: int


def read_progress(view: View) -> Progress:
    """What a ledger has of its tournament.

    Raises:
        LedgerError: an entry is damaged.
    """
    over = frozenset(key for kind in (LEG, UNPLAYABLE) for key in view.keys(kind))
    played: defaultdict[str, dict[int, Result]] = defaultdict(dict)
    deal_count = 0
    for key in view.keys(DEAL):
        deal_count += 1
        leg, number = leg_and_number(key)
        if leg not in over:
            played[leg][number] = _result(view, leg, number)
    return Progress(view.entry(SEED) is not None, over, played, deal_count)


def _result(view: View, leg: str, number: int) -> Result:
    entry = view.entry(DEAL, deal_key(leg, number))
    if entry is None:
        raise LedgerError(f"{view.path}: the deal {leg}/{number} can't be read")
    return read_deal(view.path, entry).result
