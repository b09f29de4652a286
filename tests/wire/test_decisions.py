"""A bot's answers as choices of the match."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from conquian.v1 import decision_pb2
from conquian_server import rules
from conquian_server.match import ByCards, ByOption, Garbled
from conquian_server.match.decisions import action_of
from conquian_server.rules import Action, Kind, Position
from conquian_server.wire import decode_decision
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.deals import Deal, deals

Decision = decision_pb2.Decision

KINDS = {
    Kind.PASS: decision_pb2.ACTION_KIND_PASS,
    Kind.DEMAND: decision_pb2.ACTION_KIND_DEMAND,
    Kind.WAIVE: decision_pb2.ACTION_KIND_WAIVE,
    Kind.MELD: decision_pb2.ACTION_KIND_MELD,
    Kind.MELD_PASS: decision_pb2.ACTION_KIND_LAY_AND_PASS,
}


def said(position: Position, action: Action) -> Iterator[Decision]:
    """Every way to say an action that a position allows, by the words of the contract."""
    discard = 0 if action.discard is None else action.discard + 1
    base = Decision(request_id=7, action=KINDS[action.kind], discard=discard)
    if not action.layout:
        yield base
        return
    options = position.options()
    number = [option.layout for option in options].index(action.layout)
    yield _with(base, option_index=number)
    yield _with(base, layout=decision_pb2.Layout(melds=[_meld(meld) for meld in action.layout]))
    laid = options[number].laid
    same = [o for o in options if o.laid == laid and o.uses_faced is options[number].uses_faced]
    if same[0] is options[number]:  # the first of several is meant
        yield _with(base, hand_cards={"cards": [card + 1 for card in rules.cards_in(laid)]})


def _with(base, **laid):
    decision = Decision(**laid)
    decision.MergeFrom(base)
    return decision


def _meld(meld):
    return {"cards": [card + 1 for card in reversed(list(rules.cards_in(meld)))]}


@given(deals())
def test_every_legal_action_can_be_said(deal: Deal):
    """Each way to say a legal action, with cards and melds in any order, means that action."""
    for position in deal.positions():
        for action in position.legal_actions()[:20]:
            for decision in said(position, action):
                sent = Decision.FromString(decision.SerializeToString())
                assert action_of(decode_decision(sent), position) == action


def test_an_option_and_hand_cards_keep_their_parts():
    """Number, cards and discard arrive as they were said."""
    laying = Decision(action=decision_pb2.ACTION_KIND_MELD, option_index=3, discard=40)
    assert decode_decision(laying) == ByOption(3, rules.read_card("KC"), passes=False)
    cards = decision_pb2.HandCards(cards=[1, 40])
    passing = Decision(action=decision_pb2.ACTION_KIND_LAY_AND_PASS, hand_cards=cards)
    ends = rules.card_set([rules.read_card("AS"), rules.read_card("KC")])
    assert decode_decision(passing) == ByCards(ends, None, passes=True)


def test_no_hand_cards_are_a_choice_too():
    """A meld of the faced card alone lays no card of the hand, which is not nothing said."""
    alone = Decision(action=decision_pb2.ACTION_KIND_MELD, hand_cards={}, discard=5)
    assert decode_decision(alone) == ByCards(0, 4, passes=False)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"action": 0}, "action: 0 is no kind of action"),
        ({"action": 99}, "action: 99 is no kind of action"),
        ({"action": 4}, "laid: a meld says what is laid"),
        ({"action": 4, "option_index": 0, "discard": 41}, "there is no card 41"),
        ({"action": 4, "option_index": 0, "discard": -1}, "there is no card -1"),
        ({"action": 4, "hand_cards": {"cards": [1, 1]}}, "a card is named twice, or is none"),
        ({"action": 4, "hand_cards": {"cards": [0]}}, "a card is named twice, or is none"),
        ({"action": 4, "hand_cards": {"cards": [99]}}, "there is no card 99"),
        ({"action": 4, "layout": {"melds": [{}]}}, "layout: a meld has no cards"),
        ({"action": 5, "option_index": 0, "discard": 1}, "nothing is discarded with lay and pass"),
    ],
)
def test_what_means_nothing_is_garbled_with_the_reason(fields, reason):
    """An answer that can't be told is not an error of ours; its reason names what is wrong."""
    choice = decode_decision(Decision(**fields))
    assert isinstance(choice, Garbled)
    assert reason in choice.reason


CARD = st.integers(-3, 45)
LAID = st.one_of(
    st.fixed_dictionaries({"option_index": st.integers(0, 2**32 - 1)}),
    st.fixed_dictionaries({"hand_cards": st.lists(CARD).map(lambda c: {"cards": c})}),
    st.fixed_dictionaries(
        {"layout": st.lists(st.lists(CARD)).map(lambda m: {"melds": [{"cards": c} for c in m]})}
    ),
    st.just({}),
)


@given(st.integers(-1, 9), CARD, LAID, deals(preset="hoyle"))
def test_any_answer_is_decoded_and_judged(action, discard, laid, deal):
    """Whatever an answer holds, it means an action or is refused in words; nothing else happens."""
    choice = decode_decision(Decision(action=action, discard=discard, **laid))
    with suppress(rules.IllegalAction):
        assert isinstance(action_of(choice, deal.start()), Action)
