"""What the ledger says of one deal: the input of every fold in this package."""

from dataclasses import dataclass
from typing import TypeAlias

EntrantId: TypeAlias = str
"""Opaque; names are for showing and are kept elsewhere."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a deal was forfeited (rules section 8).

    Attributes:
        cause: the recorded reason, such as `timeout`.
        offender: the entrant whose fault it was.
    """

    cause: str
    offender: EntrantId


@dataclass(frozen=True, slots=True)
class DealResult:
    """One deal between the two entrants of a pairing.

    Attributes:
        pairing: the pairing's id; entrants who meet again do so in another pairing.
        leg: 0 or 1, the seating.
        deck: the deck's number.
        entrants: in the pairing's order, the same in both legs.
        winner: who won, or did not offend in a forfeited deal; None when drawn.
        points: what each entrant's score changed by (rules section 7).
        seconds: the time charged to each entrant.
        fault: None unless the deal was forfeited.
        mirrored: whether the other leg plays the same deck; if not, the deal is a unit by itself.

    Raises:
        ValueError: the winner or the offender is not an entrant, or they are the same.
    """

    pairing: str
    leg: int
    deck: int
    entrants: tuple[EntrantId, EntrantId]
    winner: EntrantId | None
    points: tuple[int, int] = (0, 0)
    seconds: tuple[float, float] = (0.0, 0.0)
    fault: Fault | None = None
    mirrored: bool = True

    def __post_init__(self) -> None:
        first, second = self.entrants
        if first == second:
            raise ValueError(f"entrants: {first!r} can't play itself")
        if self.winner is not None and self.winner not in self.entrants:
            raise ValueError(f"winner: {self.winner!r} is not in the deal")
        if self.fault is not None:
            _check_fault(self.fault, self)

    @property
    def margin(self) -> int:
        """+1 when the first entrant won, -1 when the second did, 0 when drawn."""
        if self.winner is None:
            return 0
        return 1 if self.winner == self.entrants[0] else -1


def _check_fault(fault: Fault, deal: DealResult) -> None:
    if fault.offender not in deal.entrants:
        raise ValueError(f"fault.offender: {fault.offender!r} is not in the deal")
    if deal.winner is None or deal.winner == fault.offender:
        raise ValueError("winner: a forfeited deal is won by the entrant who did not offend")
