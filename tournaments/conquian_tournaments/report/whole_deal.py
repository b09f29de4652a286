"""A deal of a ledger with all that is known of it, for people and for programs."""

from collections.abc import Iterable
from typing import Any

from conquian_server.rules import Record
from rich.text import Text

from conquian_tournaments.opening import Opening
from conquian_tournaments.report.deal import tell_record
from conquian_tournaments.report.deals import deal_object, seat_names
from conquian_tournaments.report.frame import about_object, head_note
from conquian_tournaments.report.names import printable
from conquian_tournaments.whole_deals import WholeDeal

_MICROSECONDS = 1_000_000


def whole_deal_lines(
    opening: Opening, head: str, deal: WholeDeal, record: Record, viewer: int | None
) -> Iterable[Text]:
    """The deal told move by move, with the time of each decision.

    Args:
        opening: what is played.
        head: the ledger's head.
        deal: the deal.
        record: its record.
        viewer: the seat whose hand alone is shown before the end; None shows all hands.

    Raises:
        BadRecord: the record is not valid; all that is legal was told before.
    """
    yield Text(printable(f"{opening.name}: deal {deal.counted.deal.key}"), style="bold")
    yield from tell_record(record, viewer=viewer, charges=_seconds(deal))
    if deal.counted.deal.cause:
        yield Text(f"cause: {printable(deal.counted.deal.cause)}", style="bold red")
    yield Text(f"charged: {', '.join(_sums(opening, deal))}")
    yield Text(head_note(head))


def whole_deal_object(
    opening: Opening, head: str, deal: WholeDeal, viewer: int | None, told: Iterable[Text]
) -> dict[str, Any]:
    """The deal as a JSON object.

    Args:
        opening: what is played.
        head: the ledger's head.
        deal: the deal.
        viewer: the seat whose view was told; None where it was nobody's.
        told: the deal as people read it.
    """
    return {
        **about_object(opening, head),
        "deal": deal_object(deal.counted),
        "record": deal.record,
        "charges": [list(charges) for charges in deal.charges],
        "seat": viewer,
        "told": [line.plain for line in told],
    }


def _seconds(deal: WholeDeal) -> list[list[float]]:
    return [[charge / _MICROSECONDS for charge in charges] for charges in deal.charges]


def _sums(opening: Opening, deal: WholeDeal) -> Iterable[str]:
    of_seats = zip(seat_names(opening, deal.counted.deal), _seconds(deal), strict=True)
    for name, charges in of_seats:
        decisions = "1 decision" if len(charges) == 1 else f"{len(charges)} decisions"
        yield f"{name} {sum(charges) * 1000:.3f} ms for {decisions}"
