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
        group = _joined(_group(group_of, factor.winner), _group(group_of, factor.loser))
        group.factors.append(factor)
        group_of.update(dict.fromkeys(group.places, group))
    return list({id(group): group for group in group_of.values()}.values())


def _group(group_of: dict[int, Group], place: int) -> Group:
    return group_of.get(place) or Group([place])


def _joined(one: Group, other: Group) -> Group:
    if one is other:
        return one
    return Group(one.places + other.places, one.factors + other.factors)
