"""How many decks a match plays."""

import pytest
from conquian_tournaments.schedule import BestOf, FixedLength, Length
from hypothesis import given
from hypothesis import strategies as st

MARGINS = st.lists(st.integers(-1, 1), min_size=12, max_size=12)


def _bouts(length: Length, units: list[int]) -> list[int]:
    """To how many decks a match of these units goes on, each time it is asked."""
    bouts = [length.decks_wanted()]
    while (wanted := length.decks_wanted(bouts[-1], sum(units[: bouts[-1]]))) != bouts[-1]:
        bouts.append(wanted)
    return bouts


def _decided(units: list[int], played: int, decks: int) -> bool:
    return abs(sum(units[:played])) > decks - played


@given(st.integers(1, 9), st.integers(0, 3), MARGINS)
def test_best_of_ends_as_soon_as_it_is_decided(decks: int, extra: int, units: list[int]) -> None:
    """A match ends with the first deck after which nobody can be caught up, or with the last."""
    bouts = _bouts(BestOf(decks, extra), units)
    assert bouts == sorted(set(bouts))
    first = next((n for n in range(1, decks + 1) if _decided(units, n, decks)), None)
    if first is None:  # level after all decks
        last = decks + extra
        first = next((n for n in range(decks, last) if sum(units[:n])), last)
    assert bouts[-1] == first


@given(st.integers(1, 9), st.integers(0, 3), MARGINS)
def test_best_of_is_played_in_few_bouts(decks: int, extra: int, units: list[int]) -> None:
    """A bout that isn't an extra deck has more than half of the decks that were left."""
    played = 0
    for wanted in _bouts(BestOf(decks, extra), units):
        if wanted <= decks:
            lead = abs(sum(units[:played]))
            assert 2 * (wanted - played) > decks - played - lead
        played = wanted


@given(st.integers(1, 9), st.lists(st.sampled_from([-2, -1, 0, 1, 2]), min_size=9, max_size=9))
def test_unmirrored_decks_are_two_units(decks: int, units: list[int]) -> None:
    """Where a deck gives two units, a match goes on while the two of each deck left could tell."""
    last = _bouts(BestOf(decks, mirrored=False), units)[-1]
    over = (n for n in range(1, decks) if abs(sum(units[:n])) > 2 * (decks - n))
    assert last == next(over, decks)


@pytest.mark.parametrize(
    ("played", "margin", "wanted"),
    [(0, 0, 4), (4, 4, 4), (4, -4, 4), (4, 3, 5), (4, 0, 6), (6, 1, 7), (7, 1, 7), (7, 0, 8)],
)
def test_best_of_seven(played: int, margin: int, wanted: int) -> None:
    """Best of seven with two extra decks: examples worked out by hand."""
    assert BestOf(7, extra=2).decks_wanted(played, margin) == wanted


def test_best_of_has_an_end() -> None:
    """A match that stays level ends with its last extra deck."""
    assert _bouts(BestOf(3, extra=2), [0] * 5) == [2, 3, 4, 5]
    assert BestOf(3, extra=2).most_decks == 5


@given(st.integers(1, 9), MARGINS)
def test_a_fixed_length_is_one_bout(decks: int, units: list[int]) -> None:
    """A match of a fixed length plays its decks at once, however it goes."""
    assert _bouts(FixedLength(decks), units) == [decks] == [FixedLength(decks).most_decks]


def test_impossible_lengths() -> None:
    """A match without a deck, or with less than no extra deck, is refused by name."""
    for made in (lambda: FixedLength(0), lambda: BestOf(0)):
        with pytest.raises(ValueError, match=r"^decks:"):
            made()
    with pytest.raises(ValueError, match=r"^extra:"):
        BestOf(1, extra=-1)
