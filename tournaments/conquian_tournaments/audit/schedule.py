"""Whether all that was planned was played, and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from conquian_server.rules import Ruleset

from conquian_tournaments.audit.findings import Finding
from conquian_tournaments.audit.played import Played
from conquian_tournaments.deal_records import Records
from conquian_tournaments.deals import LedgerDeal, results
from conquian_tournaments.formats import read_format
from conquian_tournaments.kinds import OPENING
from conquian_tournaments.ledger import LedgerError, View
from conquian_tournaments.results import DealResult, EntrantId
from conquian_tournaments.schedule import Leg, Length, Outcome, Pairing, Schedule, legs, outcome_of


@dataclass(frozen=True, slots=True)
class Plan:
    """What was to be played.

    Attributes:
        ruleset: the ruleset.
        entrants: the entrants' ids, in the schedule's order.
        schedule: who meets whom.
        length: over how many decks.
        mirrored: whether both legs of a match play the same decks.
    """

    ruleset: Ruleset
    entrants: tuple[EntrantId, ...]
    schedule: Schedule
    length: Length
    mirrored: bool


class ScheduleCheck:
    """Walks a schedule, wave by wave, beside what was played of it.

    Attributes:
        open: how many matches are not over, of those that could be planned by now.
    """

    def __init__(self, plan: Plan, played: Played, *, finished: bool) -> None:
        """Args: `finished`, whether the ledger says that all is over."""
        self.open = 0
        self._plan = plan
        self._played = played
        self._finished = finished
        self._unplanned = set(played.legs())

    def walk(self) -> Iterator[Finding]:
        """What is wrong with the legs, in the schedule's order; then legs that are not in it.

        A wave that depends on those before it is planned when they are over, so the walk ends
        with the first that is not.
        """
        schedule = self._plan.schedule
        outcomes: list[Outcome] = []
        for wave in range(schedule.wave_count):
            last = wave + 1 == schedule.wave_count
            for pairing in schedule.wave(wave, outcomes):
                yield from self._check(pairing)
                if not last and not self.open:
                    outcomes.append(self._outcome(pairing))
            if self.open:
                break
        for leg in sorted(self._unplanned):
            yield Finding(f"leg {leg}", "is not planned")

    def _check(self, pairing: Pairing) -> Iterator[Finding]:
        planned = legs(pairing)
        self._unplanned.difference_update(leg.id for leg in planned)
        for leg in planned:
            yield from self._check_numbers(leg)
        if self._set_aside(pairing):
            return
        still_open = [leg for leg in planned if leg.id not in self._played.over]
        if not still_open:
            yield from self._check_whole(pairing)
        else:
            self.open += 1
            if self._finished:
                for leg in still_open:
                    yield Finding(f"leg {leg.id}", "is not over, though the seed is published")

    def _check_numbers(self, leg: Leg) -> Iterator[Finding]:
        most = self._plan.length.most_decks
        for number in sorted(self._played.of(leg)):
            if not 0 <= number < most:
                yield Finding(f"deal {leg.id}/{number}", "is not planned")

    def _check_whole(self, pairing: Pairing) -> Iterator[Finding]:
        """A match that is over has played its decks in all legs, and no more than it took."""
        wanted = self._decks_wanted(pairing)
        for leg in legs(pairing):
            numbers = self._played.of(leg)
            for number in range(wanted):
                if number not in numbers:
                    yield Finding(f"deal {leg.id}/{number}", "is missing; its leg is over")
            for number in sorted(numbers):
                if wanted <= number < self._plan.length.most_decks:
                    yield Finding(f"deal {leg.id}/{number}", "came after its match was decided")

    def _decks_wanted(self, pairing: Pairing) -> int:
        """With how many decks the match was decided, or how many it needs if they are missing."""
        played = [self._played.of(leg) for leg in legs(pairing)]
        there = next(n for n in count() if not all(n in numbers for numbers in played))
        decks, wanted = 0, self._plan.length.decks_wanted()
        while decks < wanted <= there:
            decks = wanted
            wanted = self._plan.length.decks_wanted(decks, self._margin(pairing, decks))
        return wanted

    def _margin(self, pairing: Pairing, decks: int) -> int:
        return outcome_of(pairing, self._results(pairing, decks)).margin

    def _outcome(self, pairing: Pairing) -> Outcome:
        if self._set_aside(pairing):
            return Outcome(pairing)
        return outcome_of(pairing, self._results(pairing, self._plan.length.most_decks))

    def _set_aside(self, pairing: Pairing) -> bool:
        return any(leg.id in self._played.set_aside for leg in legs(pairing))

    def _results(self, pairing: Pairing, decks: int) -> Iterator[DealResult]:
        """The results of a match's first decks."""
        deals = (deal for leg in legs(pairing) for deal in self._deals(leg) if deal.number < decks)
        return results(self._plan.ruleset, deals, mirrored=self._plan.mirrored)

    def _deals(self, leg: Leg) -> Iterator[LedgerDeal]:
        seats = tuple(self._plan.entrants[place] for place in leg.seats)
        for number, result in self._played.of(leg).items():
            yield LedgerDeal(leg.pairing.id, leg.number, number, seats, result, (0,) * len(seats))


def read_plan(view: View, records: Records) -> Plan:
    """What was to be played, as a ledger's opening says it.

    Raises:
        LedgerError: it does not.
    """
    opening = view.entry(OPENING)
    entrants = tuple(entrant.id for entrant in records.opening.entrants)
    try:
        assert opening is not None  # the records have it
        played = read_format(opening.body)
        schedule = played.schedule(len(entrants), records.seed or "")
    except (KeyError, TypeError, ValueError):
        raise LedgerError(f"{view.path}: the opening has no format that can be played") from None
    mirrored = records.opening.mirrored
    length = played.length(mirrored=mirrored)
    return Plan(records.opening.ruleset, entrants, schedule, length, mirrored)
