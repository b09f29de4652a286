"""Normal distributions in the form in which they multiply by adding."""

from dataclasses import dataclass
from math import sqrt
from typing import Self


@dataclass(slots=True)
class Gaussian:
    """A normal distribution, or a message: a ratio of two.

    Attributes:
        precision: one over the variance; 0 says nothing.
        pull: the mean times the precision.
    """

    precision: float = 0.0
    pull: float = 0.0

    @classmethod
    def of(cls, mean: float, variance: float) -> Self:
        """The distribution with these moments."""
        return cls(1.0 / variance, mean / variance)

    @property
    def mean(self) -> float:
        """Undefined for a message that says nothing."""
        return self.pull / self.precision

    @property
    def variance(self) -> float:
        """The square of the standard deviation."""
        return 1.0 / self.precision

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def __mul__(self, other: "Gaussian") -> "Gaussian":
        return Gaussian(self.precision + other.precision, self.pull + other.pull)

    def __truediv__(self, other: "Gaussian") -> "Gaussian":
        return Gaussian(self.precision - other.precision, self.pull - other.pull)

    def __pow__(self, exponent: float) -> "Gaussian":
        return Gaussian(self.precision * exponent, self.pull * exponent)

    def shifted(self, distance: float) -> "Gaussian":
        """The same with its mean moved; a message that says nothing stays as it is."""
        return Gaussian(self.precision, self.pull + distance * self.precision)
