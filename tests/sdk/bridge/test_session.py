"""A bridged session: lines out for what is news, lines in for what is asked."""

import json
import logging

import conquian
import pytest
from conquian.bridge import BridgeError
from conquian.bridge.session import MOST_UNANSWERED
from conquian.v1 import decision_pb2

from tests.sdk import entries as say

MELD = "meld 5S5H5D x KC"


def kinds(lines):
    """What each line is about."""
    return [next(iter(json.loads(line))) for line in lines]


def begin(wire, *deals):
    """Begin the deals."""
    wire.hear(*map(say.deal_started, deals))
    wire.told.clear()


# --- what the bot is told ---------------------------------------------------------------------


def test_everything_that_is_said_is_a_line(wire):
    """The bot hears each entry of a session but a refusal, in order."""
    rejected = decision_pb2.DecisionRejected(request_id=11)
    wire.hear(say.deal_started(1), say.asked(11, 1), say.Entry(decision_rejected=rejected))
    wire.hear(say.deal_ended(1), say.leg_ended(), say.stopping())
    assert kinds(wire.told) == [
        "dealStarted",
        "decisionRequested",
        "decisionRejected",
        "dealEnded",
        "legEnded",
        "notice",
    ]


def test_what_comes_twice_is_told_once(wire):
    """After a lost connection the bot hears a second welcome, and nothing else again."""
    begun = (say.leg_started(), say.deal_started(1), say.asked(11, 1))
    wire.hear(*begun)
    wire.session.connected()
    wire.hear(say.welcome(resumed=True), *begun)
    assert kinds(wire.told) == ["dealStarted", "decisionRequested", "welcome"]
    ended = (say.deal_ended(1), say.leg_ended())
    wire.hear(*ended, *ended, say.deal_started(1))
    assert kinds(wire.told)[3:] == ["dealEnded", "legEnded"]


def test_entries_of_later_versions_are_no_lines(wire):
    """What this version does not know, the bot does not hear."""
    wire.hear(say.newer_than_us())
    assert not wire.told


# --- what the bot answers ---------------------------------------------------------------------


def test_a_text_is_sent_as_option_and_discard(wire):
    """The referee gets the option's number, whatever the order of cards in the text."""
    begin(wire, 1)
    wire.hear(say.asked(11, 1))
    wire.session.take_line(b"meld 5D5S5H x KC\r")
    (entry,) = wire.sent()
    assert entry.decision == decision_pb2.Decision(
        request_id=11,
        action=decision_pb2.ACTION_KIND_MELD,
        option_index=0,
        discard=conquian.Card("KC").number,
    )


def test_answers_without_an_id_go_by_the_order_of_requests(wire):
    """A bot that answers in turn needs no ids, with many deals as with one."""
    begin(wire, 1, 2, 3)
    wire.hear(say.asked(11, 2), say.asked(12, 1), say.asked(13, 3))
    assert wire.answers("pass", MELD) == [11, 12]
    assert wire.answers("pass") == [13]


def test_answers_with_an_id_go_in_any_order(wire):
    """An id is for its request, and the oldest that is left is for those without."""
    begin(wire, 1, 2, 3)
    wire.hear(say.asked(11, 1), say.asked(12, 2), say.asked(13, 3))
    assert wire.answers('{"requestId":"12","text":"pass"}', "pass", "pass") == [12, 11, 13]


def test_a_request_wants_its_answer_though_its_deal_has_ended(wire):
    """An answer that comes too late is counted, and not taken for another deal's."""
    begin(wire, 1, 2)
    wire.hear(say.asked(11, 1), say.deal_ended(1, offender=0), say.asked(12, 2))
    assert wire.answers("pass") == []
    assert wire.answers(MELD) == [12]


def test_a_late_answer_may_be_illegal(wire):
    """Whatever would have been answered in a deal that is over does no harm."""
    begin(wire, 1)
    wire.hear(say.asked(11, 1), say.deal_ended(1))
    assert wire.answers("demand") == []


def test_an_answer_that_was_lost_is_given_again(wire):
    """The bridge answers a request that is asked again by itself, as the bot did."""
    begin(wire, 1)
    wire.hear(say.asked(11, 1))
    assert wire.answers(MELD) == [11]
    wire.session.connected()
    wire.sent()
    wire.hear(say.welcome(resumed=True), say.asked(11, 1))
    ready, again = wire.sent()
    assert ready.HasField("ready")
    assert (again.decision.request_id, again.decision.option_index) == (11, 0)


