"""The lines that a bridged bot writes, as they are read."""

import json

import pytest
from conquian import Demand, LayAndPass, Meld, Pass, Waive
from conquian.bridge.answers import read_action, read_answer
from conquian.bridge.errors import AnswerError

NAMED = {"requestId": "7"}


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("pass", Pass()),
        ("demand", Demand()),
        ("waive", Waive()),
        ("meld 5S5H5D x KC", Meld(layout="5S5H5D", discard="KC")),
        ("meld 6S6D6C/2H3H4H", Meld(layout="6S6D6C/2H3H4H")),
        ("meld 2H3H4H pass", LayAndPass(layout="2H3H4H")),
    ],
)
def test_each_kind_of_text(text, decision):
    """An action's text is read, by itself and within JSON."""
    assert read_action(text) == decision
    assert read_answer(text).request_id is None
    answer = read_answer(json.dumps({**NAMED, "text": text}))
    assert (answer.request_id, answer.decision) == (7, decision)


@pytest.mark.parametrize(
    ("fields", "decision"),
    [
        ({"action": "ACTION_KIND_PASS"}, Pass()),
        ({"action": "ACTION_KIND_DEMAND"}, Demand()),
        ({"action": "ACTION_KIND_WAIVE"}, Waive()),
        (
            {"action": "ACTION_KIND_MELD", "optionIndex": 0, "discard": "CARD_KC"},
            Meld(0, "KC"),
        ),
        (
            {"action": 4, "option_index": 1, "discard": 40},
            Meld(1, "KC"),
        ),
        (
            {
                "action": "ACTION_KIND_MELD",
                "layout": {"melds": [{"cards": ["CARD_5S", "CARD_5H", "CARD_5D"]}]},
            },
            Meld(layout="5S5H5D"),
        ),
        (
            {"action": "ACTION_KIND_LAY_AND_PASS", "handCards": {"cards": ["CARD_AS"]}},
            LayAndPass(cards="AS"),
        ),
    ],
)
def test_each_way_to_say_it_in_json(fields, decision):
    """Protobuf's mapping of a decision is read, names and numbers alike."""
    answer = read_answer(json.dumps({**NAMED, **fields}))
    assert (answer.request_id, answer.decision) == (7, decision)


@pytest.mark.parametrize("named", [{"requestId": 7}, {"requestId": "7"}, {"request_id": 7}])
def test_ids_are_read_as_numbers_and_as_texts(named):
    """An id may be echoed as it was printed or as a number."""
    assert read_answer(json.dumps({**named, "text": "pass"})).request_id == 7


def test_an_answer_without_an_id_names_no_request():
    """JSON that has no id is for the oldest request, and id 0 is an id."""
    assert read_answer('{"text":"pass"}').request_id is None
    assert read_answer('{"action":"ACTION_KIND_PASS"}').request_id is None
    assert read_answer('{"requestId":"0","text":"pass"}').request_id == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "is no answer; expected an action"),
        ("Hello, I am a bot", "such as `pass` or `meld 5S5H5D x KC`"),
        ("PASS", "is no answer; expected an action"),
        ("meld 5S5H5D  x KC", "is no answer; expected an action"),
        ("meld 5S5H5D KC", "is no answer; expected an action"),
        ("meld 8S5H5D x KC", "'8S' is not a card"),
        ("meld 5S5H5D x C", "'C' is not a card"),
        ("meld 5S5H5 x KC", "'5' is not a card"),
        ("{", "is no answer: Expecting"),
        ('{"text":"fold"}', "is no answer; expected an action"),
        ('{"text":7}', "`text` is 7"),
        ('{"requestId":"7"}', "`action` or `text` is missing"),
        ('{"action":99}', "`action` or `text` is missing"),
        ('{"action":"FOLD"}', 'is no answer: action can\'t be "FOLD"; expected'),
        ('{"optionIdx":3}', 'there is no field "optionIdx"; there are requestId, action, option'),
        ('{"\\ud800":3}', 'there is no field "\\ud800"'),
        ('{"discard":"\\ud800"}', 'discard can\'t be "\\ud800"'),
        ('{"requestId":-1,"text":"pass"}', "is no answer: requestId can't be -1; expected"),
        ('{"requestId":"x","text":"pass"}', 'is no answer: requestId can\'t be "x"; expected'),
        (f'{{"requestId":"{"9" * 5000}"}}', "requestId can't be \"" + "9" * 79 + "…; expected"),
        (f'{{"requestId":{"9" * 5000}}}', "a number in it is too long; expected"),
        ('{"layout":[1]}', "layout can't be [1]; expected"),
        ('{"layout":{"melds":[{"card":[1]}]}}', 'layout can\'t be {"melds": [{"card": [1]}]}'),
        ('{"optionIndex":1,"layout":{}}', "of optionIndex, layout and handCards one alone"),
        ('{"text":"pass","action":"ACTION_KIND_PASS"}', "`text` says all of an answer"),
        ('{"action":"ACTION_KIND_MELD"}', "one of `optionIndex`, `layout` and `handCards`"),
        ('{"action":"ACTION_KIND_PASS","optionIndex":0}', "cards are laid with"),
        ('{"action":"ACTION_KIND_PASS","discard":"CARD_KC"}', "`discard` goes with"),
        ('{"action":4,"optionIndex":0,"discard":41}', "40 is not a card"),
        ('{"action":4,"handCards":{"cards":[0]}}', "-1 is not a card"),
        ('{"a":' * 5000, "is no answer: its JSON is nested too deeply"),
    ],
)
def test_what_is_no_answer_says_why(line, words):
    """What can't be read is told in one line that says what is wrong or was expected."""
    with pytest.raises(AnswerError) as caught:
        read_answer(line)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    for jargon in ("sys.", "Available Fields", "conquian.v1", "object"):
        assert jargon not in str(caught.value)
