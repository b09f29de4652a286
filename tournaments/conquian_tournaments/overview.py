"""A tournament as its ledger tells it, folded into what people ask of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from conquian_tournaments.folds import folded
from conquian_tournaments.kinds import SEED, UNPLAYABLE
from conquian_tournaments.ledger import Ledger, View
from conquian_tournaments.opening import Listed, Opening, read_opening
from conquian_tournaments.rating import PoolRating, Rating, rate
from conquian_tournaments.results import EntrantId
from conquian_tournaments.standings import Row, Standings


@dataclass(frozen=True, slots=True)
class Overview:
    """A tournament's state.

    Attributes:
        opening: what is played.
        head: the ledger's head that all this was computed from.
        seed: the decks' seed, None until it is published.
        deal_count: how many deals have ended.
        unplayable: legs that could not be played, with the reason.
        entrants: by place: the best rating first, equal ones by id.
        ratings: each entrant's rating.
        draw_probability: as fitted to this pool.
        standings: rows and crosstable, by entrant.
    """

    opening: Opening
    head: str
    seed: str | None
    deal_count: int
    unplayable: dict[str, str]
    entrants: tuple[Listed, ...]
    ratings: dict[EntrantId, Rating]
    draw_probability: float
    standings: Standings

    def row(self, entrant: Listed) -> Row:
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
        LedgerError: it holds no tournament, or an entry is damaged.
    """
    opening = read_opening(view)
    standings = folded(view)
    rating = rate(standings.tally)
    seed = view.entry(SEED)
    return Overview(
        opening=opening,
        head=view.head,
        seed=None if seed is None else seed.body["seed"],
        deal_count=standings.deal_count,
        unplayable={entry.key: entry.body["why"] for entry in view.entries(UNPLAYABLE)},
        entrants=_by_place(opening.entrants, rating),
        ratings={each.entrant: each for each in rating.ratings},
        draw_probability=rating.draw_probability,
        standings=standings,
    )


def _by_place(listed: Iterable[Listed], rating: PoolRating) -> tuple[Listed, ...]:
    conservative = {each.entrant: each.conservative for each in rating.ratings}
    return tuple(sorted(listed, key=lambda entrant: (-conservative[entrant.id], entrant.id)))
