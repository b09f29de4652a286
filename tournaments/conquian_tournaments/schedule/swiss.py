"""Everyone meets those who score alike, and nobody twice."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from conquian_tournaments.schedule.matching import cheapest_matching
from conquian_tournaments.schedule.outcome import Outcome
from conquian_tournaments.schedule.pairing import Pairing
from conquian_tournaments.schedule.swiss_history import History
from conquian_tournaments.schedule.waves import check_wave, check_whole

_MOST_ROUNDS = 64  # the work grows with their square; who wants more wants a round robin
_LEAST_BLOCK = 32  # entrants; at 1,000 entrants a round's work is .5 s in blocks of 32, 6 s of 128
_MOST_LEAD = 2  # chess has the same limit for its colours
_RADIX = 1 << 64  # more than any sum of one reason's costs over a block
_DRAWN_BYTES = 7  # so that sums over a block stay below the radix


def usual_rounds(entrant_count: int) -> int:
    """As many as a knockout would have: enough that one at most can have won all matches."""
    return (entrant_count - 1).bit_length()


def most_rounds(entrant_count: int) -> int:
    """As many as can always be paired without a rematch, and no more than 64.

    In round r (from 0) everyone can still meet all but r others of an even number of places. If
    that is half of them or more, a pairing of all exists (Dirac's theorem).
    """
    return min((entrant_count + 1) // 2, _MOST_ROUNDS)


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss system; a wave is a round.

    A match scores a win, a draw or a loss by the units won, and a round off scores a win. The
    entrants are ranked by their score and, among equals, by lot. Then that round is drawn which,
    of all without a rematch or a second round off,

    1. gives the round off, if the number of entrants is odd, to the lowest,
    2. has the fewest pairs that make one of them `first` three times more often than `second`, or
       the other way round,
    3. has the least sum of the squared score differences of its pairs,
    4. pairs the fewest who have both been `first`, or both `second`, more often,
    5. is cheapest by a number drawn for each pair, so that there is only one best.

    It is so within blocks of ranks, of 32 or, late in a long tournament, more: matching grows
    with the cube of its size. Blocks are even, so they force no more score differences than one
    block would, and large enough that each can be paired (see `most_rounds`).

    Who has been `first` less often is so again; if that is level, it is drawn. Both legs are
    played, so nobody gains by it.

    Attributes:
        entrant_count: how many entrants there are.
        rounds: how many rounds they play.
        seed: what lots are drawn from. They tell nothing of decks that come from the same seed.

    Raises:
        ValueError: fewer than two entrants, no round, or more than `most_rounds`.
    """

    entrant_count: int
    rounds: int
    seed: str = field(repr=False)

    def __post_init__(self) -> None:
        check_whole("entrant_count", self.entrant_count, 2)
        check_whole("rounds", self.rounds, 1, most_rounds(self.entrant_count))

    @property
    def wave_count(self) -> int:
        """A wave is a round."""
        return self.rounds

    @property
    def pairing_count(self) -> int:
        """Everyone plays in each round; one is off if their number is odd."""
        return self.entrant_count // 2 * self.rounds

    def wave(self, number: int, outcomes: Iterable[Outcome] = ()) -> Iterator[Pairing]:
        """The matches of a round, from the top of the ranking; see `Schedule.wave`."""
        check_wave(self, number)
        history = History.before(number, self.entrant_count, outcomes)
        return iter(_Draw(self.seed, number, history).pairings())


class _Draw:
    """The drawing of one round."""

    def __init__(self, seed: str, number: int, history: History) -> None:
        self._key = seed.encode()
        self._number = number
        self._history = history
        self._nobody = len(history.scores)  # whoever meets it has the round off
        self._ranking = self._ranked()
        self._rank = {entrant: rank for rank, entrant in enumerate(self._ranking)}

    def pairings(self) -> list[Pairing]:
        """The matches, from the top of the ranking."""
        return [
            self._seated(one, other)
            for block in _blocks(self._ranking, max(_LEAST_BLOCK, 2 * (self._number + 1)))
            for one, other in cheapest_matching(block, self._cost)
            if other != self._nobody
        ]

    def _ranked(self) -> list[int]:
        scores = self._history.scores
        ranking = sorted(
            range(len(scores)),
            key=lambda entrant: (-scores[entrant], self._drawn(f"lot:{entrant}")),
        )
        return [*ranking, self._nobody] if len(ranking) % 2 else ranking

    def _cost(self, one: int, other: int) -> int | None:
        """Of a pair, `one` ranked above `other`; None if they have met."""
        history = self._history
        if other in history.met[one]:
            return None
        drawn = self._drawn(self._pair_label(one, other))
        if other == self._nobody:
            return _weighed(self._nobody - self._rank[one], 0, 0, 0, drawn)
        gap = history.scores[one] - history.scores[other]
        clash = _clash(history.leads[one], history.leads[other])
        return _weighed(0, clash >= _MOST_LEAD, gap**2, clash, drawn)

    def _seated(self, one: int, other: int) -> Pairing:
        lead = self._history.leads[one] - self._history.leads[other]
        exchanged = lead > 0 or (lead == 0 and self._drawn(self._pair_label(one, other)) % 2 == 1)
        return Pairing(self._number, *((other, one) if exchanged else (one, other)))

    def _pair_label(self, one: int, other: int) -> str:
        return f"pair:{self._number}:{min(one, other)}:{max(one, other)}"

    def _drawn(self, label: str) -> int:
        digest = hmac.digest(self._key, f"swiss:{label}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:_DRAWN_BYTES], "big")


def _weighed(*reasons: int) -> int:
    """One cost in which a reason counts for more than all that come after it."""
    total = 0
    for reason in reasons:
        total = total * _RADIX + reason
    return total


def _clash(one: int, other: int) -> int:
    """How far two entrants lean to the same side in being first."""
    return min(abs(one), abs(other)) if one * other > 0 else 0


def _blocks(ranking: list[int], least: int) -> Iterator[list[int]]:
    """Parts of an even length that is alike for all and at least `least`, if there are so many."""
    pairs = len(ranking) // 2
    count = max(1, len(ranking) // least)
    bounds = [2 * (pairs * part // count) for part in range(count + 1)]
    for start, end in pairwise(bounds):
        yield ranking[start:end]
