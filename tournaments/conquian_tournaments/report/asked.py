"""What a bot decides in a deal that is over, beside what was decided then."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conquian_server.interview import Answer, Question
from conquian_server.rules import CARD_TEXTS, Asked
from rich.console import Group
from rich.text import Text

from conquian_tournaments.report.frame import new_table, titled
from conquian_tournaments.report.names import printable

_ASKED = {
    Asked.MELD_OR_PASS: "offered",
    Asked.FORCED_MELD: "forced",
    Asked.DEMAND_OR_WAIVE: "demand",
}


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A decision that was asked for again.

    Attributes:
        seat: the seat.
        decision: its number among the seat's decisions of the deal, from 0.
        question: what was asked.
        answer: what the bot decides now.
    """

    seat: int
    decision: int
    question: Question
    answer: Answer

    @property
    def same(self) -> bool:
        """Whether the bot decides as was decided then."""
        return self.answer.action is not None and self.answer.action == self.question.taken

    @property
    def then(self) -> str | None:
        """What was decided then, in canonical text; None where nothing was, in time."""
        return None if self.question.taken is None else str(self.question.taken)


def asked_table(title: str, names: Sequence[str], decisions: Sequence[AskedAgain]) -> Group:
    """A line for each decision.

    Args:
        title: what stands above it.
        names: the seats' names.
        decisions: the decisions.
    """
    table = new_table()
    table.add_column("seat", no_wrap=True)
    table.add_column("decision", justify="right")
    table.add_column("asked", no_wrap=True)
    for heading in ("then", "now"):
        table.add_column(heading, overflow="fold")
    table.add_column("", no_wrap=True)
    for each in decisions:
        table.add_row(*map(Text, _cells(names, each)), style="" if each.same else "bold")
    return titled(title, table)


def asked_object(each: AskedAgain) -> dict[str, Any]:
    """A decision as a JSON object."""
    answer = each.answer
    return {
        "seat": each.seat,
        "decision": each.decision,
        "asked": _asked(each.question),
        "then": each.then,
        "now": None if answer.action is None else str(answer.action),
        "fault": answer.fault or None,
        "same": each.same,
        "seconds": round(answer.seconds, 6),
    }


def _cells(names: Sequence[str], each: AskedAgain) -> tuple[str, ...]:
    return (
        f"{each.seat} {printable(names[each.seat])}",
        str(each.decision),
        _asked(each.question),
        each.then or "no legal answer in time",
        printable(each.answer.text),
        "same" if each.same else "differs",
    )


def _asked(question: Question) -> str:
    position = question.position
    assert position.asked is not None, "the deal has ended"
    assert position.faced is not None, "the deal has ended"
    return f"{_ASKED[position.asked]} {CARD_TEXTS[position.faced]}"
