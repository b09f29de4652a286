"""The connected parts of a pool."""

from conquian_tournaments.rating.factor import DuelOutcome, Factor
from conquian_tournaments.rating.groups import connected


def _factor(*places: int) -> Factor:
    return Factor(places, DuelOutcome(drawn=False), times=1)


def test_groups_are_what_results_connect() -> None:
    """Each entrant with a result, and each factor, is in one group, and a chain joins two."""
    one, other, joint, apart = map(_factor, (0, 2, 1, 6), (1, 3, 2, 5))
    groups = connected([one, other, joint, apart])
    assert [sorted(group.places) for group in groups] == [[0, 1, 2, 3], [5, 6]]
    assert groups[0].factors == [one, other, joint]
    assert groups[1].factors == [apart]
    assert connected([]) == []


def test_a_table_joins_groups_that_it_meets_twice() -> None:
    """A result of three, two of them in one group already, joins each group once."""
    pair, single, table = _factor(0, 2), _factor(1, 3), _factor(0, 1, 2)
    (group,) = connected([pair, single, table])
    assert sorted(group.places) == [0, 1, 2, 3]
    assert group.factors == [pair, single, table]
