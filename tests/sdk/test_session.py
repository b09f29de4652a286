"""A session hears what the referee says and gets ready what is to be sent, whatever comes twice."""

import functools
import logging

import conquian
import conquian.testing
import pytest
from conquian.bot import BotMaker
from conquian.session import Session
from conquian.v1 import decision_pb2, leg_pb2, referee_pb2, session_pb2
from google.protobuf.duration_pb2 import Duration

from tests.sdk import entries as say
from tests.sdk.bots import passer


@pytest.fixture
def bot():
    """A class of bots that pass and keep what they saw."""
    return passer()


@pytest.fixture
def session(bot):
    """A session that has said hello and is welcome, with a leg begun."""
    session = Session(BotMaker(bot))
    session.connected()
    session.take(say.response(say.welcome(), say.leg_started()))
    session.outgoing.Clear()
    return session


def decide_all(session):
    """Have everything decided that waits, and give what is to be sent."""
    while session.waiting:
        session.decide_next()
    sent = list(session.outgoing.entries)
    session.outgoing = referee_pb2.PlayRequest()
    return sent


def answered(sent):
    """The ids of the requests that are answered."""
    return [entry.decision.request_id for entry in sent]


def test_hello_tells_what_the_bot_is(bot):
    """The hello comes first and holds all that the class says of its bots."""
    bot.deals_at_once, bot.wants_history, bot.rulesets = 9, True, ("classic",)
    session = Session(BotMaker(bot))
    session.connected()
    assert [entry.WhichOneof("entry") for entry in session.outgoing.entries] == ["hello"]
    assert session.outgoing.entries[0].hello == session_pb2.Hello(
        protocol_version=session_pb2.ProtocolVersion(major=1, minor=0),
        bot_name="passer",
        bot_version="3",
        sdk_name="conquian-python",
        sdk_version=conquian.__version__,
        rulesets=["classic"],
        deals_at_once=9,
        wants_history=True,
    )


def test_a_class_names_its_bots():
    """A bot that gives no name is called as its class."""

    class Nameless(conquian.Bot):
        pass

    assert BotMaker(Nameless).name == "Nameless"


def test_warm_up_comes_before_ready(bot):
    """The bot warms up after the welcome and before its clock counts, once in all."""
    order = []
    bot.warm_up = lambda self: order.append("warm")
    session = Session(BotMaker(bot))
    for resumed in (False, True):
        session.connected()
        session.take(say.response(say.welcome(resumed=resumed)))
        order.append(session.outgoing.entries[-1].WhichOneof("entry"))
    assert order == ["warm", "ready", "ready"]


def test_refusal_is_told_in_the_referees_words(bot):
    """Whoever starts a bot that is refused can read why."""
    session = Session(BotMaker(bot))
    with pytest.raises(conquian.RefusedError, match="no seat is left"):
        session.take(say.response(say.refusal("no seat is left")))


def test_a_session_that_is_not_taken_up_again_is_lost(session):
    """A refusal on coming back is no refusal of the bot: the session is over."""
    session.connected()
    with pytest.raises(conquian.RefereeLostError, match="given the session up: too late"):
        session.take(say.response(say.refusal("too late")))


def test_each_request_is_answered_by_its_id(session, bot):
    """Requests that come together are answered in their order."""
    session.take(say.response(say.deal_started(1), say.deal_started(2)))
    session.take(say.response(say.asked(11, 2), say.asked(12, 1)))
    sent = decide_all(session)
    assert answered(sent) == [11, 12]
    assert all(entry.decision.action == decision_pb2.ACTION_KIND_PASS for entry in sent)
    assert [seen.deal.number for seen in bot.seen] == [2, 1]


def test_a_meld_is_sent_as_option_and_discard(session, bot):
    """What the bot lays goes by the option's number."""
    bot.decide = lambda self, seen: conquian.Meld(layout="5D5S5H", discard="KC")
    session.take(say.response(say.deal_started(1), say.asked(11, 1)))
    assert decide_all(session)[0].decision == decision_pb2.Decision(
        request_id=11,
        action=decision_pb2.ACTION_KIND_MELD,
        option_index=0,
        discard=conquian.Card("KC").number,
    )


def test_every_deal_has_an_object_of_its_own(session, bot):
    """Notes that a bot keeps in itself stay in their deal."""
    bot.decide = lambda self, seen: bot.seen.append(self) or conquian.Pass()
    session.take(say.response(say.deal_started(1), say.deal_started(2)))
    session.take(say.response(say.asked(11, 1), say.asked(12, 2)))
    decide_all(session)
    session.take(say.response(say.asked(13, 1)))
    decide_all(session)
    first, second, again = bot.seen
    assert first is again
    assert first is not second


