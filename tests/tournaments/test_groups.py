"""The connected parts of a pool."""

from conquian_tournaments.rating.factor import Factor
from conquian_tournaments.rating.groups import connected


def test_groups_are_what_results_connect() -> None:
    """Each entrant with a result, and each factor, is in one group, and a chain joins two."""
    one, other, joint, apart = (
        Factor(winner, loser, drawn=False, times=1)
        for winner, loser in ((0, 1), (2, 3), (1, 2), (6, 5))
    )
    groups = connected([one, other, joint, apart])
    assert [sorted(group.places) for group in groups] == [[0, 1, 2, 3], [5, 6]]
    assert groups[0].factors == [one, other, joint]
    assert groups[1].factors == [apart]
    assert connected([]) == []
