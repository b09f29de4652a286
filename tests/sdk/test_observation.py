"""What a bot sees is what the referee's message holds."""

import pytest
from conquian import Card, Demand, Kind, LayAndPass, Meld, Origin, Pass, Waive, read_cards
from conquian.observation import Observation
from conquian.testing import observation

from tests.sdk.entries import asked


@pytest.fixture
def seen():
    """An offer in the middle of a deal."""
    return observation(
        hand="KC 5S 5H 4D",
        faced="5D",
        tables=["2H3H4H/6S6D6C", "7S7H7D"],
        options=["2H3H4H/5S5H5D/6S6D6C", "2H3H4H/4D5D6D/6S6D6C"],
        dead="AS JD",
        origin=Origin.DISCARD,
        faced_by=1,
        stock_count=9,
    )


def test_every_part_is_shown(seen):
    """Cards are cards, melds are tuples of them, seats are numbers."""
    assert seen.kind is Kind.OFFER
    assert seen.hand == read_cards("5S 5H 4D KC")
    assert seen.tables[1] == (read_cards("7S7H7D"),)
    assert seen.table == (read_cards("2H3H4H"), read_cards("6S6D6C"))
    assert (seen.faced, seen.faced_origin, seen.faced_by) == (Card("5D"), Origin.DISCARD, 1)
    assert seen.dead == read_cards("AS JD")
    assert (seen.seat, seen.dealer, seen.stock_count) == (0, 1, 9)
    assert seen.hand_counts == (4, 7)
    assert seen.ruleset.goal == 11


def test_what_is_absent_is_none_or_empty(seen):
    """Absent values can't be mistaken for seat 0 or a multiplier of 0."""
    assert seen.multiplier is None
    assert seen.scores == seen.history == seen.passed_seats == ()
    assert seen.time_left is None
    assert seen.bank_left is None
    assert observation(hand="KC", faced="5D", faced_by=None).faced_by is None


def test_unseen_cards_are_all_the_others(seen):
    """Hand, tables, dead and faced cards are seen; all others are not."""
    shown = {*seen.hand, *read_cards("2H3H4H6S6D6C7S7H7D"), *seen.dead, seen.faced}
    assert set(seen.unseen) | shown == set(range(40))
    assert not set(seen.unseen) & shown


def test_options_say_what_they_need(seen):
    """An option tells its cards of the hand and what may be discarded with it."""
    first, second = seen.options
    assert (str(first), first.hand_cards) == ("2H3H4H/5S5H5D/6S6D6C", read_cards("5S 5H"))
    assert first.discards == read_cards("4D KC")
    assert second.discards == read_cards("5S 5H KC")
    assert first.uses_faced
    assert not first.goes_out


def test_nothing_is_discarded_when_none_is_due():
    """Going out, and laying from the hand alone, take no discard."""
    seen = observation(hand="5S 5H KC", faced="5D", options=["5S5H5D/AS2S3S4S5C6C7CJC", "5S5H5C"])
    assert seen.options[0].goes_out
    assert seen.options[0].discards == ()
    assert not seen.options[1].uses_faced
    assert seen.options[1].discards == ()


def test_decisions_are_each_legal_one_once(seen):
    """All options with all their discards, and a pass where one is allowed."""
    texts = [str(decision) for decision in seen.decisions()]
    assert texts[0] == "pass"
    assert len(texts) == len(set(texts)) == 1 + 2 + 3
    assert texts[1] == "meld 2H3H4H/5S5H5D/6S6D6C x 4D"


def test_decisions_of_other_kinds():
    """Forced seats can't pass, force questions have two answers, hand melds are laid and passed."""
    forced = observation(hand="5S 5H KC", faced="5D", kind=Kind.FORCED, options=["5S5H5D"])
    assert forced.decisions() == [Meld(forced.options[0], Card("KC"))]
    asking = observation(hand="KC", faced="5D", kind=Kind.FORCE_QUESTION)
    assert asking.decisions() == [Demand(), Waive()]
    laying = observation(hand="5S 5H 5C KC", faced="7D", options=["5S5H5C"])
    assert laying.decisions() == [Pass(), LayAndPass(laying.options[0])]


def test_a_part_is_made_once(seen):
    """Reading a part again costs nothing and gives the same object."""
    assert seen.hand is seen.hand
    assert seen.options is seen.options


def test_remaining_time_goes_down(seen, monkeypatch):
    """The time left is reckoned from the moment in which the request came."""
    request = asked(1, 1, seconds_left=0.5).decision_requested
    request.bank_left.seconds = 60
    timed = Observation(request, seen.deal, received=100.0)
    monkeypatch.setattr("time.monotonic", lambda: 100.2)
    assert timed.time_left == pytest.approx(0.3)
    assert timed.bank_left == 60.0


def test_it_shows_itself_in_a_line(seen):
    """Printing an observation tells a bot's author where it stands."""
    assert repr(seen) == "<Observation OFFER of 5D, hand 5S 5H 4D KC>"
    assert repr(seen.options[0]) == "<Option 0: 2H3H4H/5S5H5D/6S6D6C>"
