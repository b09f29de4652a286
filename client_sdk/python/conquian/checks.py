"""Checking a decision before it is sent, so that a slip is told and not just a lost deal."""

from collections.abc import Callable
from typing import NamedTuple

from conquian.cards import Card, Layout
from conquian.decisions import Decision, Demand, LayAndPass, Laying, Meld, Pass, Waive
from conquian.errors import DecisionError
from conquian.observation import Kind, Observation, Option
from conquian.v1 import decision_pb2


class Answer(NamedTuple):
    """A decision as it is sent: whatever is laid is by now an option's number."""

    action: decision_pb2.ActionKind.ValueType
    option: int | None = None
    discard: Card | None = None


_PASS = Answer(decision_pb2.ACTION_KIND_PASS)
_DEMAND = Answer(decision_pb2.ACTION_KIND_DEMAND)
_WAIVE = Answer(decision_pb2.ACTION_KIND_WAIVE)

_MELD = "one of observation.options, as in `option.meld(discard)`"
_WANTED = {
    Kind.OFFER: f"a card is offered: return conquian.Pass() or {_MELD}",
    Kind.FORCED: f"the card is forced on you: return {_MELD}",
    Kind.FORCE_QUESTION: "you are asked whether to force the card on the seat that passed: "
    "return conquian.Demand() or conquian.Waive()",
}


def checked(decision: object, observation: Observation) -> Answer:
    """What answers the request, if the decision can.

    Raises:
        DecisionError: it can't; the words say why and what to do.
    """
    check = _CHECKS.get(type(decision))
    if check is None:
        raise DecisionError(f"decide() returned {decision!r}; {_WANTED[observation.kind]}")
    return check(decision, observation)


def _checked_pass(decision: Decision, observation: Observation) -> Answer:
    return _bare(_PASS, decision, observation, Kind.OFFER)


def _checked_demand(decision: Decision, observation: Observation) -> Answer:
    return _bare(_DEMAND, decision, observation, Kind.FORCE_QUESTION)


def _checked_waive(decision: Decision, observation: Observation) -> Answer:
    return _bare(_WAIVE, decision, observation, Kind.FORCE_QUESTION)


def _bare(answer: Answer, decision: Decision, observation: Observation, kind: Kind) -> Answer:
    if observation.kind is not kind:
        raise DecisionError(f"{decision} is no answer here; {_WANTED[observation.kind]}")
    return answer


def _checked_meld(decision: Meld, observation: Observation) -> Answer:
    option = _option(decision, observation, uses_faced=True)
    _check_discard(decision, option)
    return Answer(decision_pb2.ACTION_KIND_MELD, option.index, decision.discard)


def _checked_lay_and_pass(decision: LayAndPass, observation: Observation) -> Answer:
    option = _option(decision, observation, uses_faced=False)
    return Answer(decision_pb2.ACTION_KIND_LAY_AND_PASS, option.index)


_CHECKS: dict[type, Callable[..., Answer]] = {
    Pass: _checked_pass,
    Demand: _checked_demand,
    Waive: _checked_waive,
    Meld: _checked_meld,
    LayAndPass: _checked_lay_and_pass,
}


def _option(decision: Laying, observation: Observation, *, uses_faced: bool) -> Option:
    option = _named_option(decision, observation, uses_faced=uses_faced)
    if option.observation is not observation:
        raise DecisionError(f"{option!r} is of another request; take one of observation.options")
    if option.uses_faced and not uses_faced:
        raise DecisionError(f"{option!r} takes the faced card: answer with option.meld(discard)")
    if uses_faced and not option.uses_faced:
        raise DecisionError(
            f"{option!r} leaves the faced card out: answer with option.lay_and_pass()"
        )
    return option


def _named_option(decision: Laying, observation: Observation, *, uses_faced: bool) -> Option:
    if isinstance(decision.option, Option):
        return decision.option
    if decision.option is not None:
        return _numbered_option(decision.option, observation)
    for option in observation.options:
        if option.uses_faced is uses_faced and _lays(decision, option):
            return option
    raise DecisionError(f"{decision} is no legal meld here; {_choice(observation)}")


def _numbered_option(number: object, observation: Observation) -> Option:
    # A card is a number too, but never meant as an option's.
    if isinstance(number, Card) or not isinstance(number, int):
        raise DecisionError(f"{number!r} is no option; {_choice(observation)}")
    if not 0 <= number < len(observation.options):
        raise DecisionError(f"there is no option {number}; {_choice(observation)}")
    return observation.options[number]


def _lays(decision: Laying, option: Option) -> bool:
    if decision.cards is not None:
        return sorted(decision.cards) == sorted(option.hand_cards)
    return _parts(decision.layout or ()) == _parts(option.layout)


def _parts(layout: Layout) -> list[list[Card]]:
    return sorted([sorted(meld) for meld in layout])


def _check_discard(decision: Meld, option: Option) -> None:
    discard = decision.discard
    if option.goes_out:
        if discard is not None:
            raise DecisionError(f"you go out with {option!r}: discard nothing, `option.meld()`")
    elif discard is None:
        raise DecisionError(f"a discard is needed with {option!r}; one of {_listed(option)}")
    elif discard not in option.discards:
        why = "is laid with it" if discard in option.hand_cards else "is not in your hand"
        raise DecisionError(f"{discard} {why}; discard one of {_listed(option)}")


def _listed(option: Option) -> str:
    return " ".join(map(str, option.discards))


def _choice(observation: Observation) -> str:
    if observation.options:
        return "the options are " + ", ".join(map(str, observation.options))
    if observation.kind is Kind.OFFER:
        return "nothing can be laid: return conquian.Pass()"
    return _WANTED[observation.kind]
