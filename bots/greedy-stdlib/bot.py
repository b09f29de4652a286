"""Lays whatever it can, and keeps the cards that go together. Nothing but Python is needed."""

import json
import sys
from typing import Any

RANKS = "A234567JQK"


def main() -> None:
    """Answer each line that asks; the others tell what goes on, and want no answer."""
    for line in sys.stdin:
        request = json.loads(line).get("decisionRequested")
        if request is not None:
            answer = {"requestId": request["requestId"], "text": decide(request)}
            print(json.dumps(answer), flush=True)  # what is not flushed is never read


def decide(request: dict[str, Any]) -> str:
    """The action, as the rules write it."""
    if request["kind"] == "REQUEST_KIND_FORCE_QUESTION":
        return "waive"
    if not request["options"]:
        return "pass"
    option = max(request["options"], key=value)  # the first of several
    if not option["discards"]:
        return option["text"]
    return f"{option['text']} x {worst_card(option['discards'])}"


def value(option: dict[str, Any]) -> tuple[bool, bool, int]:
    """Best goes out, else takes the faced card, else lays most cards."""
    return option["goesOut"], option["usesFaced"], len(option["handCards"])


def worst_card(cards: list[str]) -> str:
    """The card that goes least with the others; of several the lowest, which is the first."""
    return min(cards, key=lambda card: sum(closeness(card, other) for other in cards))


def closeness(one: str, other: str) -> int:
    """How much two cards do for each other, on the way to a group or a sequence."""
    if one == other:
        return 0
    distance = abs(RANKS.index(one[0]) - RANKS.index(other[0]))
    if distance == 0:
        return 3
    return {1: 4, 2: 2}.get(distance, 0) if one[1] == other[1] else 0


if __name__ == "__main__":
    main()
