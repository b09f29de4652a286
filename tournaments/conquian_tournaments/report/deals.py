"""The list of deals, for people and for programs."""

from collections.abc import Sequence
from typing import Any

from conquian_server.rules import Result
from rich.console import Group

from conquian_tournaments.deals import CountedDeal, LedgerDeal
from conquian_tournaments.opening import Opening
from conquian_tournaments.report.frame import about_object, new_table, points_cell, titled
from conquian_tournaments.report.names import printable, seat_labels

_MICROSECONDS = 1_000_000
_MICROSECONDS_OF_MS = 1000


def deals_table(opening: Opening, deals: Sequence[CountedDeal]) -> Group:
    """A line for each deal; the bots and their points stand in the order of the seats."""
    table = new_table()
    table.add_column("deal", no_wrap=True)
    table.add_column("bots", overflow="fold")
    table.add_column("result", overflow="fold")
    for heading in ("points", "decisions", "ms"):
        table.add_column(heading, justify="right")
    if any(each.deal.cause for each in deals):
        table.add_column("cause", overflow="fold")
    for each in deals:
        table.add_row(*_cells(opening, each))
    return titled(f"{opening.name}: deals ({opening.ruleset.name})", table)


def deal_notes(listed: int, found: int) -> list[str]:
    """What must be said with the table."""
    count = "1 deal" if found == 1 else f"{found} deals"
    if listed == found:
        return [f"{count}."]
    return [f"The first {listed} of {count}; --limit {found} lists them all."]


def deals_object(
    opening: Opening, head: str, deals: Sequence[CountedDeal], found: int
) -> dict[str, Any]:
    """The list of deals as a JSON object.

    Args:
        opening: what is played.
        head: the ledger's head.
        deals: those to list.
        found: how many were found.
    """
    return {
        **about_object(opening, head),
        "found": found,
        "deals": [deal_object(each) for each in deals],
    }


def deal_object(counted: CountedDeal) -> dict[str, Any]:
    """A deal as a JSON object."""
    deal, result = counted.deal, counted.deal.result
    return {
        "id": deal.key,
        "match": deal.pairing,
        "seats": list(deal.seats),
        "reason": result.reason.value,
        "winner": _entrant_in(deal, result.winner),
        "offender": _entrant_in(deal, result.offender),
        "multiplier": counted.multiplier,
        "points": list(counted.points),
        "decisions": list(deal.decisions),
        "seconds": [charged / _MICROSECONDS for charged in deal.microseconds],
        "cause": deal.cause or None,
    }


def seat_names(opening: Opening, deal: LedgerDeal) -> tuple[str, ...]:
    """The names of the seats, as they can be printed."""
    return seat_labels([opening.names[seat] for seat in deal.seats])


def _cells(opening: Opening, counted: CountedDeal) -> list[str]:
    deal, names = counted.deal, seat_names(opening, counted.deal)
    return [
        deal.key,
        ", ".join(names),
        _outcome(deal.result, names),
        points_cell(counted.points),
        str(sum(deal.decisions)),
        f"{sum(deal.microseconds) / _MICROSECONDS_OF_MS:.1f}",
        printable(deal.cause),
    ]


def _outcome(result: Result, names: Sequence[str]) -> str:
    if result.winner is not None:
        return f"{names[result.winner]} wins"
    if result.offender is not None:
        return f"{names[result.offender]}: {result.reason.value}"
    return "drawn"


def _entrant_in(deal: LedgerDeal, seat: int | None) -> str | None:
    return None if seat is None else deal.seats[seat]
