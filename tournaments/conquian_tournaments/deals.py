"""The ledger's deals: written as they end, read back as results."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conquian_server.match import DealOver
from conquian_server.rules import LegScore, Reason, Result, Ruleset, record_of

from conquian_tournaments.kinds import DEAL
from conquian_tournaments.ledger import Entry, LedgerError, View
from conquian_tournaments.results import DealResult, EntrantId, Fault
from conquian_tournaments.schedule import Leg
from conquian_tournaments.tournament import Entrant

_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class LedgerDeal:
    """What the ledger says of how a deal ended.

    Attributes:
        pairing: the pairing's id.
        leg: 0 or 1.
        number: its number in the leg, which is its deck's too.
        seats: the entrant in each seat.
        result: how it ended, with the points before the multiplier.
        microseconds: the time charged to each seat.
    """

    pairing: str
    leg: int
    number: int
    seats: tuple[EntrantId, ...]
    result: Result
    microseconds: tuple[int, ...]


def deal_key(leg_id: str, number: int) -> str:
    """The key of a deal's entry."""
    return f"{leg_id}/{number}"


def leg_and_number(key: str) -> tuple[str, int]:
    """The leg's id and the deal's number in a deal's key."""
    leg_id, _, number = key.rpartition("/")
    return leg_id, int(number)


def deal_entry(leg: Leg, seats: Sequence[Entrant], over: DealOver) -> Entry:
    """The ledger's entry of a deal that has ended.

    Args:
        leg: the leg.
        seats: the entrant in each seat.
        over: the deal.
    """
    body = {
        "pairing": leg.pairing.id,
        "leg": leg.number,
        "number": over.number,
        "seats": [entrant.id for entrant in seats],
        "record": record_of(over.position, [entrant.name for entrant in seats]),
        "charges": [
            [round(charge * _MICROSECONDS) for charge in charges] for charges in over.charges
        ],
    }
    if over.cause:
        body["cause"] = over.cause
    return Entry(DEAL, deal_key(leg.id, over.number), body)


def read_deals(view: View) -> Iterator[LedgerDeal]:
    """All deals of a ledger.

    Raises:
        LedgerError: an entry is not as `deal_entry` makes it.
    """
    for entry in view.entries(DEAL):
        yield read_deal(view.path, entry)


def read_deal(path: Path, entry: Entry) -> LedgerDeal:
    """The deal of an entry.

    Args:
        path: the ledger's file.
        entry: the entry.

    Raises:
        LedgerError: it is not as `deal_entry` makes it.
    """
    body = entry.body
    try:
        return LedgerDeal(
            body["pairing"],
            body["leg"],
            body["number"],
            tuple(body["seats"]),
            _result(body["record"]["result"]),
            tuple(sum(charges) for charges in body["charges"]),
        )
    except (KeyError, TypeError, ValueError):
        raise LedgerError(f"{path}: the entry {entry.kind} {entry.key} is damaged") from None


def _result(claimed: Mapping[str, Any]) -> Result:
    return Result(
        Reason(claimed["reason"]),
        claimed["winner"],
        claimed["offender"],
        tuple(claimed["points"]),
    )


def results(ruleset: Ruleset, deals: Iterable[LedgerDeal]) -> Iterator[DealResult]:
    """The deals as results, with their points settled leg by leg in the order of their numbers.

    While a leg has gaps, a deal after one counts as if it were the leg's next.
    """
    legs: defaultdict[tuple[str, int], list[LedgerDeal]] = defaultdict(list)
    for deal in deals:
        legs[deal.pairing, deal.leg].append(deal)
    for played in legs.values():
        score = LegScore(ruleset, len(played[0].seats))
        for deal in sorted(played, key=lambda deal: deal.number):
            yield _deal_result(deal, score.add(deal.result).points)


def _deal_result(deal: LedgerDeal, points: Sequence[int]) -> DealResult:
    # The pairing's order is that of leg 0; in leg 1 the seats are exchanged.
    first, second = (0, 1) if deal.leg == 0 else (1, 0)
    offender = deal.result.offender
    return DealResult(
        pairing=deal.pairing,
        leg=deal.leg,
        deck=deal.number,
        entrants=(deal.seats[first], deal.seats[second]),
        winner=_winner(deal),
        points=(points[first], points[second]),
        seconds=(_seconds(deal, first), _seconds(deal, second)),
        fault=None if offender is None else Fault(deal.result.reason.value, deal.seats[offender]),
    )


def _winner(deal: LedgerDeal) -> EntrantId | None:
    winner, offender = deal.result.winner, deal.result.offender
    if winner is not None:
        return deal.seats[winner]
    return None if offender is None else deal.seats[1 - offender]


def _seconds(deal: LedgerDeal, seat: int) -> float:
    return deal.microseconds[seat] / _MICROSECONDS
