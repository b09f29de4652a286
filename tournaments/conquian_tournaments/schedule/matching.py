"""Joining an even number of things to pairs at the least cost."""

from collections.abc import Callable, Sequence
from itertools import combinations


def cheapest_matching(
    members: Sequence[int], cost: Callable[[int, int], int | None]
) -> list[tuple[int, int]]:
    """The pairs of the cheapest matching of all members, in the order of their first ones.

    Args:
        members: an even number of them.
        cost: of a pair, given in the members' order; None if it can't be.

    Raises:
        ValueError: there is no matching of all members.
    """
    # Imported where it is used: it takes a tenth of a second, and only Swiss systems need it.
    import networkx as nx  # noqa: PLC0415

    graph = nx.Graph()
    graph.add_nodes_from(members)
    for one, other in combinations(members, 2):
        if (price := cost(one, other)) is not None:
            graph.add_edge(one, other, weight=-price)  # whole numbers, so it is exact
    partner = dict[int, int]()
    for one, other in nx.max_weight_matching(graph, maxcardinality=True):
        partner[one], partner[other] = other, one
    if len(partner) != len(members):
        raise ValueError("members: they can't all be paired")
    place = {member: index for index, member in enumerate(members)}
    return [(one, partner[one]) for one in members if place[one] < place[partner[one]]]
