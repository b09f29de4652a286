"""How ratings come about, for plots: not the rating.

Online TrueSkill: every unit moves the two who played it, and nobody else. What it comes to
depends on the order of the units, which is why the rating is the batch one (`batch.rate`). The
order here is the scheduled one, so that at least it does not depend on which of two legs that
were played side by side ended first.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from conquian_tournaments.rating.gaussian import Gaussian
from conquian_tournaments.rating.model import PRIOR, Duel, draw_margin, environment
from conquian_tournaments.results import DealResult, EntrantId
from conquian_tournaments.units import UnitResult


class Point(NamedTuple):
    """What an entrant's rating was after a unit.

    Attributes:
        unit: the unit's number in the schedule, counted from 1.
        entrant: one of the two who played it.
        mu: TrueSkill's estimate of the skill.
        sigma: the estimate's standard deviation.
    """

    unit: int
    entrant: EntrantId
    mu: float
    sigma: float


def scheduled(deals: Iterable[DealResult], pairings: Iterable[str]) -> list[DealResult]:
    """Puts deals into the order of the schedule, by pairing, deck and leg.

    Args:
        deals: in any order.
        pairings: the ids of all pairings, in the schedule's order.

    Raises:
        ValueError: a deal is of another pairing.
    """
    place = {pairing: place for place, pairing in enumerate(pairings)}

    def key(deal: DealResult) -> tuple[int, int, int]:
        if deal.pairing not in place:
            raise ValueError(f"pairings: {deal.pairing} is not among them")
        return place[deal.pairing], deal.deck, deal.leg

    return sorted(deals, key=key)


def history(units: Iterable[UnitResult], draw_probability: float) -> Iterator[Point]:
    """Yields two points for each unit, the pairing's first entrant's before its second's.

    Args:
        units: in the order of the schedule.
        draw_probability: as it was fitted to the whole pool, above 0.
    """
    env, margin = environment(draw_probability), draw_margin(draw_probability)
    skill: dict[EntrantId, Gaussian] = {}
    for number, unit in enumerate(units, 1):
        winner, loser = unit.entrants if unit.margin >= 0 else unit.entrants[::-1]
        before = skill.get(winner, PRIOR), skill.get(loser, PRIOR)
        duel = Duel(env, *before, margin, drawn=unit.margin == 0)
        skill[winner], skill[loser] = before[0] * duel.to_winner, before[1] * duel.to_loser
        for entrant in unit.entrants:
            yield Point(number, entrant, skill[entrant].mean, skill[entrant].deviation)
