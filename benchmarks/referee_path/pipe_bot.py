"""The instant bot over pipes: a JSON object a line in, one a line out."""

import json
import sys
from typing import Any


def decide(request: dict[str, Any]) -> dict[str, Any]:
    """The same decision as the instant bot's."""
    if request["options"]:
        option = request["options"][0]
        if option["goes_out"]:
            return {"action": "meld", "option": 0}
        left = [card for card in request["hand"] if card not in option["hand_cards"]]
        return {"action": "meld", "option": 0, "discard": left[0]}
    return {"action": "waive" if request["kind"] == "demand_or_waive" else "pass"}


def main() -> None:
    """Answer each line at once, until there are none."""
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"deal": request["deal"], **decide(request)}), flush=True)


main()
