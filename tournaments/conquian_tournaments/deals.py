"""The ledger's deals: written as they end, read back as results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conquian_server.match import DealOver
from conquian_server.rules import LegScore, Reason, Result, Ruleset, record_of

from conquian_tournaments.deal_records import follows, shortened
from conquian_tournaments.kinds import DEAL
from conquian_tournaments.ledger import Entry, LedgerError, View, Where
from conquian_tournaments.opening import Listed
from conquian_tournaments.results import DealResult, EntrantId, Fault
from conquian_tournaments.schedule import Leg
from conquian_tournaments.tournament import Entrant

_MICROSECONDS = 1_000_000
_LEGS = "abcd"  # as many as seats


@dataclass(frozen=True, slots=True)
class LedgerDeal:
    """What the ledger says of how a deal ended.

    Attributes:
        pairing: the pairing's id.
        leg: the number of the leg.
        number: its number in the leg, which is its deck's too.
        seats: the entrant in each seat.
        result: how it ended, with the points before the multiplier.
        microseconds: the time charged to each seat.
        decisions: how many decisions were charged to each seat.
        cause: what happened, in words, where a fault ended it; else empty.
        multiplier: how often it counts, where that was settled elsewhere, before it was imported;
            None where it follows from the deals of the leg before it.
        deck: says which deals have the same deck, where their numbers do not.
        incidents: how many incidents each seat has had in the leg when the deal ended; empty
            where there was none since another deal.
    """

    pairing: str
    leg: int
    number: int
    seats: tuple[EntrantId, ...]
    result: Result
    microseconds: tuple[int, ...]
    decisions: tuple[int, ...] = ()
    cause: str = ""
    multiplier: int | None = None
    deck: int | None = None
    incidents: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The key of its entry."""
        return deal_key(leg_id(self.pairing, self.leg), self.number)


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """A deal with its place in its leg.

    Attributes:
        deal: the deal.
        multiplier: how often it counts.
        points: each seat's points with the multiplier.
    """

    deal: LedgerDeal
    multiplier: int
    points: tuple[int, ...]


def deal_key(leg: str, number: int) -> str:
    """The key of a deal's entry, of its leg's id and its number."""
    return f"{leg}/{number}"


def leg_id(pairing: str, leg: int) -> str:
    """The id of a pairing's leg, as `Leg.id` has it."""
    return f"{pairing}-{_LEGS[leg]}"


def pairing_and_leg(leg: str) -> tuple[str, int]:
    """The pairing's id and the leg's number in a leg's id.

    Raises:
        ValueError: it is no leg's id.
    """
    pairing, _, letter = leg.rpartition("-")
    return pairing, _LEGS.index(letter or "?")


def leg_and_number(key: str) -> tuple[str, int]:
    """The leg's id and the deal's number in a deal's key."""
    leg, _, number = key.rpartition("/")
    return leg, int(number)


def deal_entry(
    leg: Leg,
    seats: Sequence[Entrant | Listed],
    over: DealOver,
    *,
    seed: str | None = None,
    deck: int | None = None,
) -> Entry:
    """The ledger's entry of a deal that has ended.

    Args:
        leg: the leg.
        seats: the entrant in each seat.
        over: the deal.
        seed: the decks' seed. A deal with a deck of its own, or of no seed, keeps its deck.
        deck: the number of its deck; None where it is the deal's own.
    """
    number = over.number if deck is None else deck
    record = record_of(over.position, [entrant.name for entrant in seats])
    short = seed is not None and follows(over.position, over.number, seed, deck=number)
    body = {
        "seats": [entrant.id for entrant in seats],
        "charges": [
            [round(charge * _MICROSECONDS) for charge in charges] for charges in over.charges
        ],
        **(shortened(record) if short else {"record": record}),
    }
    if number != over.number:
        body["deck"] = number
    if any(over.incidents):
        body["incidents"] = list(over.incidents)
    if over.cause:
        body["cause"] = over.cause
    return Entry(DEAL, deal_key(leg.id, over.number), body)


def read_deals(view: View, *, prefix: str = "", after: int = 0) -> Iterator[LedgerDeal]:
    """The deals of a ledger.

    Args:
        view: the ledger.
        prefix: what their keys begin with.
        after: the number of an entry that they follow.

    Raises:
        LedgerError: an entry is not as `deal_entry` makes it.
    """
    for entry in view.entries(DEAL, prefix=prefix, after=after):
        yield read_deal(view.path, entry)


