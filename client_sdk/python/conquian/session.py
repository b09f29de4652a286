"""A bot's session: what the referee says goes in, what is to be sent comes out. No I/O."""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from google.protobuf.message import Message

from conquian.bot import Bot, BotMaker
from conquian.checks import Answer, checked
from conquian.deals import Deal, Leg, enum_text, read_deal, read_deal_end, read_leg
from conquian.errors import RefereeLostError, RefusedError
from conquian.observation import Observation
from conquian.v1 import decision_pb2, leg_pb2, referee_pb2, session_pb2
from conquian.version import __version__

SDK_NAME = "conquian-python"
PROTOCOL = session_pb2.ProtocolVersion(major=1, minor=0)

# Ids of deals that have ended, kept so that an end that comes twice is told from a new deal. What a
# referee sends again after a lost connection is recent, so that a few hundred are plenty.
_REMEMBERED_ENDS = 1024

log = logging.getLogger("conquian")


@dataclass(slots=True)
class OpenDeal:
    """A deal that goes on, with the last request of it and the answer that was given."""

    id: int
    bot: Bot
    deal: Deal
    request_id: int | None = None
    answer: decision_pb2.Decision | None = None


@dataclass(slots=True)
class Request:
    """A request that is not answered yet."""

    open_deal: OpenDeal
    observation: Observation
    id: int


@dataclass(slots=True)
class _Known:
    """What the session knows of the referee's deals."""

    legs: dict[str, Leg] = field(default_factory=dict)
    deals: dict[int, OpenDeal] = field(default_factory=dict)
    ended: deque[int] = field(default_factory=lambda: deque(maxlen=_REMEMBERED_ENDS))


