"""What outs does for a reason, each reason by an example."""

from conquian import Kind
from conquian.testing import decide, observation

from tests.bots.table import module_of

OUTS = module_of("outs")


def decided(**scene):
    """What outs decides."""
    return decide(OUTS.OutsBot(), observation(**scene))


def asked_to_force(opponents_table, dead=""):
    """The answer when the opponent passed the five of diamonds, which fits its table."""
    return str(
        decided(
            hand="AS KC",
            faced="5D",
            kind=Kind.FORCE_QUESTION,
            tables=["", opponents_table],
            passed_seats=[1],
            dead=dead,
        )
    )


def test_it_demands_what_the_opponent_did_not_want():
    """A seat far from the goal that passed a card is made to take it."""
    assert asked_to_force("2D3D4D") == "demand"


def test_it_does_not_help_an_opponent_to_the_last_card():
    """Ten cards on the table with a card to come are no harm: it waives."""
    assert asked_to_force("2D3D4D/JHQHKH/6S7SJS") == "waive"


def test_it_demands_when_the_last_card_can_not_come():
    """Ten cards on the table to which no live card can be added are a prison."""
    # The opponent's melds could grow by AD, 6D; 7H; 5S, QS and by nothing else.
    assert asked_to_force("2D3D4D/JHQHKH/6S7SJS", dead="AD 6D 7H 5S QS") == "demand"


def test_it_keeps_pairs_that_can_still_become_melds():
    """Of two pairs, the one whose other two cards are dead goes."""
    scene = {"hand": "5S 5H KS KH 2D 3D", "faced": "4D", "options": ["2D3D4D"]}
    for dead, kept in (("KD KC QS QH JS JH", "5"), ("5D 5C 4S 6S 4H 6H", "K")):
        decision = decided(**scene, dead=dead)
        assert str(decision.discard)[0] != kept


def test_it_gives_the_opponent_no_card_that_it_can_add():
    """Of two cards of no use, the one that fits the opponent's table stays."""
    scene = {"hand": "2D 3D AC KH", "faced": "4D", "options": ["2D3D4D"]}
    assert str(decided(**scene, tables=["", "2C3C4C"]).discard) == "KH"
    assert str(decided(**scene, tables=["", "7HJHQH"]).discard) == "AC"


def test_it_goes_out_when_it_can():
    """A won deal is won."""
    won = decided(
        hand="5S 5H",
        faced="5D",
        tables=["AS2S3S4S/KSKHKDKC", ""],
        options=["AS2S3S4S/5S5H5D/KSKHKDKC"],
    )
    assert str(won) == "meld AS2S3S4S/5S5H5D/KSKHKDKC"


def offered_the_ace(dead=""):
    """The answer to the ace of hearts, with nine cards laid and the king of clubs in the hand."""
    return str(
        decided(
            hand="KC",
            faced="AH",
            tables=["2H3H4H5H6H/7SJSQSKS", ""],
            options=["AH2H3H4H5H6H/7SJSQSKS"],
            dead=dead,
        )
    )


def test_it_passes_a_meld_that_locks_it_up():
    """With the ace added no live card could follow; without it two other kings go out."""
    assert offered_the_ace(dead="6S 7H") == "pass"


def test_it_melds_when_that_opens_ways_to_the_goal():
    """The same card is taken when it leaves a way to the goal and the kings are dead."""
    assert offered_the_ace(dead="KH KD") == "meld AH2H3H4H5H6H/7SJSQSKS x KC"