def test_a_bot_that_is_given_as_an_object_is_copied(bot):
    """`run(MyBot())` plays each deal with a copy, deep enough that notes aren't shared."""
    prototype = bot()
    prototype.notes = []
    made = [BotMaker(prototype).make(_deal()) for _ in range(2)]
    made[0].notes.append("mine")
    assert made[1].notes == prototype.notes == []


def test_a_function_may_make_the_bots(bot):
    """A bot whose class needs arguments is made by a function."""
    made = BotMaker(functools.partial(_with_notes, bot, ["x"])).make(_deal())
    assert made.notes == ["x"]


@pytest.mark.parametrize("given", [7, "greedy", int])
def test_what_is_no_bot_is_refused(given):
    """The error shows what was given."""
    with pytest.raises(conquian.UsageError, match=r"no bot|no conquian\.Bot"):
        BotMaker(given)


def test_the_same_seed_gives_the_same_random_numbers(bot):
    """A deal can be played again, whatever other deals went on beside it."""
    first, again, other = (BotMaker(bot).make(_deal(seed)) for seed in (5, 5, 6))
    numbers = first.random.random()
    assert again.random.random() == numbers
    assert other.random.random() != numbers


def test_entries_that_come_twice_change_nothing(session, bot):
    """After a lost connection entries may be repeated; deals and answers stay what they were."""
    begun = say.response(say.leg_started(), say.deal_started(1), say.asked(11, 1))
    session.take(begun)
    session.take(begun)
    assert answered(decide_all(session)) == [11]
    assert len(bot.seen) == 1


def test_an_answer_that_was_lost_is_given_again(session, bot):
    """A request that is asked again gets the answer that it had, even from a bot of whims."""
    answers = iter([conquian.Pass(), conquian.Meld(0, "KC")])
    bot.decide = lambda self, seen: next(answers)
    session.take(say.response(say.deal_started(1), say.asked(11, 1)))
    first = decide_all(session)
    session.connected()
    session.take(say.response(say.welcome(resumed=True), say.asked(11, 1)))
    again = [entry for entry in decide_all(session) if entry.HasField("decision")]
    assert again == first
    assert next(answers) == conquian.Meld(0, "KC")


def test_it_comes_back_with_its_token(session):
    """After a lost connection the hello carries the token of the welcome."""
    session.connected()
    assert session.outgoing.entries[0].hello.resume_token == "come-back"


def test_deals_of_an_earlier_session_are_forgotten(session):
    """Deals of a session that the referee has given up are forgotten."""
    session.take(say.response(say.deal_started(1), say.asked(11, 1)))
    session.connected()
    session.take(say.response(say.welcome(resumed=False)))
    assert not session.waiting
    assert not session.is_open


def test_what_is_not_known_is_passed_over(session):
    """Entries of a later version, and entries of deals and legs unheard of, are no error."""
    strange = leg_pb2.DealStarted(deal_id=5, leg_id="another")
    session.take(
        say.response(
            say.newer_than_us(),
            say.Entry(deal_started=strange),
            say.asked(11, 99),
            say.deal_ended(98),
            say.deal_started(1),
            say.asked(12, 1),
        )
    )
    assert answered(decide_all(session)) == [12]


def test_the_end_of_a_deal_is_heard_once(session, bot):
    """The bot of the deal hears how it ended; a repeated end, or beginning, is passed over."""
    ends = []
    bot.ended = lambda self, end: ends.append((self.deal.number, end.reason, end.points))
    session.take(say.response(say.deal_started(1)))
    assert session.is_open
    session.take(say.response(say.deal_ended(1), say.deal_started(1), say.deal_ended(1)))
    assert ends == [(1, "stock_exhausted", (0, 0))]
    assert not session.is_open


def test_the_end_of_a_deal_shows_everything(session, bot):
    """Deck, hands, record and what was charged reach the bot in its own types."""
    ends = []
    bot.ended = lambda self, end: ends.append(end)
    message = leg_pb2.DealEnded(
        deal_id=1,
        reason=leg_pb2.DEAL_END_REASON_WENT_OUT,
        winner=0,
        points=[1, -1],
        deck=[1, 40],
        hands=[leg_pb2.Hand(), leg_pb2.Hand(cards=[40])],
        record="{}",
        charges=[Duration(nanos=1_500_000)],
    )
    session.take(say.response(say.deal_started(1), say.Entry(deal_ended=message)))
    (end,) = ends
    assert (end.winner, end.offender, end.points) == (0, None, (1, -1))
    assert end.deck == conquian.read_cards("AS KC")
    assert end.hands == ((), conquian.read_cards("KC"))
    assert (end.record, end.charges) == ("{}", (0.0015,))


