"""Whoever loses a match is out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from conquian_tournaments.schedule.outcome import Outcome
from conquian_tournaments.schedule.pairing import Pairing
from conquian_tournaments.schedule.waves import check_wave, check_whole


@dataclass(frozen=True, slots=True)
class Knockout:
    """A bracket; the entrants' order is their seeding, the best first, and a wave is a round.

    If nobody with a worse seed ever wins, the best 2, 4, 8, … entrants are the last ones in. When
    the entrants don't fill the bracket, the best seeds have the first round off.

    A match is won by who won more units; if that is level, by who has more points; if that is
    level too, by the better seed.

    Who has been `first` less often is so in the next match; if that is level, the better seed is
    in every other match of a round. Both legs are played, so nobody gains by it.

    Attributes:
        entrant_count: how many entrants there are.

    Raises:
        ValueError: fewer than two entrants.
    """

    entrant_count: int

    def __post_init__(self) -> None:
        check_whole("entrant_count", self.entrant_count, 2)

    @property
    def wave_count(self) -> int:
        """As many rounds as it takes to halve the field down to one."""
        return (self.entrant_count - 1).bit_length()

    @property
    def pairing_count(self) -> int:
        """Each sends one home, until one is left."""
        return self.entrant_count - 1

    def wave(self, number: int, outcomes: Iterable[Outcome] = ()) -> Iterator[Pairing]:
        """The matches of a round, from the top of the bracket; see `Schedule.wave`."""
        check_wave(self, number)
        return iter(self._replayed(number, outcomes).pairings())

    def winner(self, outcomes: Iterable[Outcome]) -> int:
        """Who won the final.

        Raises:
            ValueError: an outcome is missing.
        """
        return self._replayed(self.wave_count, outcomes).places[0]

    def _replayed(self, number: int, outcomes: Iterable[Outcome]) -> "_Round":
        """The round after so many, the outcomes of which are known."""
        known = {outcome.pairing: outcome for outcome in outcomes}
        round_ = _Round(0, bracket(self.wave_count), [0] * self.entrant_count)
        for _ in range(number):
            round_ = round_.next(known)
        return round_


def bracket(rounds: int) -> list[int]:
    """The seeds from the bracket's top to its bottom; neighbours meet, then their winners.

    Each round more puts opposite each seed the one that makes the sum of both seeds alike.
    """
    places = [0]
    for number in range(1, rounds + 1):
        places = [seed for best in places for seed in (best, 2**number - 1 - best)]
    return places


@dataclass(frozen=True, slots=True)
class _Round:
    """A round before it is played.

    Attributes:
        number: the round's.
        places: who is in, from the bracket's top; seeds that nobody has stand for rounds off.
        leads: for each entrant, how many times more it was first than second.
    """

    number: int
    places: list[int]
    leads: list[int]

    def pairings(self) -> list[Pairing]:
        """The matches."""
        return [match for match in self._matches() if match is not None]

    def next(self, known: Mapping[Pairing, Outcome]) -> "_Round":
        """The round after it.

        Raises:
            ValueError: an outcome is missing.
        """
        leads = list(self.leads)
        places = []
        for place, match in enumerate(self._matches()):
            if match is None:
                places.append(min(self.places[2 * place : 2 * place + 2]))
                continue
            leads[match.first] += 1
            leads[match.second] -= 1
            places.append(_winner(match, known))
        return _Round(self.number + 1, places, leads)

    def _matches(self) -> Iterator[Pairing | None]:
        """The matches from the bracket's top, None for a round off."""
        for place in range(len(self.places) // 2):
            best, other = sorted(self.places[2 * place : 2 * place + 2])
            yield self._match(place, best, other) if other < len(self.leads) else None

    def _match(self, place: int, best: int, other: int) -> Pairing:
        lead = self.leads[best] - self.leads[other]
        exchanged = lead > 0 or (lead == 0 and place % 2 == 1)
        return Pairing(self.number, *((other, best) if exchanged else (best, other)))


def _winner(match: Pairing, known: Mapping[Pairing, Outcome]) -> int:
    if match not in known:
        raise ValueError(f"outcomes: that of {match.id} is missing")
    outcome = known[match]
    lead = outcome.margin or outcome.points
    if lead == 0:
        return min(match.first, match.second)
    return match.first if lead > 0 else match.second
