"""A decision is checked before it is sent, and what is wrong is said in words that help."""

import pytest
from conquian import Card, DecisionError, Demand, Kind, LayAndPass, Meld, Pass, Waive, read_cards
from conquian.checks import Answer, checked
from conquian.testing import observation
from conquian.v1 import decision_pb2

MELD = decision_pb2.ACTION_KIND_MELD


@pytest.fixture
def offer():
    """Two options with the faced card, one without."""
    return observation(
        hand="5S 5H 6D 7D KS KH KD",
        faced="5D",
        options=["5D6D7D", "5S5H5D", "KSKHKD"],
    )


@pytest.fixture
def question():
    """Another seat passed a card that can be forced on it."""
    return observation(hand="KC", faced="5D", kind=Kind.FORCE_QUESTION)


def test_each_way_to_say_what_is_laid(offer):
    """An option, its number, a layout in any order and cards of the hand all mean the same."""
    option = offer.options[1]
    meant = Answer(MELD, 1, Card("KS"))
    for decision in (
        option.meld(Card("KS")),
        Meld(option, "KS"),
        Meld(1, "KS"),
        Meld(layout="5D5H5S", discard="KS"),
        Meld(layout=[read_cards("5H 5S 5D")], discard=Card("KS")),
        Meld(cards="5H 5S", discard="KS"),
        Meld(cards=iter(read_cards("5S 5H")), discard="KS"),
    ):
        assert checked(decision, offer) == meant


def test_bare_decisions(offer, question):
    """A pass answers an offer, a demand or a waive the question."""
    assert checked(Pass(), offer) == Answer(decision_pb2.ACTION_KIND_PASS)
    assert checked(Demand(), question) == Answer(decision_pb2.ACTION_KIND_DEMAND)
    assert checked(Waive(), question) == Answer(decision_pb2.ACTION_KIND_WAIVE)


def test_hand_melds_are_laid_and_passed(offer):
    """An option without the faced card is answered without a discard."""
    meant = Answer(decision_pb2.ACTION_KIND_LAY_AND_PASS, 2)
    assert checked(offer.options[2].lay_and_pass(), offer) == meant
    assert checked(LayAndPass(cards="KS KH KD"), offer) == meant


def test_cards_alone_mean_the_first_option_that_lays_them():
    """Of two layouts with the same cards of the hand, the one first in order is taken."""
    seen = observation(
        hand="KC",
        faced="5D",
        tables=["2D3D4D/5S5H5C", ""],
        options=["2D3D4D5D/5S5H5C", "2D3D4D/5S5H5D5C"],
    )
    assert checked(Meld(cards="", discard="KC"), seen).option == 0


def test_going_out_takes_no_discard():
    """With an option that goes out nothing is discarded."""
    seen = observation(
        hand="5S 5H",
        faced="5D",
        tables=["AS2S3S4S/KSKHKDKC", ""],
        options=["AS2S3S4S/5S5H5D/KSKHKDKC"],
    )
    assert checked(seen.options[0].meld(), seen) == Answer(MELD, 0)
    with pytest.raises(DecisionError, match=r"you go out with .*: discard nothing"):
        checked(seen.options[0].meld("5S"), seen)


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (None, r"decide\(\) returned None; a card is offered: return conquian.Pass\(\) or"),
        ("pass", r"decide\(\) returned 'pass'"),
        (Demand(), "demand is no answer here; a card is offered"),
        (Meld(1), "a discard is needed with <Option 1: 5S5H5D>; one of KS KH 6D 7D KD"),
        (Meld(1, "5S"), "5S is laid with it; discard one of KS KH 6D 7D KD"),
        (Meld(1, "AC"), "AC is not in your hand; discard one of"),
        (Meld(1, "5D"), "5D is not in your hand"),
        (Meld(3, "KS"), "there is no option 3; the options are 5D6D7D, 5S5H5D, KSKHKD"),
        (Meld(-1, "KS"), "there is no option -1"),
        (Meld(Card("5S"), "KS"), "5S is no option; the options are"),
        (Meld("5S5H5D", "KS"), "'5S5H5D' is no option"),
        (Meld(2, "5S"), r"leaves the faced card out: answer with option.lay_and_pass\(\)"),
        (LayAndPass(1), r"takes the faced card: answer with option.meld\(discard\)"),
        (Meld(layout="5S5H5D5C", discard="KS"), "meld 5S5H5D5C x KS is no legal meld here"),
        (Meld(cards="5S", discard="KS"), "meld with 5S x KS is no legal meld here"),
    ],
)
def test_what_can_not_answer_an_offer(offer, decision, words):
    """Each slip has words that say what to do instead."""
    with pytest.raises(DecisionError, match=words):
        checked(decision, offer)


def test_an_option_of_another_request(offer):
    """An option that a bot kept from an earlier request is not taken for one of this."""
    earlier = observation(hand="5S 5H KC", faced="5D", options=["5S5H5D"])
    with pytest.raises(DecisionError, match="is of another request"):
        checked(earlier.options[0].meld("KC"), offer)


def test_a_forced_seat_may_not_pass():
    """The words tell that the card is forced."""
    seen = observation(hand="5S 5H KC", faced="5D", kind=Kind.FORCED, options=["5S5H5D"])
    with pytest.raises(DecisionError, match="pass is no answer here; the card is forced on you"):
        checked(Pass(), seen)


def test_a_question_is_not_answered_by_a_meld(question):
    """The words name the two answers."""
    with pytest.raises(DecisionError, match=r"return conquian.Demand\(\) or conquian.Waive\(\)"):
        checked(Meld(0, "KC"), question)
    with pytest.raises(DecisionError, match=r"return conquian.Demand\(\) or conquian.Waive\(\)"):
        checked(Pass(), question)


def test_a_meld_where_nothing_can_be_laid():
    """The words say that only a pass is left."""
    seen = observation(hand="5S KC", faced="5D")
    with pytest.raises(DecisionError, match=r"nothing can be laid: return conquian.Pass\(\)"):
        checked(Meld(cards="5S", discard="KC"), seen)


@pytest.mark.parametrize("arguments", [{}, {"option": 0, "cards": "5S"}])
def test_what_is_laid_is_said_once(arguments):
    """None or two of the three ways is a slip that is told where it is made."""
    with pytest.raises(TypeError, match="Meld takes an option, layout=… or cards=…; one"):
        Meld(**arguments)
