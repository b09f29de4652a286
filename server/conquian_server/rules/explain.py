"""Why an action is illegal, in words (rules section 6).

The legal actions are generated, not tested one by one; these tests only explain a refusal, one
clause after another, and so stand as a second reading of the rules beside the generator.
"""

from typing import TypeAlias

from conquian_server.rules.actions import Action, Kind
from conquian_server.rules.cards import CARD_TEXTS, DECK_SIZE, CardSet, card_texts, cards_in
from conquian_server.rules.errors import quoted
from conquian_server.rules.legal import additions, may_lay_hand_melds
from conquian_server.rules.melds import meld_text
from conquian_server.rules.observation import Asked
from conquian_server.rules.state import State

# A code for programs and a sentence for people.
Refusal: TypeAlias = tuple[str, str]


def why_illegal(state: State, action: Action) -> Refusal:
    """The first clause that the action breaks; `none` as code where it breaks none."""
    refusal = _wrong_kind(state, action) or _wrong_layout(state, action)
    return refusal or _wrong_discard(state, action) or ("none", "the action is legal")


def _wrong_kind(state: State, action: Action) -> Refusal | None:
    if state.asked is None:
        return "after_end", "the deal has ended"
    answers_question = action.kind in (Kind.DEMAND, Kind.WAIVE)
    if state.asked is Asked.DEMAND_OR_WAIVE:
        if answers_question:
            return None
        return "must_demand_or_waive", f"seat {state.seat} is asked to demand or waive"
    if answers_question:
        return "nothing_to_demand", f"seat {state.seat} is offered a card, nobody has passed it"
    if action.kind is Kind.PASS and state.asked is Asked.FORCED_MELD:
        return "forced_may_not_pass", f"seat {state.seat} is forced and may not pass"
    return None


def _wrong_layout(state: State, action: Action) -> Refusal | None:
    if action.kind not in (Kind.MELD, Kind.MELD_PASS):
        return ("lays_nothing", f"no melds go with {action.kind.value}") if action.layout else None
    return (
        _wrong_melds(state, action)
        or _wrong_cards(state, action)
        or _wrong_use_of_faced(state, action)
        or _wrong_hand_cards(state, action)
        or _wrong_forced_play(state, action)
    )


def _wrong_melds(state: State, action: Action) -> Refusal | None:
    named: CardSet = 0
    for meld in action.layout:
        if meld not in state.setup.ruleset.book.melds:
            return "invalid_meld", f"{meld_text(meld)} is not a meld"
        if named & meld:
            return "card_named_twice", f"{card_texts(named & meld)} is in two melds"
        named |= meld
    return None


def _wrong_cards(state: State, action: Action) -> Refusal | None:
    table, hand, faced = _holdings(state)
    named = sum(action.layout)
    if table & ~named:
        return "table_card_left_out", f"{card_texts(table & ~named)} of the table is left out"
    if foreign := named & ~(table | hand | faced):
        return "card_not_held", f"seat {state.seat} does not hold {card_texts(foreign)}"
    return None


def _wrong_use_of_faced(state: State, action: Action) -> Refusal | None:
    table, _, faced = _holdings(state)
    uses_faced = bool(sum(action.layout) & faced)
    if action.kind is Kind.MELD:
        if not uses_faced:
            return "faced_card_not_used", f"the faced card {card_texts(faced)} is not used"
        return None
    if uses_faced:
        return "faced_card_passed_and_used", f"{card_texts(faced)} is both used and passed"
    if state.asked is Asked.FORCED_MELD or not may_lay_hand_melds(state):
        return "hand_meld_not_allowed", "no melds may be laid here without the faced card"
    if sum(action.layout) == table:
        return "nothing_added", "no card is added to the table"
    return None


def _wrong_hand_cards(state: State, action: Action) -> Refusal | None:
    if may_lay_hand_melds(state):
        return None
    _, hand, faced = _holdings(state)
    for meld in action.layout:
        if meld & hand and not meld & faced:
            cards = card_texts(meld & hand)
            return (
                "hand_card_outside_the_meld",
                f"{cards} of the hand is not in the meld of the faced card",
            )
    return None


def _wrong_forced_play(state: State, action: Action) -> Refusal | None:
    ruleset = state.setup.ruleset
    if state.asked is not Asked.FORCED_MELD or ruleset.forced_play != "add":
        return None
    assert state.seat is not None
    assert state.faced is not None
    if action.layout in additions(ruleset.book, state.tables[state.seat], state.faced):
        return None
    return "forced_only_adds", "a forced card is added to one meld and nothing else moves"


def _wrong_discard(state: State, action: Action) -> Refusal | None:
    _, hand, _ = _holdings(state)
    named, card = sum(action.layout), action.discard
    goes_out = named.bit_count() == state.setup.ruleset.goal
    if action.kind is not Kind.MELD or goes_out:
        return None if card is None else ("discard_when_out", "nothing is discarded with this")
    if card is None:
        return "discard_missing", "a card of the hand must be discarded"
    if card not in cards_in(hand & ~named):
        text = CARD_TEXTS[card] if card in range(DECK_SIZE) else f"card {quoted(card)}"
        return "discard_not_held", f"{text} is not left in the hand"
    return None


def _holdings(state: State) -> tuple[CardSet, CardSet, CardSet]:
    """The asked seat's table and hand, and the faced card as a set."""
    if state.seat is None or state.faced is None:
        return 0, 0, 0
    return sum(state.tables[state.seat]), state.hands[state.seat], 1 << state.faced
