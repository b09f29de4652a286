"""A ledger's deals folded into standings: what was folded before is kept, and gone on from.

Kept are the standings of all matches that are over, the ids of those that have begun and are not,
and the ledger's head at that moment. To them are added the deals of what was not over and all that
came later. Who audits a ledger folds all of it anew.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from conquian_tournaments.deals import (
    LedgerDeal,
    leg_and_number,
    leg_id,
    pairing_and_leg,
    read_deals,
    results,
)
from conquian_tournaments.fold_text import read_standings, standings_object
from conquian_tournaments.kinds import DEAL, LEG, SEED
from conquian_tournaments.ledger import (
    GENESIS,
    Fold,
    Ledger,
    LedgerError,
    View,
    verify_chain,
)
from conquian_tournaments.opening import Opening, read_opening
from conquian_tournaments.standings import Row, Standings

_SEATS = 2  # what comes of tables of more is not kept
_VERSION = 1  # to be raised whenever the same deals come to other standings or another text


class DamagedFoldError(LedgerError):
    """What is kept of a fold is of this ledger, but not as it is written."""


class _LateDealError(Exception):
    """A deal came of a match that was over."""


def folded(view: View) -> Standings:
    """The standings of a ledger, whose chain is verified as far as it is folded.

    Raises:
        LedgerError: it holds no tournament, or an entry is damaged or not as it was written.
    """
    fold = view.fold(_VERSION)
    verify_chain(view, after=(0, GENESIS) if fold is None else (fold.number, fold.head))
    try:
        kept = folded_on(view)
    except DamagedFoldError:
        kept = None
    return folded_anew(view) if kept is None else kept


def folded_anew(view: View) -> Standings:
    """The same, whatever is kept.

    Raises:
        LedgerError: it holds no tournament, or an entry is damaged.
    """
    opening = read_opening(view)
    return _nothing(opening).with_rest(view, opening)


def folded_on(view: View) -> Standings | None:
    """The same from what is kept; None where nothing is that can be gone on from.

    Raises:
        LedgerError: it holds no tournament, or an entry or what is kept is damaged.
    """
    opening = read_opening(view)
    if opening.seats > _SEATS:
        return None
    kept = _kept(view)
    try:
        return None if kept is None else kept.with_rest(view, opening)
    except _LateDealError:
        return None


def keep_fold(ledger: Ledger) -> None:
    """Fold what is over, and keep it.

    Raises:
        LedgerError: it can't be written, or the ledger holds no tournament or is damaged.
    """
    with ledger.view() as view:
        fold = _next_fold(view)
    if fold is not None:
        ledger.keep(fold)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A fold that is begun.

    Attributes:
        number: the last entry of which it knows.
        running: the ids of pairings that had begun by then and were not over.
        standings: those of all deals by then but of theirs.
    """

    number: int
    running: frozenset[str]
    standings: Standings

    def with_rest(self, view: View, opening: Opening) -> Standings:
        """The standings with all that is not in them yet, which is added to these."""
        self._add(view, opening, self._rest(view))
        return self.standings

    def with_matches(self, view: View, opening: Opening, over: frozenset[str]) -> Standings:
        """The standings with those pairings' deals, which are added to these."""
        self._add(view, opening, (deal for deal in self._rest(view) if deal.pairing in over))
        return self.standings

    def pairings(self, view: View) -> set[str]:
        """The pairings of the rest."""
        legs = {leg_and_number(key)[0] for key in view.keys(DEAL, after=self.number)}
        return {pairing_and_leg(leg)[0] for leg in legs} | self.running

    def _add(self, view: View, opening: Opening, deals: Iterable[LedgerDeal]) -> None:
        try:
            self.standings.add(results(opening.ruleset, deals, mirrored=opening.mirrored))
        except (IndexError, TypeError, ValueError) as error:
            raise LedgerError(f"{view.path}: its deals can't be counted: {error}") from None

    def _rest(self, view: View) -> Iterator[LedgerDeal]:
        for pairing in self.running:
            yield from read_deals(view, prefix=f"{pairing}-")
        new: set[str] = set()
        for deal in read_deals(view, after=self.number):
            if deal.pairing not in self.running:
                if deal.pairing not in new:
                    self._check_new(view, deal.pairing)
                    new.add(deal.pairing)
                yield deal

    def _check_new(self, view: View, pairing: str) -> None:
        if self.number and view.has(DEAL, prefix=f"{pairing}-", up_to=self.number):
            raise _LateDealError


def _nothing(opening: Opening) -> _Begun:
    rows = {entrant.id: Row(entrant.id) for entrant in opening.entrants}
    return _Begun(0, frozenset(), Standings(rows, {}))


def _kept(view: View) -> _Begun | None:
    fold = view.fold(_VERSION)
    if fold is None:
        return None
    try:
        value = json.loads(fold.text)
        running = frozenset(map(str, value["running"]))
        return _Begun(fold.number, running, read_standings(value["standings"]))
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise DamagedFoldError(f"{view.path}: what is kept of its tables is damaged") from None


def _next_fold(view: View) -> Fold | None:
    """What is to be kept now, None where that is kept already."""
    opening = read_opening(view)
    if opening.seats > _SEATS:
        return None
    number, head = view.last
    try:
        begun = _kept(view) or _nothing(opening)
        if begun.number == number:
            return None
        return _fold_of(view, opening, begun, number, head)
    except (DamagedFoldError, _LateDealError):
        return _fold_of(view, opening, _nothing(opening), number, head)


def _fold_of(view: View, opening: Opening, begun: _Begun, number: int, head: str) -> Fold:
    pairings = begun.pairings(view)
    over = frozenset(_over(view, opening, pairings))
    standings = begun.with_matches(view, opening, over)
    value = {"running": sorted(pairings - over), "standings": standings_object(standings)}
    return Fold(_VERSION, number, head, json.dumps(value, separators=(",", ":")))


def _over(view: View, opening: Opening, pairings: Iterable[str]) -> Iterator[str]:
    """Those of the pairings to which nothing comes any more."""
    if opening.imported or view.has(SEED, prefix=""):
        yield from pairings
        return
    legs = {pairing: [leg_id(pairing, 0), leg_id(pairing, 1)] for pairing in pairings}
    ended = view.present(LEG, [leg for both in legs.values() for leg in both])
    for pairing, both in legs.items():
        if ended.issuperset(both):
            yield pairing
