"""The lines that a bridged bot reads."""

import json

import pytest
from conquian import testing
from conquian.bridge.lines import entry_line, option_text, request_line
from conquian.v1 import leg_pb2, session_pb2

from tests.sdk.bridge import example


def options_of(**situation):
    """The options of a situation as its line has them."""
    seen = testing.observation(**situation)
    line = request_line(seen._request, seen)
    return json.loads(line)["decisionRequested"]["options"]


def test_a_line_is_one_line_of_ascii():
    """Whatever is in it, a line has one end, at its end, and nothing but ASCII."""
    started = leg_pb2.LegStarted(seat_names=["Zoë\nB", 'a"b'])
    line = entry_line("leg_started", started)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert json.loads(line)["legStarted"]["seatNames"] == ["Zoë\nB", 'a"b']


def test_lines_can_be_searched_for_texts(wire):
    """Lines have no spaces outside of texts, and the keys of each object in order."""
    wire.hear(*example.entries())
    assert len(wire.told) == 8
    for line in wire.told:
        again = json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"))
        assert line.decode() == again + "\n"


def test_defaults_are_printed_and_what_is_absent_is_not():
    """Seat 0 does not vanish, and an optional seat that is not there is no seat 0."""
    ended = json.loads(entry_line("deal_ended", leg_pb2.DealEnded(winner=0)))["dealEnded"]
    assert ended["winner"] == 0
    assert ended["points"] == []
    assert "offender" not in ended
    started = json.loads(entry_line("deal_started", leg_pb2.DealStarted()))["dealStarted"]
    assert (started["seat"], started["dealer"], started["botSeed"]) == (0, 0, "0")


def test_the_resume_token_stays_with_the_bridge():
    """What lets take up the session again is in no line."""
    welcome = session_pb2.Welcome(session_id="s", resume_token="secret")
    line = entry_line("welcome", welcome)
    assert json.loads(line)["welcome"]["sessionId"] == "s"
    assert b"secret" not in line


@pytest.mark.parametrize(
    ("situation", "text", "discards"),
    [
        ({"hand": "5S 5H AS KC", "faced": "5D"}, "meld 5S5H5D", ["AS", "KC"]),
        ({"hand": "5S 5H", "faced": "KC"}, "meld 5S5H5D pass", []),
    ],
)
def test_an_option_has_its_text_and_discards(situation, text, discards):
    """The text is the action, and each discard may follow it after ` x `."""
    (option,) = options_of(**situation, options=["5S5H5D"])
    assert (option["text"], option["discards"]) == (text, discards)


def test_going_out_discards_nothing():
    """The text of an option that goes out is the whole action."""
    tables = ["6S6D6C/JSJHJDJC", ""]
    melds = "6S6D6C/JSJHJDJC/2H3H4H5H"
    (option,) = options_of(hand="2H 3H 4H", faced="5H", tables=tables, options=[melds])
    assert option["goesOut"]
    assert (option["text"], option["discards"]) == (f"meld {melds}", [])


def test_an_options_texts_are_its_decisions():
    """What a bot makes of text and discards is what the rules write."""
    seen = testing.observation(hand="5S 5H AS KC", faced="5D", options=["5S5H5D"])
    (option,) = seen.options
    made = [f"{option_text(option)} x {card}" for card in option.discards]
    assert made == [str(decision) for decision in option.decisions()]
