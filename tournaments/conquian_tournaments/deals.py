"""The ledger's deals: written as they end, read back as results."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conquian_server.match import DealOver
from conquian_server.rules import LegScore, Reason, Result, Ruleset, record_of

from conquian_tournaments.ledger import Entry
from conquian_tournaments.results import DealResult, EntrantId, Fault
from conquian_tournaments.schedule import Leg
from conquian_tournaments.tournament import Entrant

KIND = "deal"
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class LedgerDeal:
    """A deal as it stands in the ledger.

    Attributes:
        pairing: the pairing's id.
        leg: 0 or 1.
        number: its number in the leg, which is its deck's too.
        seats: the entrant in each seat.
        record: the record of rules section 12, without multiplier.
        charges: for each seat the microseconds charged to each of its decisions.
        cause: what happened, in words, where a fault ended it.
    """

    pairing: str
    leg: int
    number: int
    seats: tuple[EntrantId, ...]
    record: Mapping[str, Any]
    charges: tuple[tuple[int, ...], ...]
    cause: str

    @property
    def result(self) -> Result:
        """How it ended, with the points before the multiplier."""
        claimed = self.record["result"]
        return Result(
            Reason(claimed["reason"]),
            claimed["winner"],
            claimed["offender"],
            tuple(claimed["points"]),
        )


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
    return Entry(KIND, f"{leg.id}/{over.number}", body)


def read_deal(entry: Entry) -> LedgerDeal:
    """The deal of an entry."""
    body = entry.body
    return LedgerDeal(
        body["pairing"],
        body["leg"],
        body["number"],
        tuple(body["seats"]),
        body["record"],
        tuple(map(tuple, body["charges"])),
        body.get("cause", ""),
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
            yield _result(deal, score.add(deal.result).points)


def _result(deal: LedgerDeal, points: Sequence[int]) -> DealResult:
    # The pairing's order is that of leg 0; in leg 1 the seats are exchanged.
    order = (0, 1) if deal.leg == 0 else (1, 0)
    result = deal.result
    first, second = order
    return DealResult(
        pairing=deal.pairing,
        leg=deal.leg,
        deck=deal.number,
        entrants=(deal.seats[first], deal.seats[second]),
        winner=_winner(deal, result),
        points=(points[first], points[second]),
        seconds=(_seconds(deal, first), _seconds(deal, second)),
        fault=None
        if result.offender is None
        else Fault(result.reason.value, deal.seats[result.offender]),
    )


def _winner(deal: LedgerDeal, result: Result) -> EntrantId | None:
    if result.winner is not None:
        return deal.seats[result.winner]
    return None if result.offender is None else deal.seats[1 - result.offender]


def _seconds(deal: LedgerDeal, seat: int) -> float:
    return sum(deal.charges[seat]) / _MICROSECONDS
