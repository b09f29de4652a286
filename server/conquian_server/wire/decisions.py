"""A bot's decision as a choice of the match."""

from conquian.v1 import decision_pb2

from conquian_server.match import ByCards, ByOption, Choice, Garbled
from conquian_server.rules import DEMAND, PASS, WAIVE, Card, meld, meld_and_pass
from conquian_server.wire.cards import decode_card, decode_set

_BARE = {
    decision_pb2.ACTION_KIND_PASS: PASS,
    decision_pb2.ACTION_KIND_DEMAND: DEMAND,
    decision_pb2.ACTION_KIND_WAIVE: WAIVE,
}
_LAYING = (decision_pb2.ACTION_KIND_MELD, decision_pb2.ACTION_KIND_LAY_AND_PASS)


def decode_decision(decision: decision_pb2.Decision) -> Choice:
    """What the bot chose; `Garbled` with the reason where it can't be told."""
    bare = _BARE.get(decision.action)
    if bare is not None:
        return bare
    if decision.action not in _LAYING:
        return Garbled(f"action: {decision.action} is no kind of action")
    try:
        return _decode_laying(decision)
    except ValueError as error:
        return Garbled(str(error))


def _decode_laying(decision: decision_pb2.Decision) -> Choice:
    passes = decision.action == decision_pb2.ACTION_KIND_LAY_AND_PASS
    discard = decode_card(decision.discard)
    if passes and discard is not None:
        raise ValueError("discard: nothing is discarded with lay and pass")
    match decision.WhichOneof("laid"):
        case "option_index":
            return ByOption(decision.option_index, discard, passes)
        case "layout":
            return _decode_layout(decision.layout, discard, passes)
        case "hand_cards":
            return ByCards(decode_set(decision.hand_cards.cards), discard, passes)
    raise ValueError("laid: a meld says what is laid, as an option, a layout or cards of the hand")


def _decode_layout(layout: decision_pb2.Layout, discard: Card | None, passes: bool) -> Choice:
    melds = [decode_set(each.cards) for each in layout.melds]
    if not all(melds):
        raise ValueError("layout: a meld has no cards")
    return meld_and_pass(melds) if passes else meld(melds, discard)
