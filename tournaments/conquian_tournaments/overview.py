"""A tournament as its ledger tells it, folded into what people ask of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from conquian_tournaments.deals import read_deals
from conquian_tournaments.folds import folded
from conquian_tournaments.kinds import SEED, UNPLAYABLE
from conquian_tournaments.ledger import Ledger, LedgerError, View, verify_chain
from conquian_tournaments.opening import Listed, Opening, read_opening
from conquian_tournaments.rating import PoolRating, Rating, rate
from conquian_tournaments.rating.free_for_all import rate_tables
from conquian_tournaments.results import EntrantId
from conquian_tournaments.standings import Row, Standings
from conquian_tournaments.table_standings import TableRow, TableStandings, table_standings

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class State:
    """A tournament's state, whatever is played.

    Attributes:
        opening: what is played.
        head: the ledger's head that all this was computed from.
        seed: the decks' seed, None until it is published.
        deal_count: how many deals have ended.
        unplayable: legs that could not be played, with the reason.
        entrants: by place: the best rating first, equal ones by id.
        ratings: each entrant's rating.
        draw_probability: as fitted to this pool.
        converged: whether the ratings have settled to their last digits.
    """

    opening: Opening
    head: str
    seed: str | None
    deal_count: int
    unplayable: dict[str, str]
    entrants: tuple[Listed, ...]
    ratings: dict[EntrantId, Rating]
    draw_probability: float
    converged: bool


@dataclass(frozen=True, slots=True)
class Overview(State):
    """The state of a tournament of two at a time.

    Attributes:
        standings: rows and crosstable, by entrant.
    """

    standings: Standings

    def row(self, entrant: Listed) -> Row:
        """The entrant's line of the standings."""
        return self.standings.rows[entrant.id]


@dataclass(frozen=True, slots=True)
class TableOverview(State):
    """The state of a tournament at tables of three or four.

    Attributes:
        standings: rows, by entrant.
    """

    standings: TableStandings

    def row(self, entrant: Listed) -> TableRow:
        """The entrant's line of the standings."""
        return self.standings.rows[entrant.id]


def overview(ledger: Ledger) -> Overview:
    """Fold a ledger as it is now.

    Raises:
        LedgerError: it holds no tournament, or an entry is damaged.
    """
    with ledger.view() as view:
        return overview_of(view)


def overview_of(view: View) -> Overview:
    """Fold a ledger as a view has it.

    Raises:
        LedgerError: it holds no tournament, or one at tables, or an entry is damaged.
    """
    standings = folded(view)
    return _overview(Overview, view, standings, rate(standings.tally))


def table_overview_of(view: View) -> TableOverview:
    """Fold a ledger of a tournament at tables as a view has it, its chain verified.

    Raises:
        LedgerError: it holds no tournament, or an entry is damaged or not as it was written.
    """
    verify_chain(view)
    try:
        standings = table_standings(read_opening(view), read_deals(view))
    except ValueError as error:
        raise LedgerError(f"{view.path}: its deals can't be counted: {error}") from None
    return _overview(TableOverview, view, standings, rate_tables(standings.tally))


def _overview(
    kind: Callable[..., _T], view: View, standings: Standings | TableStandings, rating: PoolRating
) -> _T:
    opening, seed = read_opening(view), view.entry(SEED)
    return kind(
        opening=opening,
        head=view.head,
        seed=None if seed is None else seed.body["seed"],
        deal_count=standings.deal_count,
        unplayable={entry.key: entry.body["why"] for entry in view.entries(UNPLAYABLE)},
        entrants=_by_place(opening.entrants, rating),
        ratings={each.entrant: each for each in rating.ratings},
        draw_probability=rating.draw_probability,
        converged=rating.converged,
        standings=standings,
    )


def _by_place(listed: Iterable[Listed], rating: PoolRating) -> tuple[Listed, ...]:
    conservative = {each.entrant: each.conservative for each in rating.ratings}
    return tuple(sorted(listed, key=lambda entrant: (-conservative[entrant.id], entrant.id)))
