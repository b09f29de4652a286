"""A tournament's matches, folded from its deals."""

import enum
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from conquian_tournaments import deals
from conquian_tournaments.kinds import LEG, UNPLAYABLE
from conquian_tournaments.ledger import View
from conquian_tournaments.opening import Opening
from conquian_tournaments.results import DealResult, EntrantId
from conquian_tournaments.standings import Record
from conquian_tournaments.units import units

_LEGS = 2


class State(enum.Enum):
    """How far a match is."""

    RUNNING = "running"
    DONE = "done"
    NOT_PLAYED = "not played"  # a leg of it could not be


@dataclass(slots=True)
class Match:
    """What came of a pairing so far.

    Attributes:
        pairing: the pairing's id.
        entrants: in the pairing's order, as is all that follows.
        state: how far it is.
        deals: all ended deals.
        decks: how many decks were played in both seatings.
        units: won, drawn and lost by the first entrant.
        points: each entrant's, with multipliers.
        faults: how many deals each entrant forfeited, by cause.
    """

    pairing: str
    entrants: tuple[EntrantId, EntrantId]
    state: State
    deals: int = 0
    decks: int = 0
    units: Record = field(default_factory=Record)
    points: tuple[int, int] = (0, 0)
    faults: tuple[Counter[str], Counter[str]] = field(
        default_factory=lambda: (Counter(), Counter())
    )

    def add(self, deal: DealResult) -> None:
        """Adds a deal."""
        self.deals += 1
        self.points = (self.points[0] + deal.points[0], self.points[1] + deal.points[1])
        if deal.fault is not None:
            self.faults[self.entrants.index(deal.fault.offender)][deal.fault.cause] += 1


def read_matches(view: View, opening: Opening) -> list[Match]:
    """The matches of a ledger that have begun, in the order of their ids.

    Raises:
        LedgerError: an entry is damaged.
    """
    results = deals.results(opening.ruleset, deals.read_deals(view), mirrored=opening.mirrored)
    return matches(results, states(view, _LEGS), State.DONE if opening.imported else State.RUNNING)


def matches(
    results: Iterable[DealResult], states: Mapping[str, State], otherwise: State
) -> list[Match]:
    """The matches that have a deal.

    Args:
        results: the deals.
        states: of matches, by their pairings' ids.
        otherwise: the state of matches that are not among those.

    Raises:
        ValueError: two deals are no pair though they have a pairing and a deck in common.
    """
    found: dict[str, Match] = {}
    for pairing, deals_of_it in _by_pairing(results).items():
        match = Match(pairing, deals_of_it[0].entrants, states.get(pairing, otherwise))
        for deal in deals_of_it:
            match.add(deal)
        for unit in units(deals_of_it):
            match.units.add(unit.margin)
            match.decks += unit.deals == _LEGS
        found[pairing] = match
    return sorted(found.values(), key=lambda match: id_order(match.pairing))


def id_order(text: str) -> tuple[tuple[int, ...], str]:
    """What sorts ids as people do, by the numbers in them: r2-0v1 stands before r10-0v1."""
    return tuple(map(int, re.findall(r"\d+", text))), text


def states(view: View, leg_count: int) -> dict[str, State]:
    """The states of matches, by their pairings' ids; those that are running are not in it.

    Args:
        view: the ledger.
        leg_count: how many legs a match has.
    """
    over = Counter(_pairings(view.keys(LEG)))
    done = {pairing: State.DONE for pairing, legs in over.items() if legs == leg_count}
    return done | dict.fromkeys(_pairings(view.keys(UNPLAYABLE)), State.NOT_PLAYED)


def _by_pairing(results: Iterable[DealResult]) -> dict[str, list[DealResult]]:
    found: dict[str, list[DealResult]] = {}
    for result in results:
        found.setdefault(result.pairing, []).append(result)
    return found


def _pairings(legs: Iterable[str]) -> Iterator[str]:
    for leg in legs:
        yield deals.pairing_and_leg(leg)[0]
