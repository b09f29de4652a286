"""How far a tournament is: what its ledger has of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from conquian_tournaments.deals import LedgerDeal, deal_key, read_deal
from conquian_tournaments.kinds import DEAL, LEG, SEED, UNPLAYABLE
from conquian_tournaments.ledger import Ledger, View
from conquian_tournaments.schedule import Leg, Pairing, legs

_AT_ONCE = 200  # pairings that are looked up together; so many are planned ahead of play


@dataclass(frozen=True, slots=True)
class Progress:
    """What is done of a tournament.

    Attributes:
        finished: whether all of it is.
        deal_count: how many deals have ended.
    """

    finished: bool
    deal_count: int


def read_progress(view: View) -> Progress:
    """What a ledger has of its tournament."""
    return Progress(view.entry(SEED) is not None, sum(1 for _ in view.keys(DEAL)))


def open_pairings(ledger: Ledger, pairings: Iterable[Pairing]) -> Iterator[Pairing]:
    """Those pairings of which a leg is neither over nor set aside.

    Few are held in memory at a time, and nothing is read of what was played.
    """
    rest = iter(pairings)
    while chunk := list(islice(rest, _AT_ONCE)):
        with ledger.view() as view:
            theirs = [leg for pairing in chunk for leg in legs(pairing)]
            settled = legs_over(view, theirs) | legs_set_aside(view, theirs)
        yield from (pairing for pairing in chunk if not settled.issuperset(legs(pairing)))


def legs_over(view: View, among: Sequence[Leg]) -> set[Leg]:
    """The legs that are over."""
    return _legs_in(view, LEG, among)


def legs_set_aside(view: View, among: Sequence[Leg]) -> set[Leg]:
    """The legs that could not be played."""
    return _legs_in(view, UNPLAYABLE, among)


def _legs_in(view: View, kind: str, among: Sequence[Leg]) -> set[Leg]:
    present = view.present(kind, [leg.id for leg in among])
    return {leg for leg in among if leg.id in present}


def played_deals(view: View, leg: Leg, deal_count: int) -> Iterator[LedgerDeal]:
    """Those of the first deals of a leg that have ended.

    Raises:
        LedgerError: an entry is damaged.
    """
    keys = [deal_key(leg.id, number) for number in range(deal_count)]
    present = view.present(DEAL, keys)
    for key in keys:
        if key in present and (entry := view.entry(DEAL, key)) is not None:
            yield read_deal(view.path, entry)
