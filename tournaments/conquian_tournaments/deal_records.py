"""Records of deals as a ledger keeps them: without what follows from its opening and its seed.

A deal's entry keeps `actions` and `result`. The record's other fields follow: the ruleset and the
names from the opening, the dealer from the deal's number, the deck from the seed and the number.
A deal of which that is not so, such as an imported one, keeps its whole `record` instead.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from conquian_server.rules import Position, dealer_of, deck_from_seed, deck_text
from conquian_server.rules.records import FORMAT

from conquian_tournaments.kinds import SEED
from conquian_tournaments.ledger import Entry, LedgerError, View
from conquian_tournaments.opening import published_seed, read_opening

_BETWEEN = ","  # which no action's text has, nor `*`
_RUN = re.compile(r"([^*]+)(?:\*([1-9]\d{0,2}))?")


class UnknownDeckError(LedgerError):
    """A deal's deck follows from a seed that the ledger does not tell yet."""


def follows(position: Position, number: int, seed: str, *, deck: int | None = None) -> bool:
    """Whether dealer and deck of a deal are those that a leg's deal of this number has.

    Args:
        position: the deal.
        number: its number in the leg.
        seed: the decks' seed.
        deck: its deck's number; None where it is the deal's own.
    """
    setup = position.setup
    dealer = dealer_of(number, setup.seats)
    return (setup.dealer, setup.deck) == (
        dealer,
        deck_from_seed(seed, number if deck is None else deck),
    )


def shortened(record: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry keeps of a record the rest of which follows."""
    result = {field: value for field, value in record["result"].items() if value is not None}
    return {"actions": actions_text(record["actions"]), "result": result}


class Records:
    """The records of a ledger's deals.

    Attributes:
        opening: what is played.
        seed: the decks' seed; None where the ledger has none, or none that may be read.
    """

    def __init__(self, view: View) -> None:
        self.opening = read_opening(view)
        self.seed = published_seed(view) or view.secret(SEED)
        self._path = view.path
        self._names = {entrant.id: entrant.name for entrant in self.opening.entrants}

    def of(self, entry: Entry) -> dict[str, Any]:
        """The record of a deal's entry, as rules section 12 has it, without the multiplier.

        Raises:
            UnknownDeckError: its deck follows from the seed, and that is not known.
            LedgerError: it holds no record.
        """
        try:
            whole = entry.body.get("record")
            return dict(whole) if whole is not None else self._rebuilt(entry)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise LedgerError(
                f"{self._path}: the entry {entry.kind} {entry.key} is damaged"
            ) from None

    def _rebuilt(self, entry: Entry) -> dict[str, Any]:
        number, seats, result = _number(entry.key), entry.body["seats"], entry.body["result"]
        if self.seed is None:
            raise UnknownDeckError(
                f"{self._path}: the deck of {entry.key} follows from the seed,"
                " which is not published yet"
            )
        return {
            "format": FORMAT,
            "ruleset": self.opening.ruleset.reference(),
            "seats": [self._names[seat] for seat in seats],
            "dealer": dealer_of(number, len(seats)),
            "deck": deck_text(deck_from_seed(self.seed, entry.body.get("deck", number))),
            "actions": read_actions(entry.body["actions"]),
            "result": {
                "reason": result["reason"],
                "winner": result.get("winner"),
                "offender": result.get("offender"),
                "points": result["points"],
            },
        }


def actions_text(actions: Sequence[str]) -> str:
    """Actions in short: with commas between, and `pass*3` for three passes in a row."""
    runs = ((action, len(list(run))) for action, run in groupby(actions))
    return _BETWEEN.join(f"{action}*{times}" if times > 1 else action for action, times in runs)


def read_actions(text: str) -> list[str]:
    """The actions of a text by `actions_text`.

    Raises:
        ValueError: it is no such text.
    """
    actions: list[str] = []
    for part in () if text == "" else text.split(_BETWEEN):
        run = _RUN.fullmatch(part)
        if run is None:
            raise ValueError(f"{part!r} is no run of actions")
        actions += [run[1]] * int(run[2] or 1)
    return actions


def _number(key: str) -> int:
    return int(key.rpartition("/")[2])
