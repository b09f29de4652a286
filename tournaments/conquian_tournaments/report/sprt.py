"""A sequential test of two bots, for people and for programs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Group

from conquian_tournaments.deals import LedgerDeal, results
from conquian_tournaments.head_to_head import HeadToHead, head_to_head
from conquian_tournaments.rating.sequential import Hypotheses, Verdict
from conquian_tournaments.report.head_to_head import (
    Line,
    head_to_head_lines,
    head_to_head_object,
    lines_table,
)
from conquian_tournaments.trial import FIRST, SECOND, Trial


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a test stands.

    Attributes:
        trial: who plays.
        hypotheses: what is tested.
        most_decks: when it ends without a verdict.
        both: what the two made of each other.
    """

    trial: Trial
    hypotheses: Hypotheses
    most_decks: int
    both: HeadToHead

    @property
    def decks(self) -> int:
        """How many decks were played in both seatings."""
        return sum(self.both.cell.pairs)

    @property
    def llr(self) -> float:
        """The log-likelihood ratio."""
        return self.hypotheses.llr(self.both.cell.pairs)

    @property
    def verdict(self) -> Verdict | None:
        """The hypothesis that is accepted."""
        return self.hypotheses.verdict(self.both.cell.pairs)

    @property
    def over(self) -> bool:
        """Whether nothing more is to be played."""
        return self.verdict is not None or self.decks >= self.most_decks


def standing(
    trial: Trial, hypotheses: Hypotheses, most_decks: int, deals: Iterable[LedgerDeal]
) -> Standing:
    """Where a test stands after these deals."""
    settled = results(trial.plan.ruleset, deals)
    return Standing(trial, hypotheses, most_decks, head_to_head(settled, FIRST, SECOND))


def sprt_table(state: Standing) -> Group:
    """The test for people; it fits a terminal of 80 columns."""
    title = f"{' against '.join(state.trial.labels)} ({state.trial.plan.ruleset.name})"
    return lines_table(title, [*_test_lines(state), *head_to_head_lines(state.both)])


def sprt_object(state: Standing) -> dict[str, Any]:
    """The test as a JSON object."""
    trial, test, bounds = state.trial, state.hypotheses, state.hypotheses.bounds
    return {
        "bots": [{"name": bot.name, "version": bot.version} for bot in trial.bots],
        "ruleset": trial.plan.ruleset.reference(),
        "seed": trial.seed,
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model.value,
        "verdict": None if state.verdict is None else state.verdict.value,
        "llr": state.llr,
        "lower": bounds.lower,
        "upper": bounds.upper,
        "decks": state.decks,
        "most_decks": state.most_decks,
        **head_to_head_object(state.both),
    }


def _test_lines(state: Standing) -> Iterator[Line]:
    test, bounds = state.hypotheses, state.hypotheses.bounds
    yield "H0, H1", f"{test.elo0:+g}, {test.elo1:+g} Elo ({test.model}); {_verdict(state)}"
    yield "LLR", f"{state.llr:.2f} ({bounds.lower:.2f} to {bounds.upper:.2f})"
    yield "decks", f"{state.decks} of at most {state.most_decks}, seed {state.trial.seed}"


def _verdict(state: Standing) -> str:
    if state.verdict is None:
        return "undecided"
    return f"{state.verdict.value.upper()} is accepted"
