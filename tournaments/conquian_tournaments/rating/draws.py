"""Fitting how often equals draw.

The fit maximises the likelihood of the pool by moving the draw margin along with the ratings. At
the fixed point of expectation propagation the gradient of its evidence is the sum, over results,
of the gradient of each one's log chance given all the others (Seeger 2005); that sum is brought
to zero. So no result is predicted with the help of itself, which keeps small pools honest.
"""

from dataclasses import dataclass
from statistics import NormalDist

from conquian_tournaments.rating.model import Comparison, draw_margin

LOWEST = 0.001
"""A fitted draw probability is never lower: at 0 a single draw would corrupt every rating."""
HIGHEST = 0.999

_NORMAL = NormalDist()


@dataclass(slots=True)
class Slope:
    """First and second derivative of a log-likelihood by the draw margin."""

    first: float = 0.0
    second: float = 0.0

    def add(self, comparison: Comparison, times: int) -> None:
        """Adds equal results."""
        first, second = _drawn(comparison) if comparison.drawn else _won(comparison)
        edge_by_margin = comparison.reach / comparison.spread
        self.first += first * edge_by_margin * times
        self.second += second * edge_by_margin**2 * times


def _won(one: Comparison) -> tuple[float, float]:
    return -one.change.shift, -one.change.shrink


def _drawn(one: Comparison) -> tuple[float, float]:
    near, far = one.edge - abs(one.gap), one.edge + abs(one.gap)
    chance = _NORMAL.cdf(near) - _NORMAL.cdf(-far)
    if chance <= 0.0:  # so far out that only the tail beyond the nearer edge counts
        return -near, -1.0
    density_near, density_far = _NORMAL.pdf(near), _NORMAL.pdf(far)
    first = (density_near + density_far) / chance
    return first, -(near * density_near + far * density_far) / chance - first**2


def better_margin(margin: float, slope: Slope) -> float:
    """One step of Newton's method, at most to half or double, and within the bounds."""
    step = -slope.first / slope.second if slope.second < 0 else 0.0
    moved = min(max(margin + step, margin / 2), margin * 2)
    return min(max(moved, draw_margin(LOWEST)), draw_margin(HIGHEST))
