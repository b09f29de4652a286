"""Makes greedy.jsonl: what a greedy bot is asked and how it answers, in whatever language.

`python -m tests.bots.golden.make` writes it again. Each line is one request, as protobuf's JSON
mapping writes it, the name of its ruleset, and the decision in canonical text (rules section 11).
Each request stands for a deal of its own.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from conquian.observation import Observation
from conquian.testing import decide
from conquian.testing import observation as any_observation
from conquian.v1 import decision_pb2
from conquian_server.interview.whims import positions
from conquian_server.match import Request
from conquian_server.rules import PRESETS, Position
from conquian_server.wire import encode_request
from google.protobuf.json_format import MessageToDict

from tests.bots.table import module_of

FILE = Path(__file__).with_name("greedy.jsonl")

TABLES = (("classic", 2), ("hoyle", 2), ("nine-card", 2), ("nine-card", 3), ("nine-card", 4))
DEALS = 150  # of each ruleset and number of seats
OF_A_SORT = 2  # questions that are alike

GREEDY = module_of("greedy")


def lines() -> Iterator[str]:
    """The lines of the file, one for each position of `chosen`."""
    for number, (ruleset, position) in enumerate(chosen(), 1):
        request = _request(position, number)
        written = {
            "ruleset": ruleset,
            "request": MessageToDict(request),
            "decision": str(decide(GREEDY.GreedyBot(), _observation(request))),
        }
        yield json.dumps(written, separators=(",", ":")) + "\n"


def chosen() -> Iterator[tuple[str, Position]]:
    """Positions of many sorts, few of each, with the names of their rulesets."""
    for ruleset, seats in TABLES:
        alike: Counter[tuple[object, ...]] = Counter()
        for number in range(DEALS):
            for position in positions(PRESETS[ruleset], seats, "golden", number):
                sort = _sort(position)
                alike[sort] += 1
                if alike[sort] <= OF_A_SORT:
                    yield ruleset, position


def _sort(position: Position) -> tuple[object, ...]:
    """What makes one question different from another for a greedy bot."""
    seat = position.seat
    assert seat is not None
    options = position.options()
    best = _ranks(position)
    observation = _observation(_request(position, 1))
    return (
        position.asked,
        position.origin,
        position.origin_seat == seat,
        position.hands[seat].bit_count() // 4 if position.hands[seat] else None,
        min(len(options), 2),
        len({option.uses_faced for option in options}),
        tuple(best[0][:2]) if best else None,
        len(best) > 1 and best[0] == best[1],
        bool(observation.options) and _has_tied_discards(observation),
    )


def _ranks(position: Position) -> list[tuple[bool, bool, int]]:
    """How greedy ranks the options, best first."""
    options = position.options()
    ranks = [(each.goes_out, each.uses_faced, each.laid.bit_count()) for each in options]
    return sorted(ranks, reverse=True)


def _has_tied_discards(observation: Observation) -> bool:
    cards = GREEDY.best_option(observation.options).discards
    worths = sorted(GREEDY.worth(card, cards) for card in cards)
    return len(worths) > 1 and worths[0] == worths[1]


def _request(position: Position, number: int) -> decision_pb2.DecisionRequested:
    assert position.seat is not None
    message = decision_pb2.DecisionRequested()
    request = Request(position.seat, number, number, position, None, 0.0, None, None)
    encode_request(message, request, 0.0, history=False)
    return message


def _observation(request: decision_pb2.DecisionRequested) -> Observation:
    deal = any_observation(hand="", faced="AS").deal  # greedy does not look at it
    return Observation(request, deal, 0.0)


if __name__ == "__main__":
    FILE.write_text("".join(lines()))
