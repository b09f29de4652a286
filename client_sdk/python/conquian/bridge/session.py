"""A session whose decisions are made by the lines of a bridged bot. No I/O."""

import logging
from collections import deque
from collections.abc import Callable

from google.protobuf.message import Message

from conquian.bot import BotMaker
from conquian.bridge.answers import EXPECTED, Answer, read_answer
from conquian.bridge.errors import AnswerError, BridgeError
from conquian.bridge.lines import entry_line, request_line
from conquian.errors import DecisionError
from conquian.observation import Observation
from conquian.session import Request, Session
from conquian.v1 import leg_pb2

READY = "ready"
LONGEST_LINE = 64 * 1024  # bytes of a line that a bot prints
# Of each deal one request is open, and of one that has ended its last may still want an answer.
MOST_UNANSWERED = 1024
_LEG_ENTRIES = ("leg_started", "leg_ended")
_SHOWN_CHARACTERS = 80
_SHOWN_ACTIONS = 8

log = logging.getLogger("conquian")


class BridgedSession(Session):
    """Says to a bot what the referee says, and to the referee what the bot says.

    Each request wants an answer of the bot, even one whose deal ends before it is there: so the
    answers that name no request can be counted off against the requests.

    Args:
        bots: what the hello says of the bot; nothing else is asked of them.
        tell: takes a line for the bot.
        waits_for_ready: whether the bot says when it is warm.

    Attributes:
        is_between_legs: whether a leg has ended and no other has begun.
    """

    def __init__(
        self, bots: BotMaker, tell: Callable[[bytes], None], *, waits_for_ready: bool
    ) -> None:
        super().__init__(bots)
        self.is_between_legs = False
        self._tell = tell
        self._unanswered: deque[Request] = deque()
        self._line_count = 0
        self._is_ready = not waits_for_ready
        self._owes_ready = False

    def take_line(self, line: bytes) -> None:
        """Take a line of the bot's output, without its end.

        Raises:
            BridgeError: it is no answer, answers no request, or not as the rules want it.
        """
        self._line_count += 1
        try:
            self._take_text(_text(line))
        except UnicodeDecodeError as error:
            raise BridgeError(f"{self._place(line)}, is not UTF-8: {error.reason}") from None
        except AnswerError as error:
            raise BridgeError(f"{self._place(line)}, {error}") from None

    def _take_text(self, text: str) -> None:
        if not self._is_ready:
            self._take_ready(text)
            return
        if not self._unanswered:
            raise AnswerError(
                "answers nothing: no request is open. Print answers only; what people"
                " are to read belongs on standard error"
            )
        self._answer(read_answer(text))

    def _take_ready(self, text: str) -> None:
        if text != READY:
            raise AnswerError(f"comes before `{READY}`, which says that the bot is warm")
        self._is_ready = True
        if self._owes_ready:
            self._get_ready()

    def _answer(self, answer: Answer) -> None:
        request = self._request_of(answer)
        self._unanswered.remove(request)
        if not self.goes_on(request.open_deal):
            log.info("answer %d came when its deal had ended", request.id)
            return
        try:
            self.answer(request, answer.decision)
        except DecisionError:
            raise AnswerError(f"is illegal; {_legal(request.observation)}") from None

    def _request_of(self, answer: Answer) -> Request:
        if answer.request_id is None:
            return self._unanswered[0]
        for request in self._unanswered:
            if request.id == answer.request_id:
                return request
        open_ids = " ".join(str(request.id) for request in self._unanswered)
        raise AnswerError(
            f"answers request {answer.request_id}, which is not open; open are {open_ids}"
        )

    def _place(self, line: bytes) -> str:
        shown = line[:_SHOWN_CHARACTERS].decode(errors="backslashreplace")
        more = "…" if len(line) > _SHOWN_CHARACTERS else ""
        return f"line {self._line_count} of the bot's output, {shown!r}{more}"

    def _get_ready(self) -> None:
        self._owes_ready = not self._is_ready
        if self._is_ready:
            super()._get_ready()

    def _heard(self, name: str, message: Message) -> None:
        if name == "decision_requested":
            self._ask(message)
        else:
            self._tell(entry_line(name, message))
        if name == "deal_ended":
            self._hint(message)
        elif name in _LEG_ENTRIES:
            self.is_between_legs = name == "leg_ended"

    def _ask(self, message: Message) -> None:
        request = self.waiting.pop()
        if len(self._unanswered) >= MOST_UNANSWERED:
            raise BridgeError(f"the bot leaves {MOST_UNANSWERED} requests unanswered")
        self._unanswered.append(request)
        self._tell(request_line(message, request.observation))

    def _hint(self, ended: Message) -> None:
        """Help with the slip that everybody makes first."""
        assert isinstance(ended, leg_pb2.DealEnded)
        is_late = ended.reason == leg_pb2.DEAL_END_REASON_TIMEOUT
        if is_late and self._unanswered and not self._line_count:
            log.warning("the bot has printed nothing yet: does it flush what it prints?")


def _text(line: bytes) -> str:
    if len(line) > LONGEST_LINE:
        raise AnswerError(f"is longer than {LONGEST_LINE} bytes; {EXPECTED}")
    return line.decode().strip()


def _legal(observation: Observation) -> str:
    """What may be answered instead, not all of it where that is much."""
    texts = [str(decision) for decision in observation.decisions()]
    more = len(texts) - _SHOWN_ACTIONS
    shown = ", ".join(f"`{text}`" for text in texts[:_SHOWN_ACTIONS])
    return f"legal here: {shown}" + (f" and {more} more" if more > 0 else "")
