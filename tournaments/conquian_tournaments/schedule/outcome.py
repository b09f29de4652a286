"""What a match came to: all that a schedule needs to know of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from conquian_tournaments.results import DealResult
from conquian_tournaments.schedule.pairing import Pairing
from conquian_tournaments.units import units


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match that is over; one that was set aside, or at a table, has that of a drawn one.

    Attributes:
        pairing: the match.
        margin: units won by the pairing's first entrant less units won by its second.
        points: the first entrant's points less the second's, over all deals.
    """

    pairing: Pairing
    margin: int = 0
    points: int = 0


def outcome_of(pairing: Pairing, deals: Iterable[DealResult]) -> Outcome:
    """Folds a match's deals; the order of the deals plays no part.

    At a table of more than two nobody leads anybody, and nothing hangs on its outcome.

    Raises:
        ValueError: a deal is of another pairing, or two deals are no pair.
    """
    if pairing.others:
        return Outcome(pairing)
    played = list(deals)
    for deal in played:
        if deal.pairing != pairing.id:
            raise ValueError(f"pairing: a deal of {deal.pairing} is none of {pairing.id}")
    margin = sum(_sign(unit.margin) for unit in units(played))
    return Outcome(pairing, margin, sum(deal.points[0] - deal.points[1] for deal in played))


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)
