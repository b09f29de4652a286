"""A bot's decision as an action of the rules, or why it is none."""

from dataclasses import dataclass

from conquian.v1 import decision_pb2

from conquian_server.match.decisions import action_of
from conquian_server.rules import Action, IllegalAction, Position
from conquian_server.wire import decode_decision


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot decides.

    Attributes:
        action: the legal action; None where the answer is none.
        fault: why it is none; empty where it is legal.
        seconds: from the question to the answer.
    """

    action: Action | None
    fault: str
    seconds: float

    @property
    def text(self) -> str:
        """The action in canonical text (rules section 11), or what is wrong."""
        return f"illegal: {self.fault}" if self.action is None else str(self.action)


def judge(decision: decision_pb2.Decision, position: Position, seconds: float) -> Answer:
    """The answer that a decision is at a position."""
    try:
        action = action_of(decode_decision(decision), position)
        position.apply(action)
    except IllegalAction as error:
        return Answer(None, str(error), seconds)
    return Answer(action, "", seconds)
