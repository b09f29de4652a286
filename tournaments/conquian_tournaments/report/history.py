"""How the ratings of a tournament came about, as values for plots."""

from typing import Any

from conquian_tournaments.deals import read_deals, results
from conquian_tournaments.ledger import View
from conquian_tournaments.matches import id_order
from conquian_tournaments.overview import Overview
from conquian_tournaments.rating.history import history, scheduled
from conquian_tournaments.report.frame import about_object
from conquian_tournaments.units import units


def history_object(view: View, state: Overview) -> dict[str, Any]:
    """The history as a JSON object: two rows for each unit, in the order of the matches' ids.

    It is not the rating: that comes of all results together, and this of their order too.
    """
    opening = state.opening
    played = list(results(opening.ruleset, read_deals(view), mirrored=opening.mirrored))
    pairings = sorted({result.pairing for result in played}, key=id_order)
    points = history(units(scheduled(played, pairings)), state.draw_probability)
    return {
        **about_object(opening, state.head),
        "history": [point._asdict() for point in points],
    }