def test_answers_of_an_earlier_session_are_not_given_in_a_new_one(wire):
    """A request of a session that is lost still wants its answer, which goes to nobody."""
    begin(wire, 1)
    wire.hear(say.asked(11, 1))
    wire.session.connected()
    wire.hear(say.welcome(resumed=False), say.leg_started(), say.deal_started(1), say.asked(11, 1))
    wire.sent()
    assert wire.answers("pass") == []
    assert wire.answers(MELD) == [11]


# --- what is wrong with it --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["Hi"], "line 1 of the bot's output, 'Hi', is no answer; expected an action"),
        (["pass", "pass"], "line 2 of the bot's output, 'pass', answers nothing: no request is"),
        (['{"requestId":"9","text":"pass"}'], "answers request 9, which is not open; open are 11"),
        (["demand"], "'demand', is illegal; legal here: `pass`, `meld 5S5H5D x KC`"),
        (["meld 5S5H5D"], "'meld 5S5H5D', is illegal; legal here: `pass`"),
        (["meld 5S5H5D x 5S"], "'meld 5S5H5D x 5S', is illegal; legal here: `pass`"),
        (["meld 5S5S5H5D x KC"], "is illegal; legal here: `pass`"),
        (["x" * 1000], f"'{'x' * 80}'…, is no answer"),
        (["x" * 65537], f"'{'x' * 80}'…, is longer than 65536 bytes; expected an action"),
    ],
)
def test_a_wrong_line_is_told_with_its_number(wire, lines, words):
    """The line is shown, with what was expected; what was right before it is still sent."""
    begin(wire, 1)
    wire.hear(say.asked(11, 1))
    with pytest.raises(BridgeError) as caught:
        wire.answers(*lines)
    assert words in str(caught.value)
    assert len(wire.sent()) == len(lines) - 1


def test_a_line_that_is_not_utf8(wire):
    """Bytes that are no text are shown escaped."""
    begin(wire, 1)
    wire.hear(say.asked(11, 1))
    with pytest.raises(BridgeError, match=r"'pa\\\\xffss', is not UTF-8"):
        wire.session.take_line(b"pa\xffss")


def test_a_banner_is_told_where_it_belongs(wire):
    """Whoever greets is told that standard error is for people."""
    with pytest.raises(BridgeError, match=r"no request is open.*belongs on standard error"):
        wire.session.take_line(b"Hello")


def test_a_bot_that_leaves_all_unanswered_is_given_up(wire):
    """What waits for answers does not grow for ever."""
    for number in range(MOST_UNANSWERED):
        wire.hear(say.deal_started(number), say.asked(number, number), say.deal_ended(number))
    wire.hear(say.deal_started(MOST_UNANSWERED))
    with pytest.raises(BridgeError, match="leaves 1024 requests unanswered"):
        wire.hear(say.asked(MOST_UNANSWERED, MOST_UNANSWERED))


def test_silence_is_asked_about_once_it_has_cost_a_deal(wire, caplog):
    """A bot that never printed and is late has most likely not flushed; others know how to."""
    caplog.set_level(logging.WARNING, "conquian")
    begin(wire, 1, 2)
    wire.hear(say.asked(11, 1), say.deal_ended(1, offender=0))
    assert "does it flush" in caplog.text
    caplog.clear()
    wire.answers("pass")
    wire.hear(say.asked(12, 2), say.deal_ended(2, offender=0))
    assert "forfeited" in caplog.text
    assert "does it flush" not in caplog.text


# --- getting ready ----------------------------------------------------------------------------


def said(wire):
    """What the referee gets to hear."""
    return [entry.WhichOneof("entry") for entry in wire.sent()]


def test_it_is_ready_when_the_bot_says_so(warming):
    """The referee hears of no readiness before the bot's line, and then at once."""
    warming.hear(say.welcome())
    assert said(warming) == ["hello"]
    warming.session.take_line(b"ready")
    assert said(warming) == ["ready"]


def test_a_bot_may_be_warm_before_it_is_welcome(warming):
    """The line `ready` may come before the referee's welcome, and counts from that on."""
    warming.session.take_line(b"ready")
    assert said(warming) == ["hello"]
    warming.hear(say.welcome())
    assert said(warming) == ["ready"]


def test_readiness_survives_a_lost_connection(warming):
    """A bot that gets warm while the connection is lost is ready on the next one, once."""
    warming.hear(say.welcome())
    warming.session.take_line(b"ready")
    warming.session.connected()
    warming.hear(say.welcome(resumed=True))
    assert said(warming) == ["hello", "ready"]


def test_only_ready_may_come_before_ready(warming):
    """An answer in place of `ready` is told."""
    with pytest.raises(BridgeError, match="'pass', comes before `ready`"):
        warming.session.take_line(b"pass")