def read_deal(path: Where, entry: Entry) -> LedgerDeal:
    """The deal of an entry.

    Args:
        path: the ledger's file.
        entry: the entry.

    Raises:
        LedgerError: it is not as `deal_entry` makes it.
    """
    body = entry.body
    try:
        leg, number = leg_and_number(entry.key)
        return LedgerDeal(
            *pairing_and_leg(leg),
            number,
            tuple(body["seats"]),
            _result((body.get("record") or body)["result"]),
            tuple(sum(charges) for charges in body["charges"]),
            tuple(len(charges) for charges in body["charges"]),
            body.get("cause", ""),
            body.get("multiplier"),
            body.get("deck"),
            tuple(body.get("incidents", ())),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise LedgerError(f"{path}: the entry {entry.kind} {entry.key} is damaged") from None


def read_charges(path: Where, entry: Entry) -> tuple[tuple[int, ...], ...]:
    """The microseconds charged to each seat of a deal for each of its decisions.

    Args:
        path: the ledger's file.
        entry: the deal's entry.

    Raises:
        LedgerError: the entry does not have them.
    """
    try:
        return tuple(tuple(map(int, charges)) for charges in entry.body["charges"])
    except (KeyError, TypeError, ValueError):
        raise LedgerError(f"{path}: the entry {entry.kind} {entry.key} is damaged") from None


def multiplied(record: Mapping[str, Any], multiplier: int) -> dict[str, Any]:
    """A record without a multiplier as it is with one (rules section 12)."""
    points = [each * multiplier for each in record["result"]["points"]]
    head = {key: record[key] for key in ("format", "ruleset", "seats", "dealer")}
    return {
        **head,
        "multiplier": multiplier,
        **{key: value for key, value in record.items() if key not in head},
        "result": {**record["result"], "points": points},
    }


def _result(claimed: Mapping[str, Any]) -> Result:
    return Result(
        Reason(claimed["reason"]),
        claimed.get("winner"),
        claimed.get("offender"),
        tuple(claimed["points"]),
    )


def counted(ruleset: Ruleset, deals: Iterable[LedgerDeal]) -> Iterator[CountedDeal]:
    """The deals with their points, settled leg by leg in the order of their numbers.

    While a leg has gaps, a deal after one counts as if it were the leg's next. Held in memory are
    only the deals that wait for one before them.
    """
    legs: dict[tuple[str, int], _LegCount] = {}
    for deal in deals:
        place = deal.pairing, deal.leg
        leg = legs.get(place)
        if leg is None:
            leg = legs[place] = _LegCount(LegScore(ruleset, len(deal.seats)))
        yield from leg.add(deal)
    for leg in legs.values():
        yield from leg.end()


class _LegCount:
    """Counts a leg's deals, which come in any order."""

    def __init__(self, score: LegScore) -> None:
        self._score = score
        self._next = 0
        self._waiting: dict[int, LedgerDeal] = {}

    def add(self, deal: LedgerDeal) -> Iterator[CountedDeal]:
        """Take a deal; what can be counted now follows, in order."""
        self._waiting[deal.number] = deal
        while (due := self._waiting.pop(self._next, None)) is not None:
            self._next += 1
            yield self._count(due)

    def end(self) -> Iterator[CountedDeal]:
        """What follows a gap, in order."""
        for _, deal in sorted(self._waiting.items()):
            yield self._count(deal)

    def _count(self, deal: LedgerDeal) -> CountedDeal:
        settled = self._score.add(deal.result).multiplier
        multiplier = settled if deal.multiplier is None else deal.multiplier
        return CountedDeal(deal, multiplier, deal.result.multiplied(multiplier))


def results(
    ruleset: Ruleset, deals: Iterable[LedgerDeal], *, mirrored: bool = True
) -> Iterator[DealResult]:
    """The deals as results, with their points.

    Args:
        ruleset: the ruleset.
        deals: the deals.
        mirrored: whether the deals of a pairing with one number in both legs have the same deck.

    Raises:
        ValueError: a deal is not one of two entrants.
    """
    for each in counted(ruleset, deals):
        yield _deal_result(each.deal, each.points, mirrored)


def _deal_result(deal: LedgerDeal, points: Sequence[int], mirrored: bool) -> DealResult:
    if len(deal.seats) != 2:  # noqa: PLR2004 - of whose seats one is first and one is second
        raise ValueError(f"deal {deal.key}: has {len(deal.seats)} seats, not two")
    # The pairing's order is that of leg 0; in leg 1 the seats are exchanged.
    first, second = (0, 1) if deal.leg == 0 else (1, 0)
    offender = deal.result.offender
    return DealResult(
        pairing=deal.pairing,
        leg=deal.leg,
        deck=deal.number if deal.deck is None else deal.deck,
        entrants=(deal.seats[first], deal.seats[second]),
        winner=_winner(deal),
        points=(points[first], points[second]),
        seconds=(_seconds(deal, first), _seconds(deal, second)),
        fault=None if offender is None else Fault(deal.result.reason.value, deal.seats[offender]),
        mirrored=mirrored,
    )


def _winner(deal: LedgerDeal) -> EntrantId | None:
    winner, offender = deal.result.winner, deal.result.offender
    if winner is not None:
        return deal.seats[winner]
    return None if offender is None else deal.seats[1 - offender]


def _seconds(deal: LedgerDeal, seat: int) -> float:
    return deal.microseconds[seat] / _MICROSECONDS
