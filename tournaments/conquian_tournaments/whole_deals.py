"""Deals with all that a ledger has of them: the record and the time of each decision."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from conquian_tournaments.deal_records import Records
from conquian_tournaments.deals import (
    CountedDeal,
    counted,
    leg_and_number,
    multiplied,
    read_charges,
    read_deals,
)
from conquian_tournaments.kinds import DEAL
from conquian_tournaments.ledger import Entry, LedgerError, View


@dataclass(frozen=True, slots=True)
class WholeDeal:
    """A deal with all that a ledger has of it.

    Attributes:
        counted: the deal and how often it counts.
        record: its record as a JSON object (rules section 12), with its multiplier.
        charges: for each seat the microseconds charged to each of its decisions, in order.
    """

    counted: CountedDeal
    record: dict[str, Any]
    charges: tuple[tuple[int, ...], ...]


def read_whole_deal(view: View, key: str) -> WholeDeal:
    """The deal of a key.

    Raises:
        LedgerError: there is none, or an entry of its leg is damaged.
    """
    entry = view.entry(DEAL, key)
    if entry is None:
        raise LedgerError(f"{view.path}: there is no deal {key!r}; `conquian deals` lists them all")
    leg, _ = leg_and_number(key)
    return next(_whole_deals(view, [entry], f"{leg}/"))


def read_whole_deals(view: View) -> Iterator[WholeDeal]:
    """All deals of a ledger, in its order.

    Raises:
        LedgerError: an entry is damaged.
    """
    yield from _whole_deals(view, view.entries(DEAL), "")


def _whole_deals(view: View, entries: Iterable[Entry], prefix: str) -> Iterator[WholeDeal]:
    records = Records(view)
    places = {
        each.deal.key: each
        for each in counted(records.opening.ruleset, read_deals(view, prefix=prefix))
    }
    for entry in entries:
        place = places[entry.key]
        record = multiplied(records.of(entry), place.multiplier)
        yield WholeDeal(place, record, read_charges(view.path, entry))
