"""The parts of a pool that no result connects."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from conquian_tournaments.rating.factor import Factor


@dataclass(slots=True)
class Group:
    """Entrants, by place in the pool, whom a chain of results connects, and those results."""

    places: list[int] = field(default_factory=list)
    factors: list[Factor] = field(default_factory=list)


def connected(factors: Iterable[Factor]) -> list[Group]:
    """The groups of all entrants that have a result."""
    group_of: dict[int, Group] = {}
    for factor in factors:
        group = _joined([group_of.get(place) or Group([place]) for place in factor.places])
        group.factors.append(factor)
        group_of.update(dict.fromkeys(group.places, group))
    return _distinct(group_of.values())


def _joined(groups: Iterable[Group]) -> Group:
    first, *others = _distinct(groups)
    if not others:
        return first
    joined = Group()
    for group in (first, *others):
        joined.places += group.places
        joined.factors += group.factors
    return joined


def _distinct(groups: Iterable[Group]) -> list[Group]:
    return list({id(group): group for group in groups}.values())
