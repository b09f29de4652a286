"""A bot on the bare protocol, without an SDK, that can be told to have one fault.

Its faults are named after the checks that must find them, or say what it does instead of deciding.
"""

import os
import queue
import random
import signal
import sys
import time
from collections.abc import Iterator
from typing import TypeAlias

import grpc
from conquian.v1 import decision_pb2, referee_pb2, referee_pb2_grpc, session_pb2

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
LOST_SECONDS = 0.5
LAST_GOOD = 400  # decisions of one process

OFFER = decision_pb2.REQUEST_KIND_OFFER
FORCED = decision_pb2.REQUEST_KIND_FORCED
QUESTION = decision_pb2.REQUEST_KIND_FORCE_QUESTION
Request = decision_pb2.DecisionRequested
Decision = decision_pb2.Decision
Outgoing: TypeAlias = "queue.SimpleQueue[referee_pb2.PlayRequest]"


def kind_of(request: Request) -> str:
    """The check that a request belongs to."""
    seen, options = request.observation, request.options
    if request.kind in (FORCED, QUESTION):
        return "forced" if request.kind == FORCED else "demand"
    if not seen.hand:
        return "empty hand"
    if any(option.goes_out for option in options):
        return "going out"
    if any(not option.uses_faced for option in options):
        return "hand meld"
    own = seen.HasField("faced_by") and seen.faced_by == seen.seat
    return "stock card" if own else "offer"


class Bot:
    """One process's bot, over whatever streams it takes."""

    def __init__(self) -> None:
        self.resume_token = ""
        self.open: set[int] = set()
        self.answered = 0
        self.whims = random.Random(1)

    def hello(self) -> referee_pb2.BotEntry:
        """What a stream begins with."""
        version = session_pb2.ProtocolVersion(major=2 if FAULT == "hello" else 1)
        hello = session_pb2.Hello(
            protocol_version=version,
            bot_name="raw",
            bot_version="1",
            rulesets=["classic"] if FAULT == "rulesets" else [],
            deals_at_once=8,
            resume_token=self.resume_token,
        )
        return referee_pb2.BotEntry(hello=hello)

    def hear(self, entry: referee_pb2.RefereeEntry) -> list[referee_pb2.BotEntry]:
        """What is to be said to an entry."""
        kind = entry.WhichOneof("entry")
        if kind is None and FAULT == "unknown":
            sys.exit("an entry that I don't know")
        if kind == "welcome":
            self.resume_token = entry.welcome.resume_token
            return [referee_pb2.BotEntry(ready=session_pb2.Ready())]
        if kind == "deal_started":
            self.open.add(entry.deal_started.deal_id)
        if kind == "deal_ended":
            self.open.discard(entry.deal_ended.deal_id)
        if kind == "decision_requested":
            return self.answers(entry.decision_requested)
        return []

    def answers(self, request: Request) -> list[referee_pb2.BotEntry]:
        """What answers a request; nothing answers one of a deal that is not open."""
        if request.deal_id not in self.open:
            if FAULT == "stale":
                sys.exit("a request of no deal of mine")
            return []
        self.answered += 1
        if FAULT == "crashes":
            sys.exit("I can't decide")
        if FAULT == "hangs":
            return []
        decision = self.decision(request)
        if FAULT == "floods":
            goodbye = session_pb2.Goodbye(reason="x" * 300_000)
            return [referee_pb2.BotEntry(goodbye=goodbye)] if self.answered == 1 else []
        exact = FAULT != "ids"
        decision.request_id = request.request_id if exact else int(float(request.request_id))
        return [referee_pb2.BotEntry(decision=decision)] * (2 if FAULT == "twice" else 1)

    def decision(self, request: Request) -> Decision:
        """The first option, or what there is without one."""
        if FAULT in (kind_of(request), "illegal") or (
            FAULT == "deals" and self.answered > LAST_GOOD
        ):
            return Decision()
        if request.kind == QUESTION:
            return Decision(action=decision_pb2.ACTION_KIND_WAIVE)
        if not request.options or (FAULT == "apart" and self.is_moody(request)):
            return Decision(action=decision_pb2.ACTION_KIND_PASS)
        option = request.options[0]
        if not option.uses_faced:
            return Decision(action=decision_pb2.ACTION_KIND_LAY_AND_PASS, option_index=0)
        left = [card for card in request.observation.hand if card not in option.hand_cards]
        discard = None if option.goes_out else left[0]
        action = decision_pb2.ACTION_KIND_MELD
        return Decision(action=action, option_index=0, discard=discard)

    def is_moody(self, request: Request) -> bool:
        """Whether it passes for no reason, by numbers that all deals share."""
        return self.whims.random() < 0.5 and request.kind == OFFER


def play(bot: Bot, stub: referee_pb2_grpc.RefereeServiceStub) -> None:
    """Play over one stream until it ends.

    Raises:
        RpcError: it did not end in order.
    """
    outgoing: Outgoing = queue.SimpleQueue()
    outgoing.put(referee_pb2.PlayRequest(entries=[bot.hello()]))
    if FAULT != "told to end":
        signal.signal(signal.SIGTERM, lambda *_: _leave(outgoing))
    metadata = (("authorization", f"Bearer {os.environ['CONQUIAN_TOKEN']}"),)
    for response in stub.Play(_forever(outgoing), metadata=metadata):
        said = [answer for entry in response.entries for answer in bot.hear(entry)]
        if said:
            outgoing.put(referee_pb2.PlayRequest(entries=said))


def _leave(outgoing: Outgoing) -> None:
    goodbye = session_pb2.Goodbye(reason="told to end")
    outgoing.put(referee_pb2.PlayRequest(entries=[referee_pb2.BotEntry(goodbye=goodbye)]))


def _forever(outgoing: Outgoing) -> Iterator[referee_pb2.PlayRequest]:
    while True:
        yield outgoing.get()


def main() -> None:
    """Play until a stream ends in order, or the referee is lost for too long."""
    bot, lost = Bot(), 0.0
    while True:
        with grpc.insecure_channel(os.environ["CONQUIAN_ADDRESS"]) as channel:
            heard = bot.answered
            try:
                play(bot, referee_pb2_grpc.RefereeServiceStub(channel))
            except grpc.RpcError:
                if FAULT == "resumes":
                    sys.exit("the connection is lost")
            else:
                return
        lost = 0.0 if bot.answered > heard else lost + 0.1
        if lost > LOST_SECONDS and FAULT != "ends":
            sys.exit("the referee is lost")
        time.sleep(0.1)


if __name__ == "__main__":
    main()
