"""What was asked in a deal that is over."""

from dataclasses import replace

import pytest
from conquian_server.interview import Hearing, questions
from conquian_server.rules import BadRecord, Reason

from tests.interview.scenes import played


@pytest.mark.parametrize("number", range(4))
def test_a_deals_questions_are_its_actions_seat_by_seat(number):
    """Each seat was asked as often as it acted, and did what the record says, in its order."""
    record = played(number)
    asked = [question for seat in (0, 1) for question in questions(record, seat)]
    asked.sort(key=lambda question: question.position.action_count)
    assert [str(question.taken) for question in asked] == list(record.actions)
    assert [question.position.action_count for question in asked] == list(range(len(asked)))


@pytest.mark.parametrize("seat", [0, 1])
def test_all_questions_are_of_the_seat(seat):
    """A seat's questions are those in which its answer was wanted."""
    asked = list(questions(played(1), seat))
    assert asked
    assert {question.seat for question in asked} == {seat}


def test_a_fault_is_a_question_without_an_answer():
    """Where a seat's fault ended the deal, its last question has no action."""
    record = played(0, reason=Reason.TIMEOUT, actions=5)
    offender = record.result["offender"]
    *others, last = questions(record, offender)
    assert last.taken is None
    assert last.position.action_count == 5
    assert all(question.taken is not None for question in others)
    assert all(question.taken is not None for question in questions(record, 1 - offender))


@pytest.mark.parametrize("actions", [0, 5])
def test_anothers_fault_is_no_question(actions):
    """A seat whose answer was wanted when the other left has nothing there to answer for."""
    begun = played(0, reason=Reason.TIMEOUT, actions=actions)
    asked = begun.result["offender"]
    lost = replace(begun, result={**begun.result, "reason": "disconnected", "offender": 1 - asked})
    lost.result["points"] = begun.result["points"][::-1]
    assert all(question.taken is not None for question in questions(lost, asked))
    assert len(list(questions(lost, asked))) == len(list(questions(begun, asked))) - 1


def test_a_deal_begins_as_it_was_dealt():
    """A hearing tells the first position of its deal, whatever is asked of it."""
    record = played(2)
    hearing = Hearing(tuple(questions(record, 1))[-1:])
    first, dealt = hearing.first, record.start()
    assert (first.hands, first.faced, first.action_count) == (dealt.hands, dealt.faced, 0)
    assert hearing.seat == 1


def test_an_invalid_record_has_no_questions():
    """A record that the rules refuse is refused, with the action's place."""
    record = played(2)
    broken = type(record)(
        record.names, record.ruleset, record.dealer, 1, record.deck, ("demand",), record.result
    )
    with pytest.raises(BadRecord):
        list(questions(broken, 0))