def test_requests_of_a_deal_that_has_ended_are_dropped(session):
    """No thought is given to what can't be answered any more."""
    session.take(say.response(say.deal_started(1), say.deal_started(2)))
    session.take(say.response(say.asked(11, 1), say.asked(12, 2)))
    session.take(say.response(say.deal_ended(1)))
    assert answered(decide_all(session)) == [12]


def test_requests_past_their_deadline_are_not_decided(session, bot, monkeypatch, caplog):
    """A late answer would only make the others late; that it is left out is logged."""
    session.take(say.response(say.deal_started(1), say.deal_started(2)))
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    session.take(say.response(say.asked(11, 1, seconds_left=0.5)))
    session.take(say.response(say.asked(12, 2, seconds_left=0.9)))
    monkeypatch.setattr("time.monotonic", lambda: 100.7)
    assert answered(decide_all(session)) == [12]
    assert "request 11 is past its deadline" in caplog.text


def test_the_bots_own_faults_are_logged(session, caplog):
    """An author sees on stderr which deal was forfeited and why; others' faults are no warning."""
    code = decision_pb2.REJECTION_CODE_LATE
    rejected = decision_pb2.DecisionRejected(request_id=11, code=code, sentence="0.2 s late")
    session.take(say.response(say.deal_started(1), say.deal_started(2)))
    session.take(say.response(say.Entry(decision_rejected=rejected)))
    session.take(say.response(say.deal_ended(1, offender=0), say.deal_ended(2, offender=1)))
    warnings = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert warnings == ["answer 11 not taken: 0.2 s late", "deal 1 forfeited: timeout"]


def test_a_stale_answer_is_no_warning(session, caplog):
    """An answer that comes twice after a lost connection is nobody's mistake."""
    code = decision_pb2.REJECTION_CODE_STALE
    rejected = decision_pb2.DecisionRejected(request_id=11, code=code, sentence="answered")
    session.take(say.response(say.Entry(decision_rejected=rejected)))
    assert not [r for r in caplog.records if r.levelno >= logging.WARNING]


def test_notices_are_logged(session, caplog):
    """What the referee wants known is on stderr; its stopping is remembered."""
    caplog.set_level(logging.INFO)
    session.take(say.response(say.stopping()))
    assert session.stopping
    assert "that is all" in caplog.text


def test_a_goodbye_that_utf8_cannot_carry(session):
    """A lone surrogate in what a bot raised is escaped; the referee still hears the rest."""
    session.goodbye("RuntimeError: \u2660 \udcff\ud800 end")
    sent = referee_pb2.PlayRequest.FromString(session.outgoing.SerializeToString())
    assert sent.entries[-1].goodbye.reason == "RuntimeError: \u2660 \\udcff\\ud800 end"


def test_a_wrong_decision_is_not_sent(session, bot):
    """Of a decision that can't answer, nothing is made ready."""
    bot.decide = lambda self, seen: conquian.Demand()
    session.take(say.response(say.deal_started(1), say.asked(11, 1)))
    with pytest.raises(conquian.DecisionError, match="demand is no answer here"):
        session.decide_next()
    assert not session.outgoing.entries


def test_the_ruleset_comes_from_the_leg(session, bot):
    """A bot needs no table of presets: the fields are in its observation."""
    session.take(say.response(say.deal_started(1), say.asked(11, 1)))
    decide_all(session)
    ruleset = bot.seen[0].ruleset
    assert (ruleset.name, ruleset.goal, ruleset.ace) == ("classic", 11, "low")
    assert ruleset.max_sequence == 8


def _with_notes(bot, notes):
    made = bot()
    made.notes = notes
    return made


def _deal(seed=0):
    leg = conquian.Leg("l", conquian.testing.CLASSIC, 0, 2, (), 1, None)
    return conquian.Deal(0, 0, 0, (), seed, leg)


@pytest.mark.parametrize("over", [say.deal_ended(1), say.welcome(resumed=False)])
def test_an_answer_that_comes_when_its_deal_is_over_is_not_sent(session, over):
    """Another deal may have the request's id by then, in a new session."""
    session.take(say.response(say.deal_started(1), say.asked(11, 1)))
    request = session.waiting.popleft()
    session.take(say.response(over))
    session.outgoing.Clear()
    session.answer(request, conquian.Pass())
    assert not session.outgoing.entries
