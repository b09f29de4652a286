"""Two hypotheses of how much better one side is, and when a match has decided between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

from conquian_tournaments.rating.sprt import Bounds, EloModel, bounds, log_likelihood_ratio

_NOTHING_YET = (0,) * 5


class Verdict(StrEnum):
    """The hypothesis that is accepted."""

    H0 = "h0"
    H1 = "h1"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """A sequential test between "the lead is `elo0`" and "the lead is `elo1`".

    Attributes:
        elo0: the lower lead of the first side.
        elo1: the higher one.
        alpha: the chance to accept `elo1` where `elo0` is true.
        beta: the chance to accept `elo0` where `elo1` is true.
        model: what the leads are measured in.

    Raises:
        ValueError: a value is out of range; it begins with the field.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: EloModel = EloModel.NORMALIZED

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            if not isfinite(getattr(self, name)):
                raise ValueError(f"{name}: must be a number, not {getattr(self, name)}")
        if self.elo0 >= self.elo1:
            raise ValueError(f"elo0: must be less than elo1, {self.elo1:g}, but is {self.elo0:g}")
        bounds(self.alpha, self.beta)
        try:
            self.llr(_NOTHING_YET)
        except ValueError:
            raise ValueError("elo0, elo1: no two bots differ by so much") from None

    @property
    def bounds(self) -> Bounds:
        """Where the test ends."""
        return bounds(self.alpha, self.beta)

    def llr(self, counts: Sequence[int]) -> float:
        """The logarithm of how much more likely the counts are under `elo1` than under `elo0`.

        Args:
            counts: of mirrored pairs, from two deals lost by the first side to two won.
        """
        return log_likelihood_ratio(counts, self.elo0, self.elo1, self.model)

    def verdict(self, counts: Sequence[int]) -> Verdict | None:
        """What the counts decide, None while they leave it open."""
        llr = self.llr(counts)
        if llr <= self.bounds.lower:
            return Verdict.H0
        return Verdict.H1 if llr >= self.bounds.upper else None
