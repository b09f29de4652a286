"""Equal results of the same entrants, and the message that each of them sends."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol

from trueskill import TrueSkill

from conquian_tournaments.rating.damping import Damping
from conquian_tournaments.rating.gaussian import Gaussian
from conquian_tournaments.rating.model import Comparison, Duel


class Evidence(Protocol):
    """What one result says, given all that is known without it."""

    @property
    def messages(self) -> Sequence[Gaussian]:
        """To each entrant: its skill with the result over its skill without."""

    @property
    def comparisons(self) -> Sequence[Comparison]:
        """The differences of performances that the result says something of."""


class Outcome(Protocol):
    """How the entrants of a result came out."""

    def weigh(self, env: TrueSkill, skills: Sequence[Gaussian], margin: float) -> Evidence:
        """What the result says.

        Args:
            env: for its v and w.
            skills: each entrant's, as they are known without the result.
            margin: the draw margin.
        """


@dataclass(frozen=True, slots=True)
class DuelOutcome:
    """The first of two entrants won, or they drew."""

    drawn: bool

    def weigh(self, env: TrueSkill, skills: Sequence[Gaussian], margin: float) -> Duel:
        """See `Outcome.weigh`."""
        winner, loser = skills
        return Duel(env, winner, loser, margin, drawn=self.drawn)


@dataclass(slots=True)
class Factor:
    """All equal results of some entrants.

    Attributes:
        places: the entrants, by their places in the pool.
        outcome: how they came out.
        times: how many results there are.
        messages: to each entrant the message of one of the results; the others send the same.
    """

    places: tuple[int, ...]
    outcome: Outcome
    times: int
    messages: list[Gaussian] = field(init=False)
    _damping: Damping = field(default_factory=Damping)

    def __post_init__(self) -> None:
        self.messages = [Gaussian() for _ in self.places]

    def weigh(self, env: TrueSkill, beliefs: Sequence[Gaussian], margin: float) -> Evidence:
        """What one of the results says, given the beliefs that all of them led to."""
        skills = [
            beliefs[place] / message
            for place, message in zip(self.places, self.messages, strict=True)
        ]
        return self.outcome.weigh(env, skills, margin)

    def renew(self, evidence: Evidence, beliefs: list[Gaussian]) -> None:
        """Replaces the messages by the evidence's, or goes a part of the way, in `beliefs`."""
        changes = [new / old for new, old in zip(evidence.messages, self.messages, strict=True)]
        part = self._damping.part(self._moves(changes, beliefs))
        for number, (place, change) in enumerate(zip(self.places, changes, strict=True)):
            self.messages[number] *= change**part
            beliefs[place] *= change ** (part * self.times)

    def send(self, beliefs: list[Gaussian]) -> None:
        """Multiplies the messages of all results into the beliefs."""
        for place, message in zip(self.places, self.messages, strict=True):
            beliefs[place] *= message**self.times

    def shift(self, distance: float) -> None:
        """Moves what the messages say of all entrants."""
        self.messages = [message.shifted(distance) for message in self.messages]

    def _moves(self, changes: Sequence[Gaussian], beliefs: Sequence[Gaussian]) -> list[float]:
        """By how much the whole change moves the gap between each entrant and the next."""
        moves = [
            (beliefs[place] * change**self.times).mean - beliefs[place].mean
            for place, change in zip(self.places, changes, strict=True)
        ]
        return [one - other for one, other in pairwise(moves)]
