"""Ratings and match statistics: pure folds over results."""

from conquian_tournaments.rating.batch import rate
from conquian_tournaments.rating.pool import PoolRating, Rating, Tally

__all__ = ["PoolRating", "Rating", "Tally", "rate"]
