"""What people would write instead: a runner over blocking pipes, a JSON object a line.

It has the same rules engine and the same bots, and no clocks, faults, sessions or resumption.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

from conquian_server.rules import (
    CARD_TEXTS,
    DEMAND,
    PASS,
    PRESETS,
    WAIVE,
    Action,
    Kind,
    Layout,
    Position,
    cards_in,
    deck_from_seed,
    meld_cards,
    read_card,
    start,
)

BOT = Path(__file__).with_name("pipe_bot.py")
_BARE = {"pass": PASS, "demand": DEMAND, "waive": WAIVE}


def decisions_per_second(at_once: int, decisions: int) -> float:
    """Play deals of two bots, so many at once, until there were so many decisions."""
    bots = [_bot(), _bot()]
    try:
        return _Runner(bots, at_once).run(decisions)
    finally:
        for bot in bots:
            bot.stdin.close()  # type: ignore[union-attr] # it was opened as a pipe
            bot.wait()


class _Runner:
    def __init__(self, bots: list["subprocess.Popen[str]"], at_once: int) -> None:
        self._bots = bots
        self._deals = dict(enumerate(map(_deal, range(at_once))))
        self._next = at_once

    def run(self, wanted: int) -> float:
        started, done = perf_counter(), 0
        while done < wanted:
            # Both bots are asked before either is waited for, so that both can think.
            asked = [self._ask(seat) for seat in range(len(self._bots))]
            for bot, count in zip(self._bots, asked, strict=True):
                self._take(bot, count)
            done += sum(asked)
        return done / (perf_counter() - started)

    def _ask(self, seat: int) -> int:
        mine = [(number, deal) for number, deal in self._deals.items() if deal.seat == seat]
        lines = [json.dumps(_request(number, deal)) for number, deal in mine]
        if lines:
            stdin = self._bots[seat].stdin
            assert stdin is not None
            stdin.write("\n".join(lines) + "\n")
            stdin.flush()
        return len(lines)

    def _take(self, bot: "subprocess.Popen[str]", count: int) -> None:
        assert bot.stdout is not None
        for _ in range(count):
            answer = json.loads(bot.stdout.readline())
            number = answer["deal"]
            deal = self._deals[number]
            deal = deal.apply(_action(answer, deal))
            if deal.result is not None:
                deal, self._next = _deal(self._next), self._next + 1
            self._deals[number] = deal


def _bot() -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(BOT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _deal(number: int) -> Position:
    deck = deck_from_seed("benchmark", number)
    return start(PRESETS["classic"], deck, dealer=number % 2, seats=2)


def _request(number: int, deal: Position) -> dict[str, Any]:
    assert deal.seat is not None
    assert deal.asked is not None
    assert deal.faced is not None
    seen = deal.observe(deal.seat)
    return {
        "deal": number,
        "kind": deal.asked.value,
        "seat": seen.viewer,
        "dealer": seen.dealer,
        "hand": _texts(cards_in(seen.hand)),
        "tables": [_melds(layout) for layout in seen.tables],
        "faced": CARD_TEXTS[deal.faced],
        "origin": seen.origin.value,
        "passed": seen.passed,
        "dead": _texts(seen.dead),
        "stock": seen.stock_count,
        "hands": seen.hand_counts,
        "options": [
            {
                "layout": _melds(option.layout),
                "hand_cards": _texts(cards_in(option.laid)),
                "goes_out": option.goes_out,
            }
            for option in deal.options()
        ],
    }


def _texts(cards: Iterable[int]) -> list[str]:
    return [CARD_TEXTS[card] for card in cards]


def _melds(layout: Layout) -> list[list[str]]:
    return [_texts(meld_cards(meld)) for meld in layout]


def _action(answer: dict[str, Any], deal: Position) -> Action:
    if answer["action"] in _BARE:
        return _BARE[answer["action"]]
    discard = read_card(answer["discard"]) if "discard" in answer else None
    return Action(Kind.MELD, deal.options()[answer["option"]].layout, discard)
