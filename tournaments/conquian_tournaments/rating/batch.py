"""Batch ratings of results between two; see `propagation`."""

from conquian_tournaments.rating.factor import DuelOutcome, Factor
from conquian_tournaments.rating.pool import PoolRating, Tally
from conquian_tournaments.rating.propagation import propagate


def rate(tally: Tally, *, draw_probability: float | None = None) -> PoolRating:
    """Rates every entrant of a pool; one without results keeps the prior.

    Entrants whom no chain of results connects are rated apart, each group around the prior's
    mean. A `draw_probability` that is not given is fitted by maximum likelihood (see `draws`).

    Raises:
        ValueError: `draw_probability` is not from 0 up to but without 1, or too low for a pool
            with draws.
    """
    place = {entrant: place for place, entrant in enumerate(tally.entrants)}
    factors = [
        Factor((place[key.winner], place[key.loser]), DuelOutcome(key.drawn), times)
        for key, times in tally.counts
    ]
    share = tally.draw_count / tally.result_count if tally.result_count else None
    return propagate(tally.entrants, factors, draw_share=share, draw_probability=draw_probability)
