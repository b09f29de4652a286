"""What holds in every deal under every ruleset."""

from random import Random

import pytest
from conquian_server import rules
from conquian_server.rules import DECK_SIZE, IllegalAction, Position, Reason
from conquian_server.rules.explain import why_illegal
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.deals import Deal, deals
from tests.rules.mutations import neighbours, shuffled_text

HOYLE_FORCED = {"hand_melds": "own_stock_card", "force_scope": "any"}
ANY_DEAL = deals() | deals(preset="hoyle") | deals(**HOYLE_FORCED)


def parts(position: Position):
    """Everything that a position says of itself."""
    return (
        *(position.observe(seat) for seat in range(position.setup.seats)),
        position.next_card,
        position.result,
        position.legal_actions(),
        position.options(),
    )


@given(ANY_DEAL)
def test_cards_are_conserved(deal):
    """At every moment each of the forty cards is in exactly one place (section 4)."""
    for position in deal.positions():
        places = [*rules.cards_in(sum(position.hands)), *position.dead]
        places += deal.deck[position.next_card :]
        places += [card for table in position.tables for card in rules.cards_in(sum(table))]
        places += [] if position.faced is None else [position.faced]
        if position.result is None:
            assert sorted(places) == list(range(DECK_SIZE))
        assert len(places) == len(set(places))


@given(ANY_DEAL)
def test_hand_and_table_together(deal):
    """A seat holds and has laid `hand_size` cards, and one more when it has won (section 6)."""
    for position in deal.positions():
        for seat, (hand, table) in enumerate(zip(position.hands, position.tables, strict=True)):
            won = position.result is not None and position.result.winner == seat
            cards = hand.bit_count() + sum(table).bit_count()
            assert cards == deal.fields["hand_size"] + won


@given(ANY_DEAL)
def test_every_legal_action_applies(deal):
    """Every legal action is written once, is called legal, and can be taken (section 6)."""
    for position in deal.positions():
        legal = position.legal_actions()
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (position.result is None)
        for action in legal:
            assert position.is_legal(action)
            assert why_illegal(position, action)[0] == "none"
            assert rules.read_action(str(action)) == action
            assert position.apply(action).actions[-1] == (position.seat, action)


@given(ANY_DEAL)
def test_no_other_action_is_accepted(deal):
    """An action that is not among the legal ones is refused with a reason (section 6)."""
    random = Random(deal.seed)
    for position in deal.positions():
        legal = position.legal_actions()
        if legal == [rules.PASS] and random.random() < 0.9:
            continue  # most moments are so, and a few of them will do
        for tried in neighbours(position, random.choice(legal or [rules.PASS]), random):
            assert position.is_legal(tried) == (tried in legal)
            assert (why_illegal(position, tried)[0] == "none") == (tried in legal)
            if tried not in legal:
                with pytest.raises(IllegalAction):
                    position.apply(tried)


@given(ANY_DEAL)
def test_a_position_is_a_value(deal):
    """Applying an action or ending the deal by a fault changes nothing in the position before."""
    for position in deal.positions():
        before = parts(position)
        for action in position.legal_actions():
            position.apply(action)
        if position.result is None:
            position.forfeit(Reason.TIMEOUT, position.seat)
        assert parts(position) == before


@given(ANY_DEAL)
def test_a_deal_ends(deal):
    """A deal ends: each card turned or discarded is offered, and forced, so many times only.

    Every take lays a card for good, so no more cards are faced than the stock holds and seats
    can lay; each is passed at most once a seat, and each pass questioned at most once a seat.
    """
    last = deal.end()
    stock = DECK_SIZE - deal.seats * deal.fields["hand_size"]
    faced = stock + deal.seats * (deal.fields["hand_size"] + 1)
    assert len(last.actions) <= faced * (deal.seats * (deal.seats + 1))


@given(ANY_DEAL, st.booleans())
def test_records_round_trip(deal, shuffle):
    """A deal's record leads to the same end, however melds are written (sections 11 and 12)."""
    random = Random(deal.seed)
    last = deal.end()
    names = [f"bot {seat}" for seat in range(deal.seats)]
    record = rules.record_of(last, names, multiplier=random.choice([None, 1, 2, 3]))
    if shuffle:
        actions = [taken.action for taken in last.actions]
        record["actions"] = [shuffled_text(action, random) for action in actions]
    again = rules.verify(rules.read_record(record))
    assert parts(again) == parts(last)


@given(ANY_DEAL, st.integers(0, 400), st.sampled_from(sorted(rules.FAULTS, key=str)))
def test_records_of_faults_round_trip(deal, moment, fault):
    """The record of a forfeited deal is valid, wherever the fault came (sections 8 and 12)."""
    unfinished = [position for position in deal.positions() if position.result is None]
    position = unfinished[moment % len(unfinished)]
    seat = Random(moment).randrange(deal.seats) if fault is Reason.DISCONNECTED else position.seat
    last = position.forfeit(fault, seat)
    record = rules.record_of(last, ["name"] * deal.seats)
    assert parts(rules.verify(rules.read_record(record))) == parts(last)


def with_other_hidden_cards(
    deal: Deal, position: Position, viewer: int, random: Random
) -> Position:
    """The same moment after the same actions, with the cards that `viewer` can't see exchanged."""
    hidden = sum(position.hands) & ~position.hands[viewer]
    places = [i for i, card in enumerate(deal.deck) if hidden >> card & 1]
    places += range(position.next_card, DECK_SIZE)
    deck = list(deal.deck)
    for place, other in zip(places, random.sample(places, len(places)), strict=True):
        deck[place] = deal.deck[other]
    again = deal._replace(deck=tuple(deck)).start()
    for taken in position.actions:
        again = again.apply(taken.action)
    return again


@given(ANY_DEAL)
def test_hidden_cards_do_not_show(deal):
    """What a seat sees, and may do, is the same whatever the hidden cards are (section 9)."""
    random = Random(deal.seed)
    for position in deal.positions():
        if position.result is not None:
            continue
        for viewer in range(deal.seats):
            other = with_other_hidden_cards(deal, position, viewer, random)
            assert other.observe(viewer) == position.observe(viewer)
            if position.seat == viewer:
                assert other.legal_actions() == position.legal_actions()
                assert other.options() == position.options()