class Session:
    """One session with a referee, over as many connections as it takes.

    Args:
        bots: makes the bot of each deal.

    Attributes:
        outgoing: what is ready to be sent; whoever sends it puts a new one in its place.
        waiting: the requests to be decided, oldest first.
        stopping: whether the referee has said that it will end the stream.
    """

    def __init__(self, bots: BotMaker) -> None:
        self.outgoing = referee_pb2.PlayRequest()
        self.waiting: deque[Request] = deque()
        self.stopping = False
        self._bots = bots
        self._resume_token = ""
        self._warm = False
        self._known = _Known()
        self._handlers: dict[str, Callable[..., None]] = {
            "welcome": self._welcome,
            "refusal": self._refusal,
            "leg_started": self._leg_started,
            "deal_started": self._deal_started,
            "decision_requested": self._decision_requested,
            "decision_rejected": self._decision_rejected,
            "deal_ended": self._deal_ended,
            "leg_ended": self._leg_ended,
            "notice": self._notice,
        }

    @property
    def is_open(self) -> bool:
        """Whether deals of the session still go on."""
        return bool(self._known.deals)

    def connected(self) -> None:
        """A new connection stands: say hello on it, and nothing that waited for an older one.

        The referee asks its open requests again, so answers that were lost are given then.
        """
        bot = self._bots.sample
        self.outgoing = referee_pb2.PlayRequest()
        self.outgoing.entries.add().hello.MergeFrom(
            session_pb2.Hello(
                protocol_version=PROTOCOL,
                bot_name=self._bots.name,
                bot_version=bot.version,
                sdk_name=SDK_NAME,
                sdk_version=__version__,
                rulesets=bot.rulesets,
                deals_at_once=bot.deals_at_once,
                answer_only_choice=bot.answer_only_choice,
                wants_history=bot.wants_history,
                resume_token=self._resume_token,
            )
        )

    def take(self, response: referee_pb2.PlayResponse) -> None:
        """Hear what the referee says; entries that this version doesn't know are passed over.

        Raises:
            RefusedError: the referee does not take the bot.
            RefereeLostError: it does not take the session up again.
            Exception: whatever the bot's own methods raise.
        """
        for entry in response.entries:
            name = entry.WhichOneof("entry")
            if name is not None:
                self._handlers[name](getattr(entry, name))

    def decide_next(self) -> None:
        """Have the oldest waiting request decided and its answer made ready.

        Raises:
            DecisionError: the decision can't answer the request.
            Exception: whatever the bot's `decide` raises.
        """
        request = self.waiting.popleft()
        if self.is_worth_deciding(request):
            self.answer(request, request.open_deal.bot.decide(request.observation))

    def is_worth_deciding(self, request: Request) -> bool:
        """Whether an answer can still be in time; a late one would only make others late."""
        left = request.observation.time_left
        if left is None or left > 0:
            return True
        log.warning("request %d is past its deadline: not decided", request.id)
        return False

    def answer(self, request: Request, decision: object) -> None:
        """Make the answer to a request ready to be sent, unless its deal is over by now.

        Raises:
            DecisionError: the decision can't answer the request; nothing is sent of it.
        """
        answer = checked(decision, request.observation)
        # Request ids count in their session alone: in a new one an old answer would be another's.
        if not self.goes_on(request.open_deal):
            return
        message = self.outgoing.entries.add().decision
        write(answer, request.id, message)
        request.open_deal.answer = message

    def goes_on(self, open_deal: OpenDeal) -> bool:
        """Whether a deal of the session has not ended, and the session is still the same."""
        return self._known.deals.get(open_deal.id) is open_deal

    def goodbye(self, reason: str) -> None:
        """Make a goodbye ready to be sent; what UTF-8 can't carry of the reason is escaped."""
        carried = reason.encode(errors="backslashreplace").decode()
        self.outgoing.entries.add().goodbye.reason = carried

    def _welcome(self, welcome: session_pb2.Welcome) -> None:
        if not welcome.resumed:
            self._known = _Known()
            self.waiting.clear()
        self._resume_token = welcome.resume_token
        log.info(
            "%s session %s as %s, up to %d deals at once",
            "back in" if welcome.resumed else "in",
            welcome.session_id,
            self._bots.name,
            welcome.limits.deals_at_once,
        )
        self._get_ready()
        self._heard("welcome", welcome)

    def _get_ready(self) -> None:
        if not self._warm:
            self._bots.sample.warm_up()
            self._warm = True
        self.outgoing.entries.add().ready.SetInParent()

    def _heard(self, name: str, message: Message) -> None:
        """Hear an entry that is news, by its field's name; a session that passes them on needs it.

        Called when the session itself knows of it. Does nothing here.
        """

    def _refusal(self, refusal: session_pb2.Refusal) -> None:
        if self._resume_token:
            raise RefereeLostError(f"the referee has given the session up: {refusal.sentence}")
        raise RefusedError(f"the referee refuses the bot: {refusal.sentence}")

    def _leg_started(self, started: leg_pb2.LegStarted) -> None:
        if started.leg_id not in self._known.legs:
            self._known.legs[started.leg_id] = read_leg(started)
            self._heard("leg_started", started)

    def _deal_started(self, started: leg_pb2.DealStarted) -> None:
        if started.deal_id in self._known.deals or started.deal_id in self._known.ended:
            return
        leg = self._known.legs.get(started.leg_id)
        if leg is None:
            log.debug("deal %d of no open leg: passed over", started.deal_id)
            return
        deal = read_deal(started, leg)
        opened = OpenDeal(started.deal_id, self._bots.make(deal), deal)
        self._known.deals[started.deal_id] = opened
        self._heard("deal_started", started)

    def _decision_requested(self, request: decision_pb2.DecisionRequested) -> None:
        open_deal = self._known.deals.get(request.deal_id)
        if open_deal is None:
            log.debug("request %d of no open deal: passed over", request.request_id)
            return
        if open_deal.request_id == request.request_id:
            self._asked_again(open_deal)
            return
        open_deal.request_id, open_deal.answer = request.request_id, None
        observation = Observation(request, open_deal.deal, time.monotonic())
        self.waiting.append(Request(open_deal, observation, request.request_id))
        self._heard("decision_requested", request)

    def _asked_again(self, open_deal: OpenDeal) -> None:
        """Give the same answer again, if there is one; never decide twice."""
        if open_deal.answer is not None:
            self.outgoing.entries.add().decision.CopyFrom(open_deal.answer)

    def _decision_rejected(self, rejected: decision_pb2.DecisionRejected) -> None:
        harmless = (decision_pb2.REJECTION_CODE_STALE, decision_pb2.REJECTION_CODE_UNKNOWN)
        level = logging.DEBUG if rejected.code in harmless else logging.WARNING
        log.log(level, "answer %d not taken: %s", rejected.request_id, rejected.sentence)
        self._heard("decision_rejected", rejected)

    def _deal_ended(self, ended: leg_pb2.DealEnded) -> None:
        open_deal = self._known.deals.pop(ended.deal_id, None)
        if open_deal is None:
            return
        self._known.ended.append(ended.deal_id)
        self._drop_requests(open_deal)
        if ended.HasField("offender") and ended.offender == open_deal.deal.seat:
            reason = enum_text(ended, "reason").replace("_", " ")
            log.warning("deal %d forfeited: %s", open_deal.deal.number, reason)
        if type(open_deal.bot).ended is not Bot.ended:
            open_deal.bot.ended(read_deal_end(ended))
        self._heard("deal_ended", ended)

    def _drop_requests(self, open_deal: OpenDeal) -> None:
        for request in [waiting for waiting in self.waiting if waiting.open_deal is open_deal]:
            self.waiting.remove(request)

    def _leg_ended(self, ended: leg_pb2.LegEnded) -> None:
        leg = self._known.legs.pop(ended.leg_id, None)
        if leg is not None:
            log.info("leg of %d deals ended, points %s", len(ended.deals), list(ended.totals))
            self._heard("leg_ended", ended)

    def _notice(self, notice: session_pb2.Notice) -> None:
        if notice.kind == session_pb2.NOTICE_KIND_STOPPING:
            self.stopping = True
        log.info("the referee says: %s", notice.sentence)
        self._heard("notice", notice)


def write(answer: Answer, request_id: int, message: decision_pb2.Decision) -> None:
    """Fill an empty message with the answer to a request."""
    message.request_id = request_id
    message.action = answer.action
    if answer.option is not None:
        message.option_index = answer.option
    if answer.discard is not None:
        message.discard = answer.discard.number
